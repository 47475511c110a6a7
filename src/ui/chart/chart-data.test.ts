import { expect, test } from 'vitest'
import { MAX_POINTS, plainOption, plainSlices, refuseUndrawable } from './chart-data.ts'
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

test('ten million points are refused before one of them is looked at', () => {
  expect(() => plainOption(optionOf([line('a', UNREAD)], 10_000_000))).toThrow(
    'The chart has 10000000 points; at most 500000 are drawn.',
  )
})

test('the points of all series count, and as many as can be drawn are', () => {
  const half = Array.from<null>({ length: MAX_POINTS / 2 }).fill(null)
  const two = optionOf([line('a', half), line('b', half)], MAX_POINTS / 2)
  expect(plainOption(two)).toBe(two)
  expect(() => plainOption({ ...two, series: [...two.series, line('c', half)] })).toThrow('750000')
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
