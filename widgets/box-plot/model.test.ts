import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'
import { spreadOf } from './spread.ts'

const context = contextOf('box-plot')
const OPTIONS: Parameters<typeof project>[0] = {
  category: 'local',
  samples: 'day',
  measure: 'ins',
  sort: 'valueDown',
  top: 12,
  names: [],
}
const days = (local: number, values: readonly (number | null)[]): Fact[] =>
  values.map((ins, day) => ({ period: 'comparing', local, day: 20_766 + day, ...WHOLE, ins }))

test('the spread of one to nine and a hundred: the hundred is beyond the whiskers', () => {
  expect(spreadOf([5, 1, 9, 3, 7, 2, 8, 4, 6, 100])).toEqual({
    n: 10,
    low: 1,
    q1: 3.25,
    median: 5.5,
    q3: 7.75,
    high: 9,
    outliers: [100],
  })
  expect([spreadOf([]), spreadOf([4])]).toEqual([
    null,
    { n: 1, low: 4, q1: 4, median: 4, q3: 4, high: 4, outliers: [] },
  ])
})

test('the five figures are in order, and every value is in the whiskers or an outlier', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 60 }), (values) => {
      const { low, q1, median, q3, high, outliers } = spreadOf(values) as NonNullable<ReturnType<typeof spreadOf>>
      expect([low, q1, median, q3, high]).toEqual([low, q1, median, q3, high].toSorted((a, b) => a - b))
      expect(values.filter((value) => value >= low && value <= high).length + outliers.length).toBe(values.length)
    }),
  )
})

test('boxes are sorted by their median; a member without values is last', () => {
  const { rows } = project(
    OPTIONS,
    { rows: factFrame([...days(11, [1, 2, 3]), ...days(12, [7, 9, 8]), ...days(13, [null])]) },
    context,
  )
  expect(rows).toEqual([
    ['Passeig de Gràcia', 3, 7, 7.5, 8, 8.5, 9, 0],
    ['Gran Vía', 3, 1, 1.5, 2, 2.5, 3, 0],
    ['Colón', 0, null, null, null, null, null, null],
  ])
})

test('a day that is not over is no value of an amount, but it is one of a ratio', () => {
  const rows = factFrame([
    { period: 'comparing', local: 11, day: 1, ...WHOLE, ins: 50, fro: 150 },
    { period: 'comparing', local: 11, day: 2, ...RUNNING, ins: 5, fro: 5 },
  ])
  expect(project(OPTIONS, { rows }, context).boxes[0]?.values).toEqual([50])
  expect(project({ ...OPTIONS, measure: 'captureRate' }, { rows }, context).boxes[0]?.values).toEqual([25, 50])
})

/** A day of which a share did not come; with estimates what would have come is beside it. */
const gap = (local: number, day: number, ins: number, estimated: number | null): Fact => ({
  period: 'comparing',
  local,
  day,
  ...WHOLE,
  observed: 300,
  missingHours: 1,
  ins,
  ...(estimated !== null && { 'ins.estimated': estimated, 'ins.variance': 16 }),
})
const whole = (local: number, day: number, ins: number, withEstimates: boolean): Fact => ({
  period: 'comparing',
  local,
  day,
  ...WHOLE,
  ins,
  ...(withEstimates && { 'ins.estimated': 0, 'ins.variance': 0 }),
})

test('a day that lacks hours is no value as counted, and the box says how many were left out', () => {
  const rows = factFrame([whole(11, 1, 100, false), whole(11, 2, 110, false), gap(11, 3, 70, null)])
  const projection = project(OPTIONS, { rows }, context)
  expect(projection.boxes[0]).toMatchObject({ values: [100, 110], leftOut: 1, filled: 0, state: 'final' })
  expect(projection.columns.at(-1)?.id).toBe('leftOut')
  expect(projection.rows[0]?.at(-1)).toBe(1)
  expect(projection.summary).toContain('Values left out because they are not complete: 1.')
})

test('with estimates it is a value, the box is marked, and the values that hold an estimate are counted', () => {
  const rows = factFrame([whole(11, 1, 100, true), whole(11, 2, 110, true), gap(11, 3, 70, 25), whole(12, 1, 9, true)])
  const projection = project(OPTIONS, { rows }, context)
  expect(projection.boxes.map(({ values, filled, leftOut, state }) => ({ values, filled, leftOut, state }))).toEqual([
    { values: [95, 100, 110], filled: 1, leftOut: 0, state: 'estimated' },
    { values: [9], filled: 0, leftOut: 0, state: 'final' },
  ])
  expect(projection.columns.at(-1)?.id).toBe('filled')
  expect(projection.rows.map((row) => row.at(-1))).toEqual([1, 0])
  expect(projection.summary).toContain('Values that include estimates: 1.')
})

test('a day of which most would be an estimate is no value, nor one with hours that have no estimate', () => {
  const rows = factFrame([
    whole(11, 1, 100, true),
    { ...gap(11, 2, 20, 80), observed: 80, missingHours: 3 },
    { ...gap(11, 3, 70, 0), 'ins.unestimated': 1 },
  ])
  expect(project(OPTIONS, { rows }, context).boxes[0]).toMatchObject({ values: [100], leftOut: 2, filled: 0 })
})
