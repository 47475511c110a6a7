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

test('the five figures stand in order, and every value is in the whiskers or an outlier', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1, maxLength: 60 }), (values) => {
      const { low, q1, median, q3, high, outliers } = spreadOf(values) as NonNullable<ReturnType<typeof spreadOf>>
      expect([low, q1, median, q3, high]).toEqual([low, q1, median, q3, high].toSorted((a, b) => a - b))
      expect(values.filter((value) => value >= low && value <= high).length + outliers.length).toBe(values.length)
    }),
  )
})

test('boxes stand by their median; a member without values stands last', () => {
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
