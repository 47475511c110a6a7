import fc from 'fast-check'
import { expect, test } from 'vitest'
import { downsample, linePartsOf, type Runs } from './lines.ts'
import { isUnsureAt, spansOf, valueAt } from './series.ts'
import { anySeries, line } from './test-support/charts.ts'
import type { ChartSeries } from './types.ts'

const listed = ({ at, ends }: Runs) => [...ends].map((end, n) => [...at.subarray(ends[n - 1] ?? 0, end)])
function partsOf(one: ChartSeries) {
  const { sure, unsure, alone, open } = linePartsOf(
    one,
    spansOf([one], one.data.length).get(one) ?? { from: new Float64Array(), to: new Float64Array() },
  )
  return { sure: listed(sure), unsure: listed(unsure), alone: [...alone], open: [...open] }
}

test('nothing and nulls have no line', () => {
  const none = { sure: [], unsure: [], alone: [], open: [] }
  expect([partsOf(line('a', [])), partsOf(line('a', [null, null]))]).toEqual([none, none])
})

test('a missing value is a gap, and a point between two gaps is a dot', () => {
  expect(partsOf(line('a', [1, 2, null, 4, null, 6, 7, 8]))).toEqual({
    sure: [
      [0, 1],
      [5, 6, 7],
    ],
    unsure: [],
    alone: [3],
    open: [],
  })
})

test('the way to a point that may still change, and from it, is unsure', () => {
  const states = ['final', 'final', 'partial', 'final', 'final', 'estimated'] as const
  expect(partsOf(line('a', [1, 2, 3, 4, 5, 6], { states }))).toEqual({
    sure: [
      [0, 1],
      [3, 4],
    ],
    unsure: [
      [1, 2, 3],
      [4, 5],
    ],
    alone: [],
    open: [2, 5],
  })
})

test('no line leads to a category that follows on a break; a point between two of them is a dot', () => {
  expect(partsOf(line('a', [1, 2, 3, 4, 5], { breaks: new Set([2, 3]) }))).toEqual({
    sure: [
      [0, 1],
      [3, 4],
    ],
    unsure: [],
    alone: [2],
    open: [],
  })
})

test('every two neighbours are joined exactly once, surely only between sure points, and no run crosses a gap', () => {
  fc.assert(
    fc.property(anySeries('line'), ([one]) => {
      if (one === undefined) return
      const { sure, unsure, alone, open } = partsOf(one)
      const joins = (runs: number[][]) =>
        runs.flatMap((run) => run.slice(1).map((to, n) => [run[n] ?? -1, to] as const))
      for (const [from, to] of [...joins(sure), ...joins(unsure)]) expect(to - from).toBe(1)
      const isThere = (index: number) => valueAt(one, index) !== null
      const pairs = one.data.flatMap((_, index) => (isThere(index) && isThere(index + 1) ? [index] : []))
      const isSure = (index: number) => !isUnsureAt(one, index) && !isUnsureAt(one, index + 1)
      expect(joins(sure).map(([from]) => from)).toEqual(pairs.filter(isSure))
      expect(joins(unsure).map(([from]) => from)).toEqual(pairs.filter((index) => !isSure(index)))
      expect(open).toEqual(one.data.flatMap((_, index) => (isThere(index) && isUnsureAt(one, index) ? [index] : [])))
      expect(alone).toEqual(
        one.data.flatMap((_, index) =>
          isThere(index) && !isUnsureAt(one, index) && !isThere(index - 1) && !isThere(index + 1) ? [index] : [],
        ),
      )
    }),
  )
})

test('of each pixel of a run the first, lowest, highest and last point stay, in their order, and runs stay apart', () => {
  const runs: Runs = { at: Uint32Array.from([0, 1, 2, 3, 4, 9, 10, 11]), ends: Uint32Array.from([5, 8]) }
  const values = Float64Array.from([5, 9, 1, 4, 6, 0, 0, 0, 0, 7, 7, 7])
  expect(listed(downsample(runs, values, 8))).toEqual([
    [0, 1, 2, 4],
    [9, 11],
  ])
})

test('for any line, each run begins and ends where it did and reaches as low and as high', () => {
  fc.assert(
    fc.property(
      fc.array(fc.option(fc.integer({ min: -50, max: 50 })), { maxLength: 300 }),
      fc.integer({ min: 2, max: 40 }),
      (data, perPixel) => {
        const one = line('a', data)
        const to = spansOf([one], data.length).get(one)?.to ?? new Float64Array()
        const whole = linePartsOf(one, { from: to, to }).sure
        const [before, after] = [listed(whole), listed(downsample(whole, to, perPixel))]
        const facts = (run: number[]) => {
          const values = run.map((index) => to[index] ?? 0)
          return [run[0], run.at(-1), Math.min(...values), Math.max(...values)]
        }
        expect(after.map(facts)).toEqual(before.map(facts))
        for (const run of after) expect(run).toEqual(run.toSorted((a, b) => a - b))
      },
    ),
  )
})
