import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const MONDAY = 20766
const context = contextOf('range-band')
const OPTIONS: Parameters<typeof project>[0] = {
  measure: 'ins',
  samples: 'local',
  granularity: 'day',
  low: '',
  high: '',
  look: 'band',
  names: [],
}
const at = (day: number, local: number, ins: number | null, more: Fact = WHOLE): Fact => ({
  period: 'comparing',
  day: MONDAY + day,
  local,
  ...more,
  ins,
})
const of = (rows: readonly Fact[], options: Partial<typeof OPTIONS> = {}) =>
  project({ ...OPTIONS, ...options }, { rows: factFrame(rows) }, context)
const figures = (rows: readonly Fact[], options: Partial<typeof OPTIONS> = {}) =>
  of(rows, options).steps.map(({ least, mean, most, count }) => [least, mean, most, count])

test('each day has the least, the mean and the greatest of its stores; a day without any is missing, no zero', () => {
  const { steps, rows } = of([at(0, 11, 10), at(0, 12, 50), at(0, 13, 30), at(1, 11, null, LOST), at(2, 11, 7)])
  expect(steps.slice(0, 4).map(({ least, mean, most, state }) => [least, mean, most, state])).toEqual([
    [10, 30, 50, 'final'],
    [null, null, null, 'missing'],
    [7, 7, 7, 'final'],
    [null, null, null, 'closed'],
  ])
  expect(rows[0]).toEqual([MONDAY, 50, 30, 10, 3, 0])
})

test('an unfinished step is no value, and is counted, noted and drawn as unfinished', () => {
  const { steps, rows, summary } = of([at(0, 11, 10), at(0, 12, 50), at(0, 13, 1, RUNNING)])
  expect([steps[0]?.least, steps[0]?.leftOut, steps[0]?.state, steps[0]?.reason]).toEqual([
    10,
    1,
    'partial',
    '1 of 3 values are left out because they are not complete.',
  ])
  expect(rows[0]?.at(-1)).toBe(1)
  expect(summary).toContain('Values left out because they are not complete: 1.')
})

test('where each value is a day, a step is a week at least', () => {
  const rows = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [at(day, 11, 10 * day), at(day, 12, day)])
  expect(figures(rows, { samples: 'day' })).toEqual([[0, 33, 66, 7]])
})

test('in weeks a value is the sum of a store over its days', () => {
  const rows = [0, 1, 2, 3, 4, 5, 6].flatMap((day) => [at(day, 11, 10), at(day, 12, 1)])
  expect(figures(rows, { granularity: 'week' })).toEqual([[7, 38.5, 70, 2]])
})

test('a ratio has no mean of its values: the middle is the ratio of all of them together', () => {
  const rows = [
    { ...at(0, 11, 10), fro: 100 },
    { ...at(0, 12, 90), fro: 100 },
    { ...at(0, 13, 100), fro: 1000 },
  ]
  const { steps, columns } = of(rows, { measure: 'captureRate' })
  expect(steps[0]?.mean).toBeCloseTo((100 * 200) / 1400)
  expect(steps[0]?.least).toBeCloseTo((100 * 10) / 110)
  expect(columns.map(({ label }) => label)).toContain('All together')
})

test('the reference is not drawn: two bands on each other hide both', () => {
  const before = (day: number): Fact => ({ ...at(day, 11, 99), period: 'reference', day: MONDAY - 9 + day })
  const rows = [at(0, 11, 10), ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map(before)]
  expect([figures(rows)[0], figures(rows).length]).toEqual([[10, 10, 10, 1], 7])
})

const FORECAST = { measure: 'people', low: 'from', high: 'to' }
test('of a forecast the bounds are columns; without one of them a day has its middle alone', () => {
  const rows = [
    { day: MONDAY, people: 10, from: 8, to: 13 },
    { day: MONDAY + 1, people: 11, from: null, to: 13 },
    { day: MONDAY + 2, people: 12, from: 14, to: 13 },
  ]
  expect(figures(rows, FORECAST).slice(0, 4)).toEqual([
    [8, 10, 13, 1],
    [null, 11, null, 1],
    [null, 12, null, 1],
    [null, null, null, 0],
  ])
})

test('bounds are never added up: a day with several rows has none, and says so', () => {
  const rows = [11, 12].map((local) => ({ day: MONDAY, local, people: 10, from: 8, to: 13 }))
  const { steps } = of(rows, FORECAST)
  expect([steps[0]?.least, steps[0]?.mean, steps[0]?.reason]).toEqual([
    null,
    null,
    'There are 2 rows for this day: bounds cannot be added up.',
  ])
})
