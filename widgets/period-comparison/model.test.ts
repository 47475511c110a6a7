import { expect, test } from 'vitest'
import { dayNumber, isoDay } from '#domain/periods'
import { fromRows } from '#domain/frame-build'
import { HOLIDAYS } from '#domain/holiday-columns'
import { contextOf } from '../lib/test-support/context.ts'
import { factFrame, LOST, RUNNING, WHOLE } from '../lib/test-support/facts.ts'
import type { Fact } from '../lib/test-support/facts.ts'
import { project } from './model.ts'

const BEGIN = dayNumber('2026-11-09')
const DEFAULTS = { bars: 'ins', lines: 'captureRate', granularity: 'day', showReference: true } as const
const day = (period: 'comparing' | 'reference', index: number, atoms: Fact): Fact => ({
  period,
  index,
  day: BEGIN + index - (period === 'reference' ? 7 : 0),
  ...WHOLE,
  ...atoms,
})
const periods = {
  comparing: { begin: '2026-11-09', end: '2026-11-11', name: 'thisWeek' },
  reference: { begin: '2026-11-02', end: '2026-11-04', name: 'weekBefore' },
}
const context = contextOf('period-comparison', 'en', { periods })

const rows = factFrame([
  day('comparing', 0, { ins: 100, fro: 400 }),
  day('comparing', 1, { ...LOST, ins: null, fro: null }),
  day('comparing', 2, { ...RUNNING, ins: 30, fro: 170 }),
  day('reference', 0, { ins: 80, fro: 420 }),
  day('reference', 1, { ins: 90, fro: 410 }),
  day('reference', 2, { ins: 120, fro: 380 }),
])

test('each day is beside the same day of the reference, with the count, the ratio and both changes', () => {
  const { columns, rows: cells } = project(DEFAULTS, { rows }, context)
  expect(columns.map(({ id }) => id)).toEqual([
    'day',
    'referenceDay',
    'ins.comparing',
    'ins.reference',
    'ins.change',
    'captureRate.comparing',
    'captureRate.reference',
    'captureRate.change',
  ])
  expect(cells[0]).toEqual([BEGIN, BEGIN - 7, 100, 80, 25, 20, 16, 4])
})

test('campaigns are stretches of the period, and the table names them', () => {
  const marks = fromRows(
    [
      { id: 'name', type: 'text', role: 'dim' },
      { id: 'begin', type: 'day', role: 'dim' },
      { id: 'end', type: 'day', role: 'dim' },
    ],
    [
      ['Black Friday', BEGIN + 1, BEGIN + 9],
      ['Long ago', BEGIN - 90, BEGIN - 80],
    ],
  )
  const { bands, columns, rows: cells, summary } = project(DEFAULTS, { rows, marks }, context)
  expect(bands.map(({ from, to, label }) => [from, to, label])).toEqual([[1, 2, 'Black Friday']])
  expect(cells.map((row) => row[columns.findIndex(({ id }) => id === 'marks')])).toEqual([
    null,
    'Black Friday',
    'Black Friday',
  ])
  expect(summary).toMatch(/Marked: Black Friday\.$/)
})

test('holidays are named at their days, those of the reference too, and a closed day says that it is', () => {
  const holidays = fromRows(HOLIDAYS, [
    [BEGIN, 'Almudena', 2, 1, 3],
    [BEGIN + 1, 'Fiesta', 3, 3, 3],
    [BEGIN - 6, 'All Souls', 3, 0, 3],
    [BEGIN + 9, 'Later', 3, 3, 3],
  ])
  const shut = factFrame([
    day('comparing', 0, { ins: 5, fro: 5 }),
    day('comparing', 2, { hours: 0, closedHours: 4, ins: null, fro: null }),
    day('reference', 1, { ins: 7, fro: 7 }),
  ])
  const { notes, columns, rows: cells } = project(DEFAULTS, { rows: shut, holidays }, context)
  expect(notes).toEqual([
    { short: 'Almudena', text: 'Almudena: 1 of 3 stores closed.' },
    { short: 'Fiesta', text: 'Fiesta: closed. Reference, All Souls: open.' },
    { short: 'Closed', text: null },
  ])
  const at = columns.findIndex(({ id }) => id === 'holidays')
  expect([columns[at]?.label, cells.map((row) => row[at])]).toEqual([
    'Holidays',
    [notes[0]?.text, notes[1]?.text, null],
  ])
  // Without a holiday there is neither a note nor a column.
  const plain = project(DEFAULTS, { rows }, context)
  expect([plain.notes, plain.columns.some(({ id }) => id === 'holidays')]).toEqual([[null, null, null], false])
})

test('a holiday has its name in the reader’s language where it is known in it, else the one that was stored', () => {
  const inEnglish = HOLIDAYS.map(({ id }) =>
    id === 'name.en' ? 'New Year’s Day' : id === 'name.es' ? 'Año Nuevo' : null,
  )
  const holidays = fromRows(HOLIDAYS, [
    [BEGIN, 'Año Nuevo', 3, 3, 3, ...inEnglish.slice(5)],
    [BEGIN + 1, 'La Almudena', 3, 3, 3],
  ])
  expect(project(DEFAULTS, { rows, holidays }, context).notes.map((note) => note?.short)).toEqual([
    'New Year’s Day',
    'La Almudena',
    undefined,
  ])
})

test('a holiday within a longer step is named with its day, and one of the reference alone is a mark without a word', () => {
  const holidays = fromRows(HOLIDAYS, [
    [BEGIN + 2, '', 3, 3, 3],
    [BEGIN - 7, 'Before', 3, 3, 3],
  ])
  expect(project({ ...DEFAULTS, granularity: 'week' }, { rows, holidays }, context).notes).toEqual([
    { short: 'Holiday', text: '11/11, Holiday: closed. Reference, 02/11, Before: closed.' },
  ])
  expect(
    project(DEFAULTS, { rows, holidays: fromRows(HOLIDAYS, [[BEGIN - 7, 'Before', 3, 3, 3]]) }, context).notes[0],
  ).toEqual({ short: null, text: 'Reference, Before: closed.' })
})

test('a day of which little did not arrive is drawn whole, and its state and reason still say it', () => {
  const lost = (missing: number) => ({
    ...WHOLE,
    ins: 100,
    fro: 400,
    missingHours: 1,
    observed: (WHOLE.expected as number) * (1 - missing),
  })
  const { columnStates, slight, reasons } = project(
    DEFAULTS,
    {
      rows: factFrame([
        day('comparing', 0, lost(0.05)),
        day('comparing', 1, lost(0.3)),
        day('comparing', 2, { ...RUNNING, ins: 30, fro: 170 }),
      ]),
    },
    context,
  )
  expect([columnStates?.['ins.comparing'], slight?.['ins.comparing']]).toEqual([
    ['partial', 'partial', 'partial'],
    [true, false, false],
  ])
  expect(reasons[0]).toBe('1 of 4 hours did not arrive.')
})

test('a day that was lost is a gap with its reason, not a zero', () => {
  const { rows: cells, columnStates, reasons } = project(DEFAULTS, { rows }, context)
  expect(cells[1]).toEqual([BEGIN + 1, BEGIN - 6, null, 90, null, null, 18, null])
  expect(columnStates?.['ins.comparing']).toEqual(['final', 'missing', 'partial'])
  expect(reasons[1]).toBe('4 of 4 hours did not arrive.')
})

test('a day that is not over has its count but no change of it, because it would read as a collapse', () => {
  const { rows: cells, reasons, summary } = project(DEFAULTS, { rows }, context)
  expect(cells[2]).toEqual([BEGIN + 2, BEGIN - 5, 30, 120, null, 15, 24, -9])
  expect(reasons[2]).toBe('1 of 4 hours are not over yet.')
  expect(summary).toContain('Without data: 10/11. Incomplete: 11/11.')
})

test('days that were not expected are closed, also those after the last row', () => {
  const { columnStates, rows: cells } = project(
    DEFAULTS,
    { rows: factFrame([day('comparing', 1, { ins: 5, fro: 5 })]) },
    context,
  )
  expect(cells.map((row) => row[1])).toEqual([null, 5, null])
  expect(columnStates?.['ins.comparing']).toEqual(['closed', 'final', 'closed'])
})

test('a week is the sum of its days, and one that the period cuts short is unfinished', () => {
  const weeks = { comparing: { begin: '2026-11-09', end: '2026-11-18', name: 'custom' }, reference: null }
  const ten = factFrame(Array.from({ length: 10 }, (_, index) => day('comparing', index, { ins: 10, fro: 30 })))
  const {
    columns,
    rows: cells,
    states,
  } = project(
    { ...DEFAULTS, granularity: 'week' },
    { rows: ten },
    contextOf('period-comparison', 'en', { periods: weeks }),
  )
  expect(columns.map(({ label }) => label.replace(/\s/g, ' '))).toEqual([
    'Week from',
    'Entries · 9–18 Nov 2026',
    'Capture rate · 9–18 Nov 2026',
  ])
  expect(cells).toEqual([
    [BEGIN, 70, 25],
    [BEGIN + 7, 30, 25],
  ])
  expect(states).toEqual(['final', 'partial'])
})

test.each([
  [45, 45],
  [46, 7],
  [200, 29],
  [201, 7],
])('%i days make %i columns by themselves', (days, columns) => {
  const bounds = { comparing: { begin: '2026-01-01', end: '2026-12-31', name: 'custom' }, reference: null }
  const begin = dayNumber('2026-01-01')
  const frame = factFrame(
    Array.from({ length: days }, (_, index) => ({
      period: 'comparing',
      index,
      day: begin + index,
      ins: 1,
      fro: 1,
      ...WHOLE,
    })),
  )
  const own = { ...bounds, comparing: { ...bounds.comparing, end: isoDay(begin + days - 1) } }
  expect(
    project(
      { ...DEFAULTS, granularity: 'auto' },
      { rows: frame },
      contextOf('period-comparison', 'en', { periods: own }),
    ).rows,
  ).toHaveLength(columns)
})

test('months lie on months by their order, not by their length', () => {
  const begin = dayNumber('2026-01-01')
  const before = dayNumber('2025-01-01')
  const year = (period: string, from: number) =>
    Array.from({ length: 59 }, (_, index) => ({ period, index, day: from + index, ins: 1, fro: 1, ...WHOLE }))
  const own = {
    comparing: { begin: '2026-01-01', end: '2026-02-28', name: 'custom' },
    reference: { begin: '2025-01-01', end: '2025-02-28', name: 'customReference' },
  }
  const { rows: cells } = project(
    { ...DEFAULTS, lines: 'none', granularity: 'month' },
    { rows: factFrame([...year('comparing', begin), ...year('reference', before)]) },
    contextOf('period-comparison', 'en', { periods: own }),
  )
  expect(cells).toEqual([
    [begin, before, 31, 31, 0],
    [begin + 31, before + 31, 28, 28, 0],
  ])
})

test('without a reference there are no columns of it', () => {
  const { columns, series } = project({ ...DEFAULTS, showReference: false }, { rows }, context)
  expect(columns.map(({ id }) => id)).toEqual(['day', 'ins.comparing', 'captureRate.comparing'])
  expect(series?.map(({ id, mark, axis, tone }) => [id, mark, axis, tone])).toEqual([
    ['ins.comparing', 'bar', 0, 0],
    ['captureRate.comparing', 'line', 1, 1],
  ])
})

test('the days of two months lie on each other by weekday, and those left over stay', () => {
  const [november, october] = [dayNumber('2026-11-01'), dayNumber('2026-10-01')]
  const month = (period: string, from: number) =>
    Array.from({ length: 22 }, (_, index) => ({ period, index, day: from + index, ins: 1, fro: 1, ...WHOLE }))
  const own = {
    comparing: { begin: '2026-11-01', end: '2026-11-22', name: 'thisMonth' },
    reference: { begin: '2026-10-01', end: '2026-10-22', name: 'monthBefore' },
  }
  const { rows: cells } = project(
    { ...DEFAULTS, lines: 'none', granularity: 'day' },
    { rows: factFrame([...month('comparing', november), ...month('reference', october)]) },
    contextOf('period-comparison', 'en', { periods: own }),
  )
  expect(cells).toHaveLength(25)
  expect(cells[0]?.slice(0, 2)).toEqual([null, october])
  // Sunday 1 November on Sunday 4 October.
  expect(cells[3]?.slice(0, 2)).toEqual([november, october + 3])
  expect(
    cells.flatMap(([day, reference]) =>
      typeof day === 'number' && typeof reference === 'number' ? [(day - reference) % 7] : [],
    ),
  ).toEqual(Array.from({ length: 19 }, () => 0))
  expect(cells.at(-1)?.slice(0, 2)).toEqual([november + 21, null])
})

test('Easter is compared with Easter, and the day it displaces takes the place where Easter was', () => {
  const spring = (period: string, from: string) =>
    Array.from({ length: 28 }, (_, index) => ({
      period,
      index,
      day: dayNumber(from) + index,
      ins: dayNumber(from) + index,
      fro: 1,
      ...WHOLE,
    }))
  const own = {
    comparing: { begin: '2026-03-30', end: '2026-04-26', name: 'custom' },
    reference: { begin: '2025-03-31', end: '2025-04-27', name: 'customReference' },
  }
  const named = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => ({
    day: isoDay(dayNumber('2026-03-30') + at),
    reference: isoDay(dayNumber('2025-04-14') + at),
    name: 'easter',
  }))
  const basis = {
    stores: 'same' as const,
    asked: 1,
    compared: 1,
    comparing: 1,
    reference: 1,
    leftOut: [],
    days: { paired: 20, comparing: 8, reference: 8, named, calendars: 1 },
  }
  const rows = factFrame([...spring('comparing', '2026-03-30'), ...spring('reference', '2025-03-31')])
  const { rows: cells } = project(
    { ...DEFAULTS, lines: 'none', granularity: 'day' },
    { rows },
    contextOf('period-comparison', 'en', { periods: own, basis }),
  )
  const on = (day: string) => {
    const found = cells.find((cell) => cell[0] === dayNumber(day))
    return typeof found?.[1] === 'number' ? isoDay(found[1]) : null
  }
  expect([on('2026-03-30'), on('2026-04-05'), on('2026-04-06'), on('2026-04-07'), on('2026-04-22')]).toEqual([
    '2025-04-14',
    '2025-04-20',
    '2025-04-21',
    '2025-04-08',
    '2025-04-23',
  ])
  expect([on('2026-04-13'), on('2026-04-20')], 'separate days, in no change').toEqual(['2025-03-31', '2025-04-07'])
  expect(new Set(cells.map((cell) => cell[1])).size, 'every day of the reference is drawn once').toBe(28)
})

test('the same dates of two years meet by weekday too', () => {
  const year = (period: string, from: number) =>
    Array.from({ length: 24 }, (_, index) => ({ period, index, day: from + index, ins: 1, fro: 1, ...WHOLE }))
  const own = {
    comparing: { begin: '2025-12-01', end: '2025-12-24', name: 'custom' },
    reference: { begin: '2024-12-01', end: '2024-12-24', name: 'customReference' },
  }
  const { rows: cells } = project(
    { ...DEFAULTS, lines: 'none', granularity: 'day' },
    { rows: factFrame([...year('comparing', dayNumber('2025-12-01')), ...year('reference', dayNumber('2024-12-01'))]) },
    contextOf('period-comparison', 'en', { periods: own }),
  )
  expect([cells.length, cells[0]?.slice(0, 2), cells[23]?.slice(0, 2), cells[24]?.slice(0, 2)]).toEqual([
    25,
    [null, dayNumber('2024-12-01')],
    [dayNumber('2025-12-23'), dayNumber('2024-12-24')],
    [dayNumber('2025-12-24'), null],
  ])
})

test('a ratio without counts has no line and no axis, and a sentence says why; where no data came at all, it has both', () => {
  const uncounted = factFrame([
    day('comparing', 0, { ins: 100, fro: null, far: null }),
    day('reference', 0, { ins: 80, fro: null, far: null }),
  ])
  const { columns, series, withoutLines, summary } = project(DEFAULTS, { rows: uncounted }, context)
  const sentence = 'Capture rate is not shown: what it is calculated from was not counted.'
  expect([withoutLines, summary.startsWith(sentence)]).toEqual([sentence, true])
  expect(columns.some(({ id }) => id.startsWith('captureRate'))).toBe(false)
  expect(series?.map(({ id }) => id)).toEqual(['ins.comparing', 'ins.reference'])
  const nothing = factFrame([day('comparing', 0, { ...LOST, ins: null, fro: null })])
  expect(project(DEFAULTS, { rows: nothing }, context).withoutLines).toBeNull()
  expect(project(DEFAULTS, { rows }, context).withoutLines).toBeNull()
})
