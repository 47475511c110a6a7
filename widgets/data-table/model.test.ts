import { expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { fromRows } from '#domain/frame-build'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('data-table')
const OPTIONS: Parameters<typeof project>[0] = {
  rows: ['local'],
  columns: [
    { column: 'type' },
    { column: 'ins', kind: 'bar' },
    { column: 'ins', kind: 'change' },
    { column: 'captureRate' },
  ],
  totals: true,
  coverage: true,
  sort: 2,
  descending: true,
  paging: 'all',
  names: [],
}
const ROWS: Fact[] = [
  { period: 'comparing', local: 11, type: 'street', ...WHOLE, ins: 100, fro: 400 },
  { period: 'comparing', local: 12, type: 'mall', ...WHOLE, ins: 10, fro: 10 },
  { period: 'comparing', local: 13, type: 'mall', ...LOST, ins: null, fro: null },
  { period: 'reference', local: 11, type: 'street', ...WHOLE, ins: 80, fro: 400 },
]

test('a row for each member, with text, amount, change, ratio and coverage; a missing value is a dash', () => {
  const { columns, rows, states, drawn } = project(OPTIONS, { rows: factFrame(ROWS) }, context)
  expect(columns.map(({ id, format }) => [id, format])).toEqual([
    ['local', 'text'],
    ['type', 'text'],
    ['ins', 'count'],
    ['ins.change', 'delta'],
    ['captureRate', 'percent'],
    ['coverage', 'percent'],
  ])
  expect(rows).toEqual([
    ['Gran Vía', 'street', 100, 25, 20, 100],
    ['Passeig de Gràcia', 'mall', 10, null, 50, 100],
    ['Colón', 'mall', null, null, null, 0],
  ])
  expect([states, drawn.find(({ kind }) => kind === 'bar')?.max]).toEqual([['final', 'final', 'missing'], 100])
})

test('the ratio of the totals is that of the sums, never a mean of ratios', () => {
  const { totals } = project({ ...OPTIONS, coverage: false }, { rows: factFrame(ROWS.slice(0, 2)) }, context)
  expect(totals).toEqual({ ins: 110, 'ins.change': null, captureRate: (100 * 110) / 520 })
})

test('the most at a place is in no total: the places have theirs at different times', () => {
  const rows = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim', unit: 'id' },
      { id: 'boardings', type: 'int', role: 'measure', unit: 'count' },
      { id: 'peakBoardings', type: 'int', role: 'measure', unit: 'count' },
    ],
    [
      [11, 100, 30],
      [12, 50, 20],
    ],
  )
  const columns = [{ column: 'boardings' }, { column: 'peakBoardings' }]
  expect(project({ ...OPTIONS, columns, coverage: false }, { rows }, context)).toMatchObject({
    rows: [
      ['Gran Vía', 100, 30],
      ['Passeig de Gràcia', 50, 20],
    ],
    totals: { boardings: 150, peakBoardings: null },
  })
})

test('percentages that a step has made are in no total', () => {
  const rows = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim', unit: 'id' },
      { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
      { id: 'ins.pct', type: 'float', role: 'measure', unit: 'percent' },
    ],
    [
      [11, 100, 2.7],
      [12, 10, 40],
    ],
  )
  const columns = [{ column: 'ins' }, { column: 'ins.pct' }]
  expect(project({ ...OPTIONS, columns, coverage: false }, { rows }, context).totals).toEqual({
    ins: 110,
    'ins.pct': null,
  })
})

test('one row needs no totals', () => {
  expect(project(OPTIONS, { rows: factFrame(ROWS.slice(0, 1)) }, context).totals).toBeNull()
})

test('the course of a row comes from the second input and is a separate table', () => {
  const spark = fromRows(
    [
      { id: 'local', type: 'int', role: 'dim' },
      { id: 'day', type: 'day', role: 'dim' },
      { id: 'ins', type: 'int', role: 'measure', unit: 'count' },
    ],
    [
      [11, 20_767, 60],
      [11, 20_766, 40],
      [12, 20_767, null],
    ],
  )
  const { drawn, courses, parts, columns } = project(
    { ...OPTIONS, columns: [{ column: 'ins', kind: 'course' }], coverage: false },
    { rows: factFrame(ROWS.slice(0, 2)), spark },
    context,
  )
  expect(drawn.map(({ kind }) => kind)).toEqual(['dim', 'course'])
  expect(courses?.map(({ values }) => values)).toEqual([
    [40, 60],
    [null, null],
  ])
  expect(columns.map(({ id }) => id)).toEqual(['local'])
  expect(parts?.[1]?.projection.rows).toEqual([
    [20_766, 40, null],
    [20_767, 60, null],
  ])
})

test('gaps of the reference mark the change and say why, estimates only where the measure holds them', () => {
  const GONE = { ...WHOLE, observed: 300, missingHours: 1 }
  const before: Fact[] = [
    {
      period: 'reference',
      local: 11,
      type: 'street',
      ...GONE,
      ins: 80,
      fro: 400,
      'ins.estimated': 20,
      'ins.variance': 25,
    },
    { period: 'reference', local: 12, type: 'mall', ...WHOLE, ins: 10, fro: 10, 'ins.estimated': 0, 'ins.variance': 0 },
    {
      period: 'reference',
      local: 13,
      type: 'mall',
      ...LOST,
      ins: null,
      fro: null,
      'ins.estimated': 0,
      'ins.variance': 0,
    },
  ]
  const columns = [
    { column: 'ins', kind: 'change' },
    { column: 'fro', kind: 'change' },
  ] as const
  const { columnStates, gaps, states } = project(
    { ...OPTIONS, columns: [...columns] },
    { rows: factFrame([...ROWS.slice(0, 3), ...before]) },
    context,
  )
  expect(states).toEqual(['final', 'final', 'missing'])
  expect([columnStates?.['ins.change'], columnStates?.['fro.change']]).toEqual([
    ['estimated', 'final', 'missing'],
    ['partial', 'final', 'missing'],
  ])
  expect(gaps).toEqual([
    {
      'ins.change': { state: 'estimated', words: 'Week before: Includes about 20 estimated (20.0%). 95%: 90 to 110.' },
      'fro.change': { state: 'partial', words: 'Week before: 1 of 4 hours did not arrive.' },
    },
    { 'ins.change': null, 'fro.change': null },
    {
      'ins.change': { state: 'missing', words: 'Week before: 4 of 4 hours did not arrive.' },
      'fro.change': { state: 'missing', words: 'Week before: 4 of 4 hours did not arrive.' },
    },
  ])
})

test('a row with sales of the tills and no people of a counter is incomplete, not without data', () => {
  const rows = factFrame([{ period: 'comparing', local: 11, ...LOST, ins: null, visits: null, tickets: 3, sales: 150 }])
  const columns = ['sales', 'conversionRate'].map((column) => ({ column, label: '', kind: 'auto' as const }))
  const projection = project({ ...OPTIONS, columns }, { rows }, context)
  expect(projection.rows[0]?.slice(0, 3)).toEqual(['Gran Vía', 150, null])
  expect([projection.states, projection.passport?.state]).toEqual([['partial'], 'partial'])
  const alone = project({ ...OPTIONS, columns: columns.slice(0, 1) }, { rows }, context)
  expect([alone.states, alone.passport?.state]).toEqual([['final'], 'final'])
})

test('a column that the steps made of two periods says so beside its format', () => {
  const frame = factFrame(ROWS)
  const rows = {
    ...frame,
    columns: frame.columns.map((column) =>
      column.id === 'fro' ? { ...column, id: 'fro.delta', isChange: true as const } : column,
    ),
  }
  const { columns } = project({ ...OPTIONS, columns: [{ column: 'fro.delta' }, { column: 'ins' }] }, { rows }, context)
  expect(columns.flatMap(({ id, isChange }) => (isChange === true ? [id] : []))).toEqual(['fro.delta'])
})

test('a table by day has the change of each day against the one that it is compared with', () => {
  const rows = factFrame([
    { period: 'comparing', day: dayNumber('2026-11-09'), ...WHOLE, ins: 100, fro: 300 },
    { period: 'reference', day: dayNumber('2026-11-02'), ...WHOLE, ins: 50, fro: 300 },
  ])
  const columns = [{ column: 'ins' }, { column: 'ins', kind: 'change' as const }]
  const byDay = project({ ...OPTIONS, rows: ['day'], columns, coverage: false, sort: 0 }, { rows }, context)
  expect([byDay.rows, byDay.states]).toEqual([[[dayNumber('2026-11-09'), 100, 100]], ['final']])
})
