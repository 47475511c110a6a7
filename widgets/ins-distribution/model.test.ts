import { expect, test } from 'vitest'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, WHOLE } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('ins-distribution')
const options = { shape: 'auto' as const, edgesMinutes: [5, 15, 30] }
const ranges = (...values: (number | null)[]) => Object.fromEntries(values.map((value, k) => [`insInRange${k}`, value]))

test('each range has its count and its share in both periods, and the change of the share in points', () => {
  const rows = factFrame([
    { period: 'comparing', ins: 200, ...ranges(100, 50, 30, 20), ...WHOLE },
    { period: 'reference', ins: 100, ...ranges(40, 30, 20, 10), ...WHOLE },
  ])
  const { columns, rows: cells, totals } = project(options, { rows }, context)
  expect(columns.map(({ id }) => id)).toEqual([
    'range',
    'comparing',
    'comparingShare',
    'reference',
    'referenceShare',
    'shareChange',
  ])
  expect(cells).toEqual([
    ['Up to 5 min', 100, 50, 40, 40, 10],
    ['Between 5 and 15 min', 50, 25, 30, 30, -5],
    ['Between 15 and 30 min', 30, 15, 20, 20, -5],
    ['More than 30 min', 20, 10, 10, 10, 0],
  ])
  expect(totals).toEqual({ comparing: 200, reference: 100 })
})

test('entries whose stay was not measured are a separate part', () => {
  const { rows: cells } = project(
    options,
    { rows: factFrame([{ period: 'comparing', ins: 100, ...ranges(40, 20, 10, 5), ...WHOLE }]) },
    context,
  )
  expect(cells.at(-1)).toEqual(['Not measured', 25, 25])
})

test('without any measured stay there are no shares', () => {
  const { rows: cells, totals } = project(
    options,
    { rows: factFrame([{ period: 'comparing', ins: null, ...ranges(null, null, null, null), ...WHOLE }]) },
    context,
  )
  expect(cells.map((row) => row.slice(1))).toEqual(Array.from({ length: 4 }, () => [null, null]))
  expect(totals.comparing).toBeNull()
})

test('the labels follow the edges in force', () => {
  const { rows: cells } = project(
    { ...options, edgesMinutes: [10, 30, 60] },
    { rows: factFrame([{ period: 'comparing', ins: 4, ...ranges(1, 1, 1, 1), ...WHOLE }]) },
    context,
  )
  expect(cells.map(([label]) => label)).toEqual([
    'Up to 10 min',
    'Between 10 and 30 min',
    'Between 30 and 60 min',
    'More than 60 min',
  ])
})
