import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import { indexAt, layoutOf, xOf, yOf } from './layout.ts'
import type { ChartSeries } from './types.ts'

const bar = (id: string, data: (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  id,
  name: id,
  type: 'bar',
  tone: 0,
  data,
  ...more,
})
const line = (id: string, data: (number | null)[], more: Partial<ChartSeries> = {}): ChartSeries => ({
  ...bar(id, data, more),
  type: 'line',
})
const lay = (series: ChartSeries[], width = 600, categories = ['a', 'b', 'c'], boundaryGap = false) =>
  layoutOf({
    boundaryGap,
    width,
    height: 240,
    categories,
    series,
    axes: [{ format: 'count' }],
    format: formatterFor('en'),
    measure: (text) => text.length * 6,
    withNames: true,
  })

test('bars own bands, lines run from edge to edge unless they are told to own bands too', () => {
  const bars = lay([bar('a', [1, 2, 3])])
  const lines = lay([line('a', [1, 2, 3])])
  expect([bars.banded, xOf(bars, 0) - bars.plot.left]).toEqual([true, bars.pitch / 2])
  expect([lines.banded, xOf(lines, 0), xOf(lines, 2)]).toEqual([false, lines.plot.left, lines.plot.right])
  expect(lay([line('a', [1, 2, 3])], 600, ['a', 'b', 'c'], true).banded).toBe(true)
})

test('zero stands on the baseline and the top tick at the top', () => {
  const layout = lay([bar('a', [1, 2, 30])])
  expect([yOf(layout, 0, 0), yOf(layout, 0, layout.axes[0]?.scale.max ?? 0)]).toEqual([
    layout.plot.bottom,
    layout.plot.top,
  ])
})

test('few lines that end apart are named at their ends; close ends, bars, many lines and narrow charts get a legend', () => {
  const named = (series: ChartSeries[], width?: number) => [...lay(series, width).endLabels]
  expect(named([line('this week', [1, 2, 30]), line('last week', [1, 2, 10])])).toEqual(['this week', 'last week'])
  expect(named([line('x', [1, 2, 30]), line('y', [1, 2, 30.5])])).toEqual([])
  expect(named([bar('x', [1, 2, 30]), line('y', [1, 2, 10])])).toEqual([])
  expect(named([1, 2, 3, 4, 5].map((n) => line(`l${n}`, [0, 0, n * 10])))).toEqual([])
  expect(named([line('x', [1, 2, 30]), line('y', [1, 2, 10])], 300)).toEqual([])
})

test('the category under a pixel is the one drawn there', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 200, max: 1600 }),
      fc.boolean(),
      fc.nat(),
      (count, width, isBar, at) => {
        const values = Array.from({ length: count }, (_, index) => index)
        const layout = lay([isBar ? bar('a', values) : line('a', values)], width, values.map(String))
        const index = at % count
        expect(indexAt(layout, count, xOf(layout, index), 100)).toBe(index)
      },
    ),
  )
  const layout = lay([bar('a', [1, 2, 3])])
  expect([indexAt(layout, 3, -40, 100), indexAt(layout, 0, 100, 100), indexAt(layout, 3, 100, 400)]).toEqual([
    null,
    null,
    null,
  ])
})
