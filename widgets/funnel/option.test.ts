import fc from 'fast-check'
import { expect, test } from 'vitest'
import { THEME } from '#ui/chart/test-support/charts.ts'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { funnelOption } from './option.ts'

interface Option {
  grid: { top: number; height: number }
  xAxis: { max: number }
  series: { id: string; data: unknown[]; barWidth: number }[]
}
const drawn = (
  values: { ins: number | null; visits: number | null; tickets: number | null },
  before?: typeof values,
) => {
  const projection = project(
    { stages: ['ins', 'visits', 'tickets'], rate: 'previous', showReference: true, names: [] },
    {
      rows: factFrame([
        { period: 'comparing', ...WHOLE, ...values },
        ...(before === undefined ? [] : [{ period: 'reference' as const, ...WHOLE, ...before }]),
      ]),
    },
    contextOf('funnel'),
  )
  return funnelOption(projection, { height: 236, first: 36 }, THEME) as unknown as Option
}

test('a bar for each stage, and a thin one for the reference period under it', () => {
  const { series, xAxis } = drawn({ ins: 100, visits: 60, tickets: 20 }, { ins: 120, visits: 50, tickets: 30 })
  expect(series.map(({ id, data }) => [id, data])).toEqual([
    ['comparing', [100, 60, 20]],
    ['reference', [120, 50, 30]],
  ])
  expect(xAxis.max).toBe(120)
  expect(series[1]?.barWidth).toBeLessThan(series[0]?.barWidth ?? 0)
})

test('a missing value has no bar, and no zero', () => {
  expect(drawn({ ins: 100, visits: null, tickets: 0 }).series.map(({ data }) => data)).toEqual([[100, '-', '-']])
})

test('bars are at the bottom of their rows: the first row is given, the others share the rest', () => {
  const { grid } = drawn({ ins: 3, visits: 2, tickets: 1 })
  const middles = [0, 1, 2].map((at) => grid.top + ((at + 0.5) * grid.height) / 3)
  expect(middles).toEqual([36 - 7, 136 - 7, 236 - 7])
})

test('for any figures, no bar is longer than the whole', () => {
  const value = fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: null })
  fc.assert(
    fc.property(fc.record({ ins: value, visits: value, tickets: value }), (values) => {
      const { series, xAxis } = drawn(values)
      for (const { data } of series)
        for (const one of data) expect(one === '-' || (Number(one) > 0 && Number(one) <= xAxis.max)).toBe(true)
    }),
  )
})
