/** The report as the page and programs get it: shortened to a readable length. */
import { expect, test } from 'vitest'
import { apiReport } from './api-report.ts'
import type { ImportReport } from './report.ts'

const REPORT: ImportReport = {
  files: ['a.csv'],
  format: 'hourly',
  lines: 10,
  columns: [
    { column: 'door', use: 'place' },
    { column: 'x', use: null },
  ],
  meaning: 'counts',
  taken: 5,
  merged: { duplicates: 1, contradictions: 1, skippedHour: 1, partsOfHour: 1 },
  contradicting: { rule: 'last', first: ['a.csv:3'] },
  renamed: 2,
  nulls: 3,
  apart: [{ reason: 'NEGATIVE', lines: 1, first: ['a.csv:4'] }],
  places: ['Sol', 'Callao'],
  sensors: null,
  firstDay: '2025-09-01',
  lastDay: '2025-09-02',
  gaps: [],
  minutes: 60,
  sums: { ins: { read: 9, stored: 8, outvoted: 1, apart: 0 } },
}
const store = { accepted: 1, duplicate: 2, restated: 3, quarantined: 4, replacedDays: 0 }

test('it says all that the report does', () => {
  expect(apiReport(REPORT, 7)).toEqual({
    lines: 10,
    taken: 5,
    minutes: 60,
    meaning: 'counts',
    merged: { duplicates: 1, contradictions: 1, skippedHour: 1, partsOfHour: 1 },
    contradicting: { rule: 'last', first: ['a.csv:3'] },
    renamed: 2,
    nulls: 3,
    skipped: 7,
    apart: [{ reason: 'NEGATIVE', lines: 1, first: ['a.csv:4'] }],
    columns: [
      { column: 'door', use: 'sensor' },
      { column: 'x', use: null },
    ],
    sums: [{ atom: 'ins', read: 9, stored: 8, outvoted: 1, apart: 0 }],
    firstDay: '2025-09-01',
    lastDay: '2025-09-02',
    gaps: [],
    stored: null,
  })
  expect(apiReport({ ...REPORT, contradicting: null }, 0).contradicting).toBe(null)
})

test('of what was stored it says totals of days that gave way where there are some', () => {
  const stored = { added: 1, unchanged: 2, corrected: 3, refused: 4, newLocals: 5 }
  const loaded = { client: 'City', newLocals: 5, store }
  expect(apiReport({ ...REPORT, loaded }, 0).stored).toEqual(stored)
  expect(apiReport({ ...REPORT, loaded: { ...loaded, store: { ...store, replacedDays: 6 } } }, 0).stored).toEqual({
    ...stored,
    replacedDays: 6,
  })
})

test('of a file of places it says how many it knows', () => {
  const sensors = {
    file: 'p.csv',
    column: 'id',
    matched: 1,
    missing: ['Callao'],
    shared: [{ name: 'n', places: ['Sol'] }],
  }
  expect(apiReport({ ...REPORT, sensors }, 0).placeFile).toEqual({ ...sensors, of: 2 })
  expect(apiReport(REPORT, 0)).not.toHaveProperty('placeFile')
})

test('lists have an end, and texts too', () => {
  const many = (n: number) => Array.from({ length: n }, (_, i) => `${i} ${'x'.repeat(600)}`)
  const report = apiReport(
    {
      ...REPORT,
      contradicting: { rule: 'last', first: many(30) },
      apart: Array.from({ length: 70 }, (_, i) => ({ reason: `R${i}`, lines: 1, first: many(30) })),
      columns: many(500).map((column) => ({ column, use: null })),
      sums: Object.fromEntries(Array.from({ length: 70 }, (_, i) => [`a${i}`, REPORT.sums.ins!])),
      sensors: {
        file: many(1)[0]!,
        column: many(1)[0]!,
        matched: 1,
        missing: many(30),
        shared: Array.from({ length: 30 }, () => ({ name: many(1)[0]!, places: many(30) })),
      },
    },
    0,
  )
  const sizes = (list: readonly string[] | undefined) => [list?.length, list?.[0]?.length]
  const { contradicting, apart, columns, sums, placeFile } = report
  expect({
    contradicting: sizes(contradicting?.first),
    apart: [apart.length, ...sizes(apart[0]!.first)],
    columns: sizes(columns.map(({ column }) => column)),
    sums: sums.length,
    file: [placeFile?.file.length, placeFile?.column.length],
    missing: sizes(placeFile?.missing),
    shared: [placeFile?.shared.length, placeFile?.shared[0]?.name.length, ...sizes(placeFile?.shared[0]?.places)],
  }).toEqual({
    contradicting: [20, 500],
    apart: [60, 20, 500],
    columns: [400, 300],
    sums: 60,
    file: [200, 300],
    missing: [20, 200],
    shared: [20, 200, 20, 200],
  })
})
