import { expect, test } from 'vitest'
import { formatterFor } from '../format.ts'
import { gapMarks } from './gaps.ts'
import { layoutOf, xOf } from './layout.ts'
import type { ChartSeries } from './types.ts'

const bar: ChartSeries = {
  id: 'v',
  name: 'Visits',
  type: 'bar',
  tone: 0,
  data: [5, null, 7],
  states: ['final', 'missing', 'final'],
}
const before: ChartSeries = { id: 'r', name: 'Before', type: 'bar', tone: 0, period: 'reference', data: [4, 5, 6] }
const line: ChartSeries = { id: 'c', name: 'Conversion', type: 'line', tone: 1, data: [5, 6, 7] }
const lay = (series: ChartSeries[], categories = ['a', 'b', 'c']) =>
  layoutOf({
    width: 600,
    height: 240,
    categories,
    series,
    axes: [{ format: 'count' }],
    format: formatterFor('en'),
    measure: (text) => text.length * 6,
    withNames: true,
  })

test('where nothing is missing there is no mark, not even for a null or a closed day', () => {
  const closed: ChartSeries = { ...bar, states: ['final', 'closed', 'final'] }
  expect([gapMarks([line], 3, lay([line])), gapMarks([closed], 3, lay([closed]))]).toEqual([[], []])
})

test('a chart of the reference period alone marks what it lacks', () => {
  const alone: ChartSeries = { ...bar, period: 'reference' }
  expect(gapMarks([alone], 3, lay([alone])).map(({ index, band }) => [index, band !== null])).toEqual([[1, true]])
})

test('one missing series has a cross in the place of its bar, beside the reference that is there', () => {
  const series = [bar, before, line]
  const layout = lay(series)
  const [mark] = gapMarks(series, 3, layout)
  expect(mark?.band).toBeNull()
  expect(mark?.crosses).toHaveLength(1)
  expect(mark?.crosses[0]).toBeLessThan(xOf(layout, 1))
})

test('when nothing came at all, the whole category is a band', () => {
  const layout = lay([bar, before])
  const [mark] = gapMarks([bar, before], 3, layout)
  expect(mark).toMatchObject({ index: 1 })
  expect((mark?.band?.x ?? 0) + (mark?.band?.width ?? 0) / 2).toBeCloseTo(xOf(layout, 1), 6)
})

test('a missing point of a line is marked in the middle', () => {
  const gone: ChartSeries = { ...line, data: [5, null, 7], states: ['final', 'missing', 'final'] }
  const layout = lay([gone])
  expect(gapMarks([gone], 3, layout).map(({ crosses }) => crosses)).toEqual([[xOf(layout, 1)]])
})

test('a gap of the reference period has the mark that one of the period has, in its own place', () => {
  const gone: ChartSeries = { ...before, data: [4, null, 6], states: ['final', 'missing', 'final'] }
  const whole: ChartSeries = { ...bar, data: [5, 6, 7], states: ['final', 'final', 'final'] }
  const layout = lay([whole, gone])
  const [ofReference] = gapMarks([whole, gone], 3, layout)
  const [ofPeriod] = gapMarks([bar, before], 3, lay([bar, before]))
  expect(ofReference).toMatchObject({ index: 1, band: ofPeriod?.band })
  expect(ofReference?.crosses[0]).toBeGreaterThan(xOf(layout, 1))
  expect(ofReference?.crosses).toHaveLength(1)
})

test('a reference period of which nothing came leaves the marks to the other one', () => {
  const gone: ChartSeries = { ...before, data: [null, null, null], states: ['missing', 'missing', 'missing'] }
  expect(gapMarks([bar, gone], 3, lay([bar, gone])).map(({ index }) => index)).toEqual([1])
})

test('crosses nearer than they are wide are one: a long stretch of minutes is no bar on the axis', () => {
  const data = Array.from({ length: 6000 }, () => null)
  const series: ChartSeries[] = [{ ...line, data, states: data.map(() => 'missing') }]
  const layout = lay(series, data.map(String))
  const xs = gapMarks(series, data.length, layout).flatMap(({ crosses }) => crosses)
  expect(xs.length).toBeLessThan(100)
  expect(Math.min(...xs.slice(1).map((x, at) => x - (xs[at] ?? 0)))).toBeGreaterThanOrEqual(6)
})
