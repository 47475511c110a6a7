import { expect, test } from 'vitest'
import { MAX_POINTS, MAX_SAMPLED_POINTS, plainOption, plainSlices, refuseUndrawable } from './chart-data.ts'
import { bar, line } from './test-support/charts.ts'
import type { CartesianOption, ChartSeries } from './types.ts'

const optionOf = (series: readonly ChartSeries[], count: number): CartesianOption => ({
  xAxis: { data: Array.from<string>({ length: count }) },
  yAxis: [{ format: 'count' }],
  series,
})
/** Its values throw when they are read: the points are counted before any value is. */
const UNREAD = new Proxy([] as number[], {
  get: () => {
    throw new Error('a value was read')
  },
})
const lazy = (() => [1]) as unknown as never

/** Of a leap year. */
const MINUTES = 366 * 24 * 60
const holes = (count: number) => Array.from<null>({ length: count }).fill(null)
const area = (id: string, data: readonly null[]): ChartSeries => ({ ...line(id, data), stack: 'all', areaStyle: {} })

test('ten million points are refused before one of them is looked at', () => {
  expect(() => plainOption(optionOf([line('a', UNREAD)], 10_000_000))).toThrow(
    'The chart has 10000000 points; at most 1054080 are drawn.',
  )
})

test('a leap year of minutes is drawn beside the year before it, as lines or bars, and not one minute more', () => {
  expect(MAX_SAMPLED_POINTS).toBe(2 * MINUTES)
  const stacked = (id: string, data: readonly null[]) => ({ ...bar(id, data), stack: 'all' })
  for (const kind of [line, bar, stacked]) {
    const two = optionOf([kind('a', holes(MINUTES)), kind('b', holes(MINUTES))], MINUTES)
    expect(plainOption(two)).toBe(two)
    const more = holes(MINUTES + 1)
    expect(() => plainOption(optionOf([kind('a', more), kind('b', more)], MINUTES + 1))).toThrow(
      'The chart has 1054082 points; at most 1054080 are drawn.',
    )
  }
})

test('what is drawn point by point has the lower limit: stacked areas, and what a widget draws itself', () => {
  const half = holes(MAX_POINTS / 2)
  const two = optionOf([area('a', half), area('b', half)], MAX_POINTS / 2)
  expect(plainOption(two)).toBe(two)
  expect(() => plainOption({ ...two, series: [...two.series, line('c', half)] })).toThrow(
    'The chart has 750000 points; at most 500000 are drawn.',
  )
  const own = { ...optionOf([line('a', holes(MINUTES))], MINUTES), under: () => [] }
  expect(() => plainOption(own)).toThrow('The chart has 527040 points; at most 500000 are drawn.')
})

test('an option of the library with more points than can be drawn is refused too', () => {
  expect(() => refuseUndrawable({ series: [{ data: Array.from({ length: MAX_POINTS + 1 }) }] })).toThrow('500001')
  expect(() => refuseUndrawable({ series: [{}, { data: lazy }] })).toThrow('series[1].data is a function')
})

test('what is no data is named with its place; holes and null are data', () => {
  const hole = [1, null, undefined as never, Number.NaN]
  expect(plainOption(optionOf([bar('a', hole)], 4)).series[0]?.data).toBe(hole)
  for (const [data, said] of [
    [lazy, 'series[1].data is a function; expected a list.'],
    [[1, lazy], 'series[1].data[1] is a function; expected a number or null.'],
    [[1, '2'], 'series[1].data[1] is "2"; expected a number or null.'],
  ] as const)
    expect(() => plainOption(optionOf([bar('a', [1]), bar('b', data as never)], 2))).toThrow(said)
  expect(() => plainSlices([{ id: 'a', label: 'A', value: lazy, tone: 0 }])).toThrow('slices[0].value')
})
