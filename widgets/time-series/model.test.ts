import { expect, test } from 'vitest'
import { fromRows } from '#domain/frame-build'
import { HOLIDAYS } from '#domain/holiday-columns'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const context = contextOf('time-series')
const alone = {
  ...context,
  periods: { comparing: { begin: '2026-11-09', end: '2026-11-10', name: 'custom' }, reference: null },
}
const OPTIONS: Parameters<typeof project>[0] = {
  measures: [{ measure: 'ins' }],
  split: '',
  top: 5,
  granularity: 'auto',
  showReference: true,
  thresholds: [],
  legend: 'auto',
  names: [],
}
/** Monday 9 November 2026. */
const MONDAY = 20_766

test('days of both periods lie on each other by their place, and a lost day is a gap', () => {
  const rows = factFrame([
    { period: 'comparing', index: 0, day: MONDAY, ...WHOLE, ins: 5000 },
    { period: 'comparing', index: 1, day: MONDAY + 1, ...LOST, ins: null },
    { period: 'comparing', index: 2, day: MONDAY + 2, ...RUNNING, ins: 100 },
    { period: 'reference', index: 0, day: MONDAY - 7, ...WHOLE, ins: 4000 },
  ])
  const { columns, rows: cells, columnStates, reasons } = project(OPTIONS, { rows }, context)
  expect(columns.map(({ id }) => id)).toEqual(['day', 'referenceDay', 'ins.comparing', 'ins.reference', 'ins.change'])
  expect(cells.slice(0, 3)).toEqual([
    [MONDAY, MONDAY - 7, 5000, 4000, 25],
    [MONDAY + 1, MONDAY - 6, null, null, null],
    [MONDAY + 2, MONDAY - 5, 100, null, null],
  ])
  expect(columnStates?.['ins.comparing']?.slice(0, 3)).toEqual(['final', 'missing', 'partial'])
  expect(reasons.slice(0, 3)).toEqual([null, '4 of 4 hours did not arrive.', '1 of 4 hours are not over yet.'])
})

test('without the reference none of its days that have no counterpart is left', () => {
  const rows = factFrame([
    { period: 'comparing', index: 0, day: MONDAY, ...WHOLE, ins: 5000 },
    { period: 'comparing', index: 1, day: MONDAY + 1, ...WHOLE, ins: 6000 },
    { period: 'reference', index: 0, day: MONDAY - 9, ...WHOLE, ins: 3000 },
    { period: 'reference', index: 2, day: MONDAY - 7, ...WHOLE, ins: 4000 },
  ])
  const shifted = {
    ...context,
    periods: {
      comparing: { begin: '2026-11-09', end: '2026-11-15', name: 'custom' as const },
      reference: { begin: '2026-10-31', end: '2026-11-08', name: 'custom' as const },
    },
  }
  const drawn = project({ ...OPTIONS, showReference: false }, { rows }, shifted)
  expect(drawn.rows.map(([day, ins]) => [day, ins]).slice(0, 2)).toEqual([
    [MONDAY, 5000],
    [MONDAY + 1, 6000],
  ])
})

test('no line leads across a night, nor across an hour without a row', () => {
  const rows = factFrame(
    [
      [0, 20],
      [0, 21],
      [1, 10],
      [1, 11],
      [1, 13],
    ].map(([day, hour]): Fact => ({
      period: 'comparing',
      day: MONDAY + (day as number),
      hour: hour as number,
      ins: 10,
    })),
  )
  const { breaks, rows: cells } = project(OPTIONS, { rows }, alone)
  expect(breaks).toEqual([2, 4])
  expect(cells.map(([day, hour, ins]) => [(day as number) - MONDAY, hour, ins])).toEqual([
    [0, 20, 10],
    [0, 21, 10],
    [1, 10, 10],
    [1, 11, 10],
    [1, 13, 10],
  ])
})

test('a holiday is named at its day, once where the steps are hours, and in the table', () => {
  const holidays = fromRows(HOLIDAYS, [[MONDAY + 1, 'Almudena', 2, 1, 3]])
  const hours = factFrame(
    [
      [0, 20],
      [1, 10],
      [1, 11],
    ].map(([day, hour]): Fact => ({
      period: 'comparing',
      day: MONDAY + (day as number),
      hour: hour as number,
      ...WHOLE,
      ins: 10,
    })),
  )
  const note = { short: 'Almudena', text: 'Almudena: 1 of 3 stores closed.' }
  const { notes, columns, rows: cells } = project(OPTIONS, { rows: hours, holidays }, alone)
  expect([notes, cells.map((row) => row[columns.findIndex(({ id }) => id === 'holidays')])]).toEqual([
    [null, note, null],
    [null, note.text, null],
  ])
  const days = factFrame(
    [0, 1].map((index): Fact => ({ period: 'comparing', index, day: MONDAY + index, ...WHOLE, ins: 10 })),
  )
  expect(project(OPTIONS, { rows: days, holidays }, alone).notes).toEqual([null, note])
  expect(project(OPTIONS, { rows: days }, alone).columns.some(({ id }) => id === 'holidays')).toBe(false)
})

test('split, the largest members are drawn and the rest is Others', () => {
  const rows = factFrame(
    [11, 12, 13, 14].flatMap((local): Fact[] =>
      [0, 1].map((day) => ({ period: 'comparing', day: MONDAY + day, index: day, local, ins: 10 * (local - 10) })),
    ),
  )
  const { series, rows: cells } = project(
    { ...OPTIONS, split: 'local', top: 2, measures: [{ measure: 'ins', mark: 'area', stacked: true }] },
    { rows },
    alone,
  )
  expect(series?.map(({ name, tone, stack }) => [name, tone, stack])).toEqual([
    ['Larios', 0, 'all'],
    ['Colón', 1, 'all'],
    ['Others', -1, 'all'],
  ])
  expect(cells).toEqual([
    [MONDAY, 40, 30, 30],
    [MONDAY + 1, 40, 30, 30],
  ])
})

test('ratios are derived from sums and are in no stack; an axis on the right alone moves to the left', () => {
  const rows = factFrame([
    { period: 'comparing', index: 0, day: MONDAY, local: 1, fro: 400, ins: 100 },
    { period: 'comparing', index: 0, day: MONDAY, local: 2, fro: 10, ins: 10 },
  ])
  const { rows: cells, series } = project(
    { ...OPTIONS, measures: [{ measure: 'captureRate', axis: 'right', mark: 'area', stacked: true }] },
    { rows },
    alone,
  )
  expect(cells[0]?.[1]).toBeCloseTo(21.1538, 3)
  expect(series?.map(({ axis, stack }) => [axis, stack])).toEqual([[0, undefined]])
})

test('campaigns are stretches of the axis, and the table names them', () => {
  const rows = factFrame([0, 1, 2].map((day): Fact => ({ period: 'comparing', index: day, day: MONDAY + day, ins: 1 })))
  const marks = fromRows(
    [
      { id: 'name', type: 'text', role: 'dim' },
      { id: 'begin', type: 'day', role: 'dim' },
      { id: 'end', type: 'day', role: 'dim' },
    ],
    [
      ['Autumn', MONDAY + 1, MONDAY + 9],
      ['Long ago', MONDAY - 90, MONDAY - 80],
      ['Local holiday', MONDAY, null],
    ],
  )
  const { bands, rows: cells } = project(
    OPTIONS,
    { rows, marks },
    { ...alone, periods: { ...alone.periods, comparing: { ...alone.periods.comparing, end: '2026-11-11' } } },
  )
  expect(bands.map(({ from, to, label }) => [from, to, label])).toEqual([
    [0, 0, 'Local holiday'],
    [1, 2, 'Autumn'],
  ])
  expect(cells.map((row) => row.at(-1))).toEqual(['Local holiday', 'Autumn', 'Autumn'])
})

test('a gap of the reference period is marked and noted like one of the period, and a missing quiet hour is noted without a mark', () => {
  const rows = factFrame([
    { period: 'comparing', index: 0, day: MONDAY, ...WHOLE, ins: 5000 },
    { period: 'comparing', index: 1, day: MONDAY + 1, ...WHOLE, observed: 399, missingHours: 1, ins: 5000 },
    { period: 'reference', index: 0, day: MONDAY - 7, ...LOST, ins: null },
    { period: 'reference', index: 1, day: MONDAY - 6, ...WHOLE, ins: 4000 },
  ])
  const { columnStates, reasons } = project(OPTIONS, { rows }, context)
  expect(columnStates?.['ins.reference']?.slice(0, 2)).toEqual(['missing', 'final'])
  expect(columnStates?.['ins.comparing']?.slice(0, 2)).toEqual(['final', 'final'])
  expect([reasons[0]?.endsWith(': 4 of 4 hours did not arrive.'), reasons[1]]).toEqual([
    true,
    '1 of 4 hours did not arrive.',
  ])
})

test('an hour that did not arrive is named by its day and hour', () => {
  const rows = factFrame([
    { period: 'comparing', day: MONDAY, hour: 9, ...WHOLE, ins: 10 },
    { period: 'comparing', day: MONDAY, hour: 10, ...LOST, ins: null },
    { period: 'comparing', day: MONDAY, hour: 11, ...LOST, ins: null },
  ])
  expect(project(OPTIONS, { rows }, alone).summary).toMatch(/ 10:00, .* 11:00/)
})

test('a day of which more than half did not arrive has no figure, also with estimates', () => {
  const of = (estimatedIns: number) => {
    const { rows, reasons, columnStates } = project(
      OPTIONS,
      {
        rows: factFrame([
          {
            period: 'comparing',
            index: 0,
            day: MONDAY,
            ...WHOLE,
            observed: 100,
            missingHours: 3,
            estimatedIns,
            ins: 40,
          },
        ]),
      },
      alone,
    )
    return [rows[0]?.[1], reasons[0], columnStates?.['ins.comparing']?.[0]]
  }
  expect(of(0)).toEqual([null, '75.0% of the usual traffic did not arrive, so no figure is shown.', 'missing'])
  expect(of(900)).toEqual(of(0))
})

test('a column that cannot be added up is shown where each day is one row, and dropped where days are made of several', () => {
  const columns = [
    { id: 'period', type: 'text', role: 'dim' },
    { id: 'index', type: 'int', role: 'dim' },
    { id: 'day', type: 'day', role: 'dim' },
    { id: 'peak', type: 'float', role: 'measure', unit: 'ratio' },
  ] as const
  const peaks = { ...OPTIONS, measures: [{ measure: 'peak' }], granularity: 'day' as const, showReference: false }
  const shown = (rows: readonly (readonly [number, number])[]) =>
    project(
      peaks,
      {
        rows: fromRows(
          columns,
          rows.map(([index, peak]) => ['comparing', index, MONDAY + index, peak]),
        ),
      },
      alone,
    )
  const whole = shown([
    [0, 12],
    [1, 15],
  ])
  expect(whole.rows.map(([, peak]) => peak)).toEqual([12, 15])
  // Its sum is not known, its days are: the highest is said, not that there are none.
  expect(whole.summary).toMatch(/: 15 \(/)
  expect(
    shown([
      [0, 12],
      [0, 9],
      [1, 15],
    ]).rows.map(([, peak]) => peak),
  ).toEqual([null, null])
})
