import fc from 'fast-check'
import { expect, test } from 'vitest'
import { extent, slotOf, slotsOf, spansOf, valueAt } from './series.ts'
import { anySeries, bar, line } from './test-support/charts.ts'

test('what is missing, and what is no number, is no value', () => {
  expect([null, Number.NaN, Number.POSITIVE_INFINITY, 0].map((value) => valueAt(bar('a', [value]), 0))).toEqual([
    null,
    null,
    null,
    0,
  ])
  expect(valueAt(bar('a', []), 3)).toBeNull()
})

test('a null is no value: the extent of nothing is empty', () => {
  expect(extent([bar('a', [null, null])], 2)).toEqual({ low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY })
})

test('a stack is as high as its sum, and the two periods stack apart', () => {
  const stack = (id: string, period?: 'reference') => bar(id, [10, 20], { stack: 's', period })
  expect(extent([stack('a'), stack('b'), stack('c', 'reference')], 2)).toEqual({ low: 10, high: 40 })
})

test('parts below zero are stacked downwards and take nothing from those above', () => {
  const series = [
    bar('a', [10], { stack: 's' }),
    bar('b', [-4], { stack: 's' }),
    bar('c', [5], { stack: 's' }),
    bar('d', [-1], { stack: 's' }),
  ]
  expect([...spansOf(series, 1).values()].map(({ from, to }) => [from[0], to[0]])).toEqual([
    [0, 10],
    [0, -4],
    [10, 15],
    [-4, -5],
  ])
  expect(extent(series, 1)).toEqual({ low: -5, high: 15 })
})

test('a gap in a stack lifts nothing that stands over it', () => {
  const [, upper] = spansOf([bar('a', [null, 3], { stack: 's' }), bar('b', [2, 2], { stack: 's' })], 2).values()
  expect([upper?.from, upper?.to]).toEqual([Float64Array.of(0, 3), Float64Array.of(2, 5)])
})

test('a stack is one bar beside the others, and lines are none', () => {
  const stacked = [bar('a', [1], { stack: 's' }), bar('b', [1], { stack: 's' }), bar('c', [1]), line('l', [1])]
  expect([slotsOf(stacked).length, stacked.map((one) => slotOf(slotsOf(stacked), one))]).toEqual([2, [0, 0, 1, -1]])
})

test('the parts of a stack sum to its two ends, and each begins where one below it ends', () => {
  fc.assert(
    fc.property(anySeries('bar'), (given) => {
      const series = given.map((one) => ({ ...one, stack: 'all' }))
      const count = series[0]?.data.length ?? 0
      const spans = [...spansOf(series, count).values()]
      for (let index = 0; index < count; index++) {
        const ends = new Set([0, ...spans.map(({ to }) => to[index] ?? 0)])
        const values = series.map(({ data: own }) => own[index] ?? 0)
        expect(Math.max(0, ...spans.map(({ to }) => to[index] || 0))).toBe(
          values.reduce((sum, value) => sum + Math.max(value, 0), 0),
        )
        expect(Math.min(0, ...spans.map(({ to }) => to[index] || 0))).toBe(
          values.reduce((sum, value) => sum + Math.min(value, 0), 0),
        )
        for (const { from } of spans) if (!Number.isNaN(from[index])) expect(ends.has(from[index] ?? 0)).toBe(true)
      }
    }),
  )
})
