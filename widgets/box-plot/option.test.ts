import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import type { Box } from './model.ts'
import { boxesOption } from './option.ts'
import { spreadOf } from './spread.ts'

const SCALE = { min: 0, max: 100, ticks: [0, 50, 100] }
const box = (values: number[], more: Partial<Box> = {}): Box => ({
  name: 'Colón',
  member: 1,
  values: values.toSorted((a, b) => a - b),
  spread: spreadOf(values),
  filled: 0,
  leftOut: 0,
  state: 'final',
  ...more,
})
interface Series {
  id: string
  data: unknown[]
}
interface Item {
  value: number[]
  itemStyle?: Record<string, unknown>
}
function drawn(boxes: Box[]) {
  const option = boxesOption(boxes, SCALE, { height: 40 * boxes.length }, THEME)
  const of = (id: string) => (option.series as unknown as Series[]).find((one) => one.id === id)?.data ?? []
  return { boxes: of('boxes') as Item[], medians: of('medians') as number[][], dots: of('dots') as number[][] }
}

test('a box has its five figures, a thick line at the median, and dots beyond the whiskers', () => {
  const { boxes, medians, dots } = drawn([box([1, 2, 3, 4, 5, 6, 7, 8, 9, 100])])
  expect(boxes.map(({ value }) => value)).toEqual([[1, 3.25, 5.5, 7.75, 9]])
  expect([medians, dots]).toEqual([[[5.5, 0]], [[100, 0]]])
})

test('of fewer than five values each is a dot and there is no box; without any the row stays empty, and no zero', () => {
  const { boxes, medians, dots } = drawn([box([4, 6]), box([])])
  expect(boxes.map(({ value }) => value.every(Number.isNaN))).toEqual([true, true])
  expect([medians, dots]).toEqual([
    [],
    [
      [4, 0],
      [6, 0],
    ],
  ])
})

test('a box that holds estimates is paler, in a broken line', () => {
  const [estimated, counted] = drawn([box([1, 2, 3, 4, 5], { state: 'estimated' }), box([1, 2, 3, 4, 5])]).boxes
  expect(estimated?.itemStyle).toMatchObject({ color: 'tone2', borderType: [2, 2] })
  expect(counted?.itemStyle).toEqual({ color: 'tone1', borderColor: 'tone0', borderWidth: 1.25 })
})

test('for any values, every row keeps its place, and nothing beyond the values is drawn', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 30 }), { maxLength: 12 }), (rows) => {
      const { boxes, medians, dots } = drawn(rows.map((values) => box(values)))
      expect(boxes.length).toBe(rows.length)
      for (const [value = 0, row = 0] of dots) expect(rows[row]).toContain(value)
      expect(medians.length).toBe(rows.filter(({ length }) => length >= 5).length)
    }),
  )
})
