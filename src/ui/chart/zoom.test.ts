import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bar, line } from './test-support/charts.ts'
import { marked, stretchOf, zoomed } from './zoom.ts'

test('of a stretch every list keeps its part: names, values, states, breaks, notes and named stretches', () => {
  const option = {
    xAxis: {
      data: ['a', 'b', 'c', 'd'],
      titles: ['A', 'B', 'C', 'D'],
      reasons: [null, 'late', null, null],
      boundaryGap: true,
    },
    yAxis: [{ format: 'count' }] as const,
    series: [
      bar('x', [1, 2, 3, 4], { states: ['final', 'partial', 'final', 'final'], slight: [false, true, false, false] }),
      line('y', [5, null, 7, 8], { breaks: new Set([0, 2, 3]) }),
    ],
    markArea: {
      data: [
        { id: 'in', from: 0, to: 2, label: 'Sale' },
        { id: 'begins', from: 2, to: 3, label: 'Works' },
        { id: 'out', from: 3, to: 3, label: 'Party' },
      ],
    },
  }
  const { xAxis, series, markArea } = stretchOf(option, { from: 1, to: 2 })
  expect(xAxis).toEqual({ data: ['b', 'c'], titles: ['B', 'C'], reasons: ['late', null], boundaryGap: true })
  expect(series.map(({ data, states, slight, breaks }) => [data, states, slight, breaks])).toEqual([
    [[2, 3], ['partial', 'final'], [true, false], undefined],
    [[null, 7], undefined, undefined, new Set([1, 2])],
  ])
  expect(markArea?.data).toEqual([
    { id: 'in', from: 0, to: 1, label: 'Sale' },
    { id: 'begins', from: 1, to: 1, label: 'Works' },
  ])
})

test('closer keeps the category under the pointer in its place, all the way out is no stretch', () => {
  expect(zoomed({ from: 0, to: 99 }, 50, 0.5, 100)).toEqual({ from: 25, to: 74 })
  expect(zoomed({ from: 0, to: 99 }, 0, 0.5, 100)).toEqual({ from: 0, to: 49 })
  expect(zoomed({ from: 25, to: 74 }, 50, 2, 100)).toBeNull()
})

test('for any zoom, at least two categories are shown, none beyond the ends, and the pointed one among them', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 5000 }),
      fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.5, 0.8, 1.25, 2)), {
        maxLength: 30,
      }),
      (count, turns) => {
        let stretch = { from: 0, to: count - 1 }
        for (const [share, factor] of turns) {
          const at = stretch.from + Math.round(share * (stretch.to - stretch.from))
          stretch = zoomed(stretch, at, factor, count) ?? { from: 0, to: count - 1 }
          expect(stretch.from).toBeGreaterThanOrEqual(0)
          expect(stretch.to).toBeLessThan(count)
          expect(stretch.to - stretch.from + 1).toBeGreaterThanOrEqual(Math.min(2, count))
          expect(at >= stretch.from && at <= stretch.to).toBe(true)
        }
      },
    ),
  )
})

test('one category is no stretch to look at, and neither are all', () => {
  expect([marked(3, 3, 10), marked(9, 0, 10), marked(5, 2, 10)]).toEqual([null, null, { from: 2, to: 5 }])
})
