import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { gaugeOption, innerOf } from './option.ts'

interface Series {
  id: string
  axisLine: { lineStyle?: { color: [number, string][] } }
  data: { value: number; pointer?: { length: number; offsetCenter: number[] } }[]
}
const dial = (ins: number | null, over: Partial<Parameters<typeof project>[0]> = {}, before: number | null = 50) => {
  const projection = project(
    {
      measure: 'ins',
      min: 0,
      max: 200,
      targetColumn: '',
      target: 150,
      thresholds: [
        { from: 0, tone: 'bad', word: 'Low' },
        { from: 100, tone: 'good', word: 'Good' },
      ],
      showReference: true,
      names: [],
      ...over,
    },
    {
      rows: factFrame([
        { period: 'comparing', ...WHOLE, ins },
        ...(before === null ? [] : [{ period: 'reference' as const, ...WHOLE, ins: before }]),
      ]),
    },
    contextOf('gauge'),
  )
  const series = gaugeOption(projection, 100, THEME).series as unknown as Series[]
  return (id: string) => series.find((one) => one.id === id)
}

test('the arc ends at the share of the scale that the figure is, and never beyond it', () => {
  expect([100, 0, 900].map((ins) => dial(ins)('arc')?.data.map(({ value }) => value))).toEqual([[0.5], [], [1]])
})

test('without a figure there is no arc, and no zero', () => {
  expect(dial(null)('arc')?.data).toEqual([])
})

test('stretches have the colour of their rating, with air between them', () => {
  expect(dial(100)('zones')?.axisLine.lineStyle?.color.map(([to, colour]) => [to.toFixed(2), colour])).toEqual([
    ['0.00', 'transparent'],
    ['0.50', 'tone3'],
    ['0.50', 'transparent'],
    ['1.00', 'tone1'],
  ])
  expect(dial(100, { thresholds: [] })('zones')).toBeUndefined()
})

test('reference and target are marks across the ring, the target the longer one', () => {
  const [reference, target] = dial(100)('marks')?.data ?? []
  expect([reference?.value, target?.value]).toEqual([0.25, 0.75])
  expect(reference?.pointer?.length).toBeLessThan(target?.pointer?.length ?? 0)
  expect(target?.pointer?.offsetCenter).toEqual([0, -(innerOf(100, true) - 4)])
  expect(dial(100, { target: null }, null)('marks')).toBeUndefined()
})

test('for any figure, every share is between 0 and 1', () => {
  fc.assert(
    fc.property(fc.option(fc.integer({ min: -1e9, max: 1e9 }), { nil: null }), (ins) => {
      for (const id of ['arc', 'marks'])
        for (const { value } of dial(ins)(id)?.data ?? []) expect(value >= 0 && value <= 1).toBe(true)
    }),
  )
})
