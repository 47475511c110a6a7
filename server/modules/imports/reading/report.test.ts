import { describe, expect, test } from 'vitest'
import { describeReport, reportOf, type ImportReport } from './report.ts'

const REPORT: ImportReport = {
  files: ['a.csv', 'b.csv'],
  format: 'hourly',
  lines: 12_345,
  columns: [
    { column: 'ts', use: 'time' },
    { column: 'weather', use: null },
  ],
  meaning: 'counts',
  taken: 12_000,
  merged: { duplicates: 0, contradictions: 0, skippedHour: 0, partsOfHour: 0 },
  contradicting: null,
  renamed: 0,
  nulls: 0,
  apart: [],
  places: ['Sol', 'Callao'],
  sensors: null,
  firstDay: '2025-09-01',
  lastDay: '2025-09-30',
  gaps: [],
  minutes: 15,
  sums: { ins: { read: 2000, stored: 2000, outvoted: 0, apart: 0 } },
}
const lines = (changes: Partial<ImportReport>) => describeReport({ ...REPORT, ...changes })
const more = (changes: Partial<ImportReport>) => lines(changes).filter((line) => !describeReport(REPORT).includes(line))
const merged = (changes: Partial<ImportReport['merged']>) => ({ merged: { ...REPORT.merged, ...changes } })

test('a report without anything to say has its files, its columns, its hours and its people', () => {
  expect(describeReport(REPORT)).toEqual([
    'a.csv, b.csv (hourly): 12,345 lines, 2 places, 2025-09-01 to 2025-09-30',
    '  column       ts: used for time',
    '  column       weather: ignored',
    '  taken        12,000 hours',
    '  ins          2,000 read = 2,000 stored',
    '  nothing was stored: this was a dry run',
  ])
  expect(lines({ firstDay: null, lastDay: null })[0]).toBe('a.csv, b.csv (hourly): 12,345 lines, 2 places, - to -')
})

test('stretches without data are reported', () => {
  expect(more({ gaps: [{ begin: '2025-09-08', end: '2025-09-20' }] })).toEqual([
    '  gap          nothing came from 2025-09-08 to 2025-09-20',
  ])
})

test('unknown hours are reported, and whole days are called so', () => {
  expect(more({ nulls: 1500 })).toEqual(['  taken        12,000 hours, 1,500 of them reported as not known'])
  expect(more({ meaning: 'daily' })).toEqual(['  taken        12,000 whole days'])
})

describe('what was merged', () => {
  test('is reported by its kind', () => {
    expect(more(merged({ duplicates: 1200 }))).toEqual(['  merged       1,200 lines of an hour that was there already'])
    expect(more({ meaning: 'daily', ...merged({ duplicates: 2 }) })).toContain(
      '  merged       2 lines of a day that was there already',
    )
    expect(more(merged({ skippedHour: 3 }))).toEqual([
      '  merged       3 lines of a clock time that was skipped, into the hour after it',
    ])
    expect(more({ renamed: 4 })).toEqual(['  renamed      4 lines with another spelling or an old name of their place'])
  })

  test.each([
    ['counts', 'counts of 15 minutes into their hour'],
    ['parts', 'counts of parts of an hour, added up'],
    ['passages', 'passages, added up'],
    ['daily', 'counts of a day, added up'],
    ['running', 'earlier counts of an hour, of which the last one holds'],
  ] as const)('as %s', (meaning, words) => {
    expect(more({ meaning, ...merged({ partsOfHour: 7 }) })).toContain(`  merged       7 ${words}`)
  })

  test.each([
    ['last', 'the later line was kept'],
    ['first', 'the earlier line was kept'],
    ['max', 'the line with more people was kept'],
    ['sum', 'they were added up'],
  ] as const)('by the rule %s, with the first lines that contradict each other', (rule, words) => {
    const contradicting = { rule, first: ['a.csv:3 says 4', 'a.csv:9 says 5'] }
    expect(more({ contradicting, ...merged({ contradictions: 5 }) })).toEqual([
      `  contradict   5 lines say something else than another line of the same place and time; ${words} ` +
        `(--duplicates ${rule})`,
      '      a.csv:3 says 4',
      '      a.csv:9 says 5',
    ])
    expect(more({ meaning: 'running', contradicting, ...merged({ contradictions: 5 }) })[0]).toContain(
      '; the last one holds (--duplicates',
    )
  })
})

test('quarantined lines are reported by reason, with the first ones', () => {
  const apart = [
    { reason: 'NEGATIVE', lines: 1500, first: ['a.csv:3  -4'] },
    { reason: 'ABSURD', lines: 2, first: [] },
  ] as never
  expect(more({ apart, sums: { ins: { read: 2000, stored: 1900, outvoted: 60, apart: 40 } } })).toEqual([
    '  quarantined   1,502 lines',
    '    NEGATIVE 1,500',
    '      a.csv:3  -4',
    '    ABSURD 2',
    '  ins          2,000 read = 1,900 stored + 60 in lines that another line replaced + 40 quarantined',
  ])
})

test('sales are stored in hundredths and reported in their currency', () => {
  expect(more({ sums: { sales: { read: 150_050, stored: 150_050, outvoted: 0, apart: 0 } } })).toEqual([
    '  sales        1,500.5 read = 1,500.5 stored',
  ])
})

describe('a file of places', () => {
  const sensors = { file: 'p.csv', column: 'id', matched: 1500, missing: [] as string[], shared: [] as never[] }
  const many = (n: number) => Array.from({ length: n }, (_, i) => `m${i}`)

  test('says how many it knows, and ten of those that it does not', () => {
    expect(more({ sensors })).toEqual(['  sensors      1,500 of 2 places are in p.csv (column id)'])
    expect(more({ sensors: { ...sensors, missing: many(10) } })).toEqual([
      `  sensors      1,500 of 2 places are in p.csv (column id); not: ${many(10).join(', ')}`,
    ])
    expect(more({ sensors: { ...sensors, missing: many(12) } })).toEqual([
      `  sensors      1,500 of 2 places are in p.csv (column id); not: ${many(10).join(', ')} and 2 more`,
    ])
  })

  test('says which have one name, ten of them', () => {
    const shared = Array.from({ length: 11 }, (_, i) => ({ name: `n${i}`, places: many(12) }))
    const warnings = more({ sensors: { ...sensors, shared } })
    expect([warnings.length, warnings[1], warnings[10]]).toEqual([
      11,
      `      12 places have the name n0: ${many(10).join(', ')}`,
      `      12 places have the name n9: ${many(10).join(', ')}`,
    ])
  })
})

test('the stored data are reported at the end', () => {
  const store = { accepted: 1100, duplicate: 2, restated: 3, quarantined: 4, replacedDays: 0 }
  const loaded = { client: 'City', newLocals: 5, store }
  const words = '  store        1,100 new, 2 known already, 3 corrected, 4 refused; client City, 5 new locals'
  expect(lines({ loaded }).at(-1)).toBe(words)
  expect(lines({ loaded: { ...loaded, store: { ...store, replacedDays: 6 } } }).at(-1)).toBe(
    `${words}; 6 totals of days gave way to their hours`,
  )
})

describe('of what was read and stored', () => {
  const reading = { atoms: ['ins', 'outs'], sums: [100, 50], lines: 20, renamed: 3, places: ['Sol'] } as never
  const merging = {
    meaning: { lines: 'counts', stepS: 1800 },
    taken: 15,
    nulls: 1,
    merged: REPORT.merged,
    contradicting: { rule: 'last', first: ['a.csv:3'] },
    sums: { stored: [80, 40], outvoted: [15, 10], apart: [5, 0] },
    firstDay: 20_332,
    lastDay: 20_342,
    gaps: [{ first: 20_333, last: 20_341 }],
  }
  const reason = (name: string, lines: number, ...first: readonly string[]) => ({ reason: name, lines, first })
  const reported = (changes: object = {}, sensors: object | null = null) =>
    ({
      files: ['a.csv'],
      format: 'hourly',
      columns: [],
      reading,
      merging: { ...merging, ...changes },
      apart: [reason('NEGATIVE', 4, 'n1', 'n2', 'n3', 'n4')],
      sensors,
    }) as never

  test('a report has the sums of each count, and the days', () => {
    expect(reportOf(reported())).toEqual({
      files: ['a.csv'],
      format: 'hourly',
      lines: 20,
      columns: [],
      meaning: 'counts',
      taken: 15,
      merged: REPORT.merged,
      contradicting: null,
      renamed: 3,
      nulls: 1,
      apart: [reason('NEGATIVE', 4, 'n1', 'n2', 'n3', 'n4')],
      places: ['Sol'],
      sensors: null,
      minutes: 30,
      firstDay: '2025-09-01',
      lastDay: '2025-09-11',
      gaps: [{ begin: '2025-09-02', end: '2025-09-10' }],
      sums: {
        ins: { read: 100, stored: 80, outvoted: 15, apart: 5 },
        outs: { read: 50, stored: 40, outvoted: 10, apart: 0 },
      },
    })
    // Files that the release before had read wait for their yes over an upgrade.
    expect(reportOf(reported({ gaps: undefined })).gaps).toEqual([])
    expect(reportOf(reported({ firstDay: null, lastDay: null }))).toMatchObject({ firstDay: null, lastDay: null })
    expect(reportOf(reported({ merged: { ...REPORT.merged, contradictions: 1 } })).contradicting).toEqual(
      merging.contradicting,
    )
  })

  test('says of a file of places all but what it says of each', () => {
    const sensors = { file: 'p.csv', column: 'id', matched: 1, missing: ['x'], shared: [], infos: new Map() }
    const { infos: _, ...rest } = sensors
    expect(reportOf(reported({}, sensors)).sensors).toEqual(rest)
  })

  test('counts what the store refused as quarantined, and shows five lines of each reason', () => {
    const store = { accepted: 10, duplicate: 0, restated: 0, quarantined: 3, replacedDays: 0 }
    const report = reportOf(reported(), {
      client: { name: 'City' },
      newLocals: 2,
      store,
      apart: [reason('NEGATIVE', 2, 's1', 's2'), reason('DAY_HAS_HOURS', 1, 'd1')],
      quarantinedSums: [7, 0],
    } as never)
    expect(report).toMatchObject({
      taken: 12,
      apart: [reason('NEGATIVE', 6, 'n1', 'n2', 'n3', 'n4', 's1'), reason('DAY_HAS_HOURS', 1, 'd1')],
      sums: { ins: { stored: 73, apart: 12 }, outs: { stored: 40, apart: 0 } },
      loaded: { client: 'City', newLocals: 2, store },
    })
  })
})
