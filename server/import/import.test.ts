import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { createDuckDbFactStore } from '../facts/duckdb-store.ts'
import { SYSTEM_SCOPE } from '../scope.ts'
import { prepareImport, type ImportOptions } from './index.ts'
import { PRESETS, presetNamed, withMapping } from './preset.ts'
import { importStores, NOW } from './testing.ts'

const stores = importStores()
const { run, dryRun, written, hours } = stores
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const given = (file: string, options: Partial<ImportOptions> = {}): ImportOptions => ({ files: [file], preset: presetNamed('hourly'), client: 'City', zone: 'Europe/Madrid', ...options })
const nothing = stores.kept
const NOTHING = { clients: 0, locals: 0, hours: 0 }
/** Days since 1970-01-01. */
const day = (text: string) => Date.parse(text) / 86_400_000

test.each<[string, string | Buffer, string]>([
  ['an empty file', '', 'FILE_EMPTY'],
  ['a header alone', 'ts,sensor,ins\n', 'FILE_NO_ROWS'],
  ['a file without a count', 'ts,sensor\n2026-01-01T10:00,a\n', 'FILE_COLUMNS_MISSING'],
  ['an Excel workbook', Buffer.from('PK\x03\x04 and so on'), 'FILE_NOT_TEXT'],
  ['a web page', '<!doctype html><html></html>', 'FILE_NOT_TEXT'],
  ['a damaged gzip', gzipSync('ts,sensor,ins\n').subarray(0, 12), 'FILE_NOT_TEXT'],
  ['days without hours', 'date,hour,sensor,ins\n2026-01-01,,a,4\n2026-01-02,,a,4\n', 'FILE_DAILY'],
])('%s is refused as a whole', async (_, text, code) => {
  await expect(run(given(written(text)))).rejects.toMatchObject({ code })
  expect(await nothing()).toEqual(NOTHING)
})

test('a wrong file is refused with the lines that do not fit, and nothing is half loaded', async () => {
  await expect(run(given(fixture('hourly.csv'), { files: [fixture('hourly.csv'), fixture('wrong.csv')] }))).rejects.toMatchObject({
    code: 'FILE_UNREADABLE', message: 'wrong.csv has 2 of 3 lines that cannot be read; at most 5 % may. Nothing was loaded.',
    lines: ['wrong.csv:3 TIME_UNREADABLE lorem | ipsum | dolor', 'wrong.csv:4 TIME_UNREADABLE sit | amet | consectetur'],
  })
  expect(await nothing()).toEqual(NOTHING)
})

test.each<[string, Partial<ImportOptions>, string]>([
  ['no time zone', { zone: undefined }, 'IMPORT_ZONE_UNKNOWN'], ['an unknown time zone', { zone: 'Europe/Atlantis' }, 'IMPORT_ZONE_UNKNOWN'],
  ['no client', { client: ' ' }, 'IMPORT_OPTION_INVALID'], ['no file', { files: [] }, 'IMPORT_OPTION_INVALID'], ['a file that is not there', { files: ['/nowhere.csv'] }, 'FILE_NOT_FOUND'],
])('%s is refused', async (_, options, code) => {
  await expect(prepareImport(given(fixture('hourly.csv'), options))).rejects.toMatchObject({ code })
})

test('an unknown format and an unknown field are refused with what there is', () => {
  expect(() => presetNamed('parquet')).toThrow(expect.objectContaining({ code: 'IMPORT_FORMAT_UNKNOWN', message: expect.stringContaining('melbourne') }))
  expect(() => withMapping(presetNamed('hourly'), 'people=count')).toThrow(expect.objectContaining({ code: 'IMPORT_OPTION_INVALID' }))
})

test('when the facts cannot be written the catalog stays as it was', async () => {
  const full = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  await full.close()
  await expect(run(given(fixture('hourly.csv')), full)).rejects.toMatchObject({ code: 'IMPORT_NOT_STORED' })
  expect(await nothing()).toEqual(NOTHING)
})

test('spellings are folded, duplicates merged, a skipped hour added to the next, nulls kept, wrong counts kept apart, and all lines accounted for', async () => {
  const preset = { ...presetNamed('hourly'), renames: { 'old door': 'Door B' } }
  const report = await run(given(fixture('hourly.csv'), { preset, sensors: fixture('places.csv') }))
  expect(report).toMatchObject({
    lines: 11, taken: 5, merged: { duplicates: 3, skippedHour: 1, partsOfHour: 0 }, renamed: 3, places: ['Door A', 'Door B'], firstDay: '2026-03-28', lastDay: '2026-03-29', nulls: 0,
    apart: [{ reason: 'NEGATIVE', lines: 1, first: ['hourly.csv:11  2026-03-28T13:00 | Door B | -4'] }, { reason: 'ABSURD', lines: 1, first: ['hourly.csv:12  2026-03-28T14:00 | Door B | 900001'] }],
    sums: { ins: { read: 38, stored: 28, outvoted: 10, apart: 0 } },
    loaded: { client: 'City', newLocals: 2, store: { accepted: 5, duplicate: 0, restated: 0, quarantined: 0 } },
  })
  expect(report.lines).toBe(report.taken + 3 + 1 + 2)
  const [first, second] = await stores.catalog.locals.list(SYSTEM_SCOPE)
  expect([first, second].map((local) => [local?.name, local?.code, local?.geo.lat, local?.openedOn, local?.closedOn, local?.timeZone])).toEqual([
    ['The north door', 'Door A', 41.38, '2026-03-28', '2026-03-29', 'Europe/Madrid'], ['The south door', 'Door B', null, '2026-03-28', '2026-03-29', 'Europe/Madrid'],
  ])
  expect(await hours()).toEqual([
    [1, 1, day('2026-03-28'), 10, 10], [1, 1, day('2026-03-28'), 11, 7], [1, 1, day('2026-03-29'), 1, 1], [1, 1, day('2026-03-29'), 3, 5], [2, 2, day('2026-03-28'), 12, 5],
  ])
  expect((await stores.facts.quarantined({ client: [1] })).map(({ reason, row }) => [reason, row.line])).toEqual([['NEGATIVE', 11], ['ABSURD', 12]])
})

test('the same file again changes nothing', async () => {
  await run(given(fixture('hourly.csv')))
  const before = await hours()
  expect((await run(given(fixture('hourly.csv')))).loaded).toMatchObject({ newLocals: 0, store: { accepted: 0, duplicate: 6, restated: 0, quarantined: 0 } })
  expect(await hours()).toEqual(before)
  expect(await stores.catalog.locals.list(SYSTEM_SCOPE)).toHaveLength(3)
})

test('a dry run stores nothing', async () => {
  expect(await dryRun(given(fixture('hourly.csv')))).toMatchObject({ lines: 11, taken: 6 })
  expect(await nothing()).toEqual(NOTHING)
})

test('two layouts of dates and hours, tabs in names and CRLF are one series', async () => {
  const report = await run(given(fixture('feed.csv'), { preset: presetNamed('leeds-feed'), zone: 'Europe/London' }))
  expect(report).toMatchObject({ lines: 4, taken: 4, places: ['Main Street'], sums: { ins: { read: 98, stored: 98 } } })
  expect((await hours()).map((row) => row.slice(2))).toEqual([[day('2025-10-25'), 23, 40], [day('2025-10-26'), 0, 30], [day('2025-10-26'), 1, 20], [day('2025-11-01'), 5, 8]])
})

test('half hours become hours, and an hour of which a half is missing is kept apart', async () => {
  const report = await run(given(fixture('halves.csv'), { preset: presetNamed('calit2') }))
  expect(report).toMatchObject({ lines: 4, taken: 1, minutes: 30, merged: { duplicates: 0, skippedHour: 0, partsOfHour: 1 }, sums: { ins: { read: 12, stored: 7, apart: 5 } }, apart: [{ reason: 'HOUR_INCOMPLETE', lines: 2 }] })
  expect((await hours()).map((row) => row.slice(2))).toEqual([[day('2025-09-01'), 8, 7]])
})

test('a counter at its full scale in a quiet place is kept apart, the same number in a busy street counts', async () => {
  const report = await run(given(fixture('full-scale.csv')))
  expect(report.apart).toEqual([{ reason: 'SENTINEL', lines: 2, first: ['full-scale.csv:50  2025-06-04T03:00 | quiet | 4095', 'full-scale.csv:51  2025-06-04T04:00 | quiet | 8191'] }])
  expect((await hours()).filter((row) => row[4] === 4095)).toHaveLength(1)
})

test('the two passes of a repeated hour are kept when the file has both, told by an offset or by two rows', async () => {
  const pair = written('ts,sensor,ins\n2025-10-26T01:00,a,1\n2025-10-26T02:00,a,2\n2025-10-26T02:00,a,3\n2025-10-26T03:00,a,4\n2025-10-26T01:00+02:00,b,1\n2025-10-26T02:00+02:00,b,2\n2025-10-26T02:00+01:00,b,3\n')
  expect(await run(given(pair))).toMatchObject({ taken: 7, merged: { duplicates: 0 } })
  expect((await hours()).filter((row) => row[3] === 2).map((row) => [row[0], row[4]])).toEqual([[1, 5], [2, 5]])
  expect((await stores.facts.traffic({ client: [1] }, 1, day('2025-10-26'), day('2025-10-26'))).rows).toBe(25)
})

test.each([['last', 9], ['first', 4], ['sum', 13], ['max', 9]] as const)('two counts of one hour become one by the rule %s', async (duplicates, ins) => {
  await run(given(written('ts,sensor,ins\n2025-09-01T10:00,a,4\n2025-09-01T10:00,a,9\n2025-09-01T10:00,a,\n'), { preset: { ...presetNamed('hourly'), duplicates } }))
  expect((await hours()).map((row) => row[4])).toEqual([ins])
})

test('columns may be named by hand, and every atom may come in', async () => {
  const file = written('quando;loja;entradas;frente;bilhetes\n01/09/2025 10:00;Baixa;30;200;8\n')
  await run(given(file, { preset: withMapping(presetNamed('hourly'), 'ts=quando,sensor=loja,ins=entradas,fro=frente,tickets=bilhetes'), zone: 'Europe/Lisbon' }))
  const rows = toRows(await stores.facts.query({ table: 'traffic', measures: ['ins', 'fro', 'tickets', 'visits'], by: ['day'], where: { client: [1] }, periods: [{ name: 'only', from: day('2025-09-01'), to: day('2025-09-01') }] }))
  expect(rows).toEqual([[day('2025-09-01'), 30, 200, 8, null]])
})

test('every format says what it is and asks for a time and a count', () => {
  for (const [name, preset] of PRESETS) {
    expect({ name, about: preset.about.length > 10, time: preset.columns.time.length > 0, atoms: Object.keys(preset.columns.atoms).length > 0 }).toEqual({ name: preset.name, about: true, time: true, atoms: true })
  }
})
