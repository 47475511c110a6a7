import { expect, test } from 'vitest'
import { driftOf, inferredCapacity, insideOf, minutesOf, staleAfterS } from './occupancy.ts'
import { levelAfter } from './occupancy-level.ts'

const days = (...pairs: readonly (readonly [number, number])[]) => pairs.map(([ins, outs]) => ({ ins, outs }))

test('fewer than five days of the same weekday are too few to judge a door', () => {
  expect(driftOf(days([100, 90], [100, 90], [100, 90], [100, 90]))).toBe(0)
  expect(driftOf(days([100, 90], [100, 90], [100, 90], [100, 90], [0, 5]))).toBe(0)
})

test('the drift is the median of the remainders, so that one bad day does not count, and never more than a door may lose', () => {
  expect(driftOf(days([100, 98], [100, 96], [100, 97], [100, 20], [100, 98]))).toBe(0.03)
  expect(driftOf(days([100, 98], [100, 96], [100, 97], [100, 20], [100, 98], [100, 95]))).toBeCloseTo(0.035)
  expect(driftOf(days([100, 0], [100, 0], [100, 0], [100, 0], [100, 0]))).toBe(0.15)
})

test('people inside are whole, never below zero, and keep the count beside the corrected value', () => {
  expect(insideOf({ ins: 200, outs: 150 }, 0.03)).toEqual({ people: 44, raw: 50, drift: 6 })
  expect(insideOf({ ins: 10, outs: 14 }, 0)).toEqual({ people: 0, raw: -4, drift: 0 })
  expect(insideOf({ ins: 200, outs: 200 }, -0.05)).toEqual({ people: 10, raw: 0, drift: -10 })
})

test('a missing capacity is 1.2 times the most that was seen; without data there is none', () => {
  expect([50, 51, 0, null].map(inferredCapacity)).toEqual([60, 62, null, null])
})

test('a door is silent after five minutes, or after two of its intervals where those are longer', () => {
  expect([60, 150, 900].map(staleAfterS)).toEqual([300, 300, 1800])
})

test('a level is reached at its edge and left three points below it', () => {
  const edges = { mid: 60, high: 85 }
  expect([[59.9], [60], [85], [100], [130]].map((shares) => levelAfter(shares, edges))).toEqual([
    'low',
    'mid',
    'high',
    'over',
    'over',
  ])
  expect(
    [
      [60, 58],
      [60, 56.9],
      [100, 97],
      [100, 96.9],
      [100, 82],
      [100, 40],
    ].map((shares) => levelAfter(shares, edges)),
  ).toEqual(['mid', 'low', 'over', 'high', 'high', 'low'])
  expect([levelAfter([null], edges), levelAfter([90, null], edges), levelAfter([], edges)]).toEqual([
    null,
    'high',
    null,
  ])
})

test('crossings are spread evenly over the minutes they belong to, and none is lost', () => {
  const [begin, minute] = [600_000, 60_000]
  expect(
    minutesOf(
      [
        { from: begin - minute, to: begin + 2 * minute, ins: 9, outs: 3 },
        { from: begin + minute + 1, to: begin + minute + 1, ins: 2, outs: 0 },
      ],
      begin,
      begin + 3 * minute,
    ),
  ).toEqual([
    { ins: 3, outs: 1 },
    { ins: 5, outs: 1 },
    { ins: 0, outs: 0 },
  ])
  expect(
    minutesOf(
      [
        { from: begin - 1, to: begin - 1, ins: 5, outs: 5 },
        { from: begin + 9 * minute, to: begin + 9 * minute, ins: 5, outs: 5 },
      ],
      begin,
      begin + minute,
    ),
  ).toEqual([{ ins: 0, outs: 0 }])
})
