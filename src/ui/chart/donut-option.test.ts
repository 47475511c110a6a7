import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arcsOf } from './donut-geometry.ts'
import { donutOption } from './donut-option.ts'
import { THEME } from './test-support/charts.ts'
import type { DonutSlice } from './types.ts'

interface Item {
  name: string
  value: number
  itemStyle: { color: string; decal?: { color: string }; opacity: number }
}
const slice = (value: number | null, more: Partial<DonutSlice> = {}): DonutSlice => ({
  id: 'a',
  label: 'Nuevos',
  value,
  tone: 0,
  ...more,
})
const itemsOf = (slices: DonutSlice[], active: number | null = null) =>
  (donutOption({ slices, ring: { inner: 60, outer: 90 }, active }, THEME).series as { data: Item[] }[])[0]?.data ?? []

test('nothing, nulls and negatives are no part, and no zero', () => {
  expect(itemsOf([slice(null), slice(0), slice(-5), slice(7)]).map(({ value }) => value)).toEqual([7])
})

test('what may still change is striped, what is estimated paler; what did not fit has the tone of Others', () => {
  const [partial, estimated, others] = itemsOf([
    slice(1, { state: 'partial' }),
    slice(2, { state: 'estimated' }),
    slice(3, { tone: -1 }),
  ])
  expect(partial?.itemStyle).toMatchObject({ color: 'ground', decal: { color: 'tone0' } })
  expect([estimated?.itemStyle.opacity, others?.itemStyle.color]).toEqual([0.55, 'others'])
})

test('the part that is read stands out, because the others fade', () => {
  expect(itemsOf([slice(1), slice(2)], 1).map(({ itemStyle }) => itemStyle.opacity)).toEqual([0.35, 1])
})

test('for any figures, the ring has the same parts as its list has shares', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: -10, max: 1e9 })), { maxLength: 8 }), (values) => {
      const slices = values.map((value) => slice(value))
      expect(itemsOf(slices).length).toBe(arcsOf(slices).length)
    }),
  )
})
