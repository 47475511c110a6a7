import { expect, test } from 'vitest'
import { fromRows, toRows } from '../frame-build.ts'
import type { Cell, Column } from '../frame.ts'
import { INCOMPARABLE } from '../metrics/paired.ts'
import { runTransform } from './run.ts'

const COLUMNS: readonly Column[] = [
  { id: 'period', type: 'text', role: 'dim' },
  { id: 'day', type: 'day', role: 'dim' },
  ...['ins', 'ins.unpaired', INCOMPARABLE].map((id): Column => ({ id, type: 'int', role: 'measure', unit: 'count' })),
]
const days = fromRows(COLUMNS, [
  ['comparing', 1, 30, 10, 0],
  ['comparing', 2, 40, 0, 3],
  ['reference', 1, 10, 0, 0],
  ['reference', 2, 70, 30, 0],
])
const rows = (...steps: readonly unknown[]) => {
  const { frame } = runTransform(days, steps)
  return toRows(frame).map((row) => Object.fromEntries(frame.columns.map(({ id }, at) => [id, row[at] as Cell])))
}

test('the basis of a sum follows it, requested or not, under the name of the sum', () => {
  const named = { visitors: { fn: 'total', of: 'ins' } }
  expect(rows({ op: 'aggregate', by: ['period'], measures: named })).toEqual([
    { period: 'comparing', visitors: 70, 'visitors.unpaired': 10, [INCOMPARABLE]: 3 },
    { period: 'reference', visitors: 80, 'visitors.unpaired': 30, [INCOMPARABLE]: 0 },
  ])
  expect(rows({ op: 'aggregate', by: ['period'], measures: 'all' })[0]).toEqual({
    period: 'comparing',
    ins: 70,
    'ins.unpaired': 10,
    [INCOMPARABLE]: 3,
  })
})

test('a largest day is compared with the largest of the days both periods have; so are a mean and a metric', () => {
  const of = (fn: string) => ({ op: 'aggregate', by: ['period'], measures: { day: { fn, of: 'ins' } } })
  const parts = (...steps: readonly unknown[]) =>
    rows(...steps).map(({ day, 'day.unpaired': off }) => [day, Number(day) - Number(off ?? 0)])
  // Of 30 and 40 both have 20 and 40; of 10 and 70 both have 10 and 40.
  expect(parts(of('max'))).toEqual([
    [40, 40],
    [70, 40],
  ])
  expect(parts(of('min'))).toEqual([
    [30, 20],
    [10, 10],
  ])
  expect(parts(of('averageIgnoringNulls'))).toEqual([
    [35, 30],
    [40, 25],
  ])
  const change = { op: 'compare', by: 'period', key: [], of: ['day'], as: { pct: 'percent' } }
  expect(rows(of('max'), change)).toEqual([{ day: 40, 'day.reference': 70, 'day.pct': 0 }])
  const mean = [
    { op: 'aggregate', by: ['period'], measures: 'all' },
    { op: 'derive', as: 'day', ratio: ['ins', 'ins'], scale: 100 },
  ]
  expect(rows(...mean, change)).toEqual([{ day: 100, 'day.reference': 100, 'day.pct': 0 }])
})

test('a metric of each row is compared over the common hours of both periods, and has no change without any', () => {
  const people: readonly Column[] = [
    { id: 'period', type: 'text', role: 'dim' },
    { id: 'day', type: 'day', role: 'dim' },
    ...['peopleS', 'peopleS.unpaired', 'measuredS', 'measuredS.unpaired'].map((id): Column => ({
      id,
      type: 'int',
      role: 'measure',
      unit: 'seconds',
    })),
  ]
  const { frame } = runTransform(
    fromRows(people, [
      ['comparing', 1, 100, 0, 100, 0],
      ['comparing', 2, 100, 100, 50, 50],
      ['reference', 1, 500, 400, 200, 100],
      ['reference', 2, 300, 300, 100, 100],
    ]),
    [
      { op: 'derive', as: 'inside', metric: 'meanInside' },
      { op: 'compare', by: 'period', of: ['inside'], as: { pct: 'percent', abs: 'abs' } },
    ],
  )
  expect(toRows(frame)).toEqual([
    [1, 1, 2.5, 0, 0],
    [2, 2, 3, null, null],
  ])
})

test('a measure that is renamed keeps its part', () => {
  expect(Object.keys(rows({ op: 'rename', columns: { ins: 'visitors' } })[0] ?? {})).toEqual([
    'period',
    'day',
    'visitors',
    'visitors.unpaired',
    INCOMPARABLE,
  ])
})

test('a comparison shows the whole sums, and changes by the common part of both periods', () => {
  const all = [
    { op: 'aggregate', by: ['period'], measures: 'all' },
    { op: 'compare', by: 'period', as: { change: 'percent', more: 'abs' } },
  ]
  expect(rows(...all)).toEqual([{ ins: 70, 'ins.reference': 80, 'ins.change': 20, 'ins.more': 10 }])
})

test('a column that is made of two periods says so, through sums and formulas; the figures of each period do not', () => {
  const changes = (...steps: readonly unknown[]) =>
    runTransform(days, steps).frame.columns.flatMap(({ id, isChange }) => (isChange === true ? [id] : []))
  const compared = { op: 'compare', by: 'period', of: ['ins'], as: { delta: 'abs', pct: 'percent' } }
  expect(changes(compared)).toEqual(['ins.delta', 'ins.pct'])
  const sums = { more: { fn: 'total', of: 'ins.delta' }, ins: { fn: 'total', of: 'ins' } }
  expect(changes(compared, { op: 'aggregate', by: [], measures: sums })).toEqual(['more'])
  const minus = { of: { minus: ['ins', 'ins.reference'] } }
  expect(changes(compared, { op: 'derive', as: 'more', formula: minus })).toContain('more')
  expect(changes(compared, { op: 'derive', as: 'twice', formula: { of: { plus: ['ins', 'ins'] } } })).not.toContain(
    'twice',
  )
  expect(changes(compared, { op: 'derive', as: 'more', difference: ['ins', 'ins.reference'] })).toContain('more')
  expect(changes(compared, { op: 'rename', columns: { 'ins.delta': 'more' } })).toEqual(['more', 'ins.pct'])
})
