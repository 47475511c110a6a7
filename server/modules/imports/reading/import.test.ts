import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { createDuckDbFactStore } from '../../../facts/duckdb/store.ts'
import { expectedLocals } from '../../opening-hours/expected-locals.ts'
import { undoImport } from '../../../facts/duckdb/imports.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { prepareImport, type ImportOptions } from './index.ts'
import { PRESETS, presetNamed, withMapping } from './preset.ts'
import { apiReport } from './api-report.ts'
import { describeReport } from './report.ts'
import { importStores, NOW } from './testing.ts'

const stores = importStores()
const { run, dryRun, written, hours } = stores
const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name)
const given = (file: string, options: Partial<ImportOptions> = {}): ImportOptions => ({
  files: [file],
  preset: presetNamed('hourly'),
  client: 'City',
  zone: 'Europe/Madrid',
  ...options,
})
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
  ['hours among whole days', 'date,hour,sensor,ins\n2026-01-01,,a,4\n2026-01-02,7,a,4\n', 'FILE_GRAIN_CONFLICT'],
  ['days among hours', 'date,sensor,ins\n2026-01-01 10:00,a,4\n2026-01-02,a,4\n', 'FILE_GRAIN_CONFLICT'],
])('%s is refused as a whole', async (_, text, code) => {
  await expect(run(given(written(text)))).rejects.toMatchObject({ code })
  expect(await nothing()).toEqual(NOTHING)
})

test('a wrong file is refused with the lines that do not fit, and nothing is half loaded', async () => {
  await expect(
    run(given(fixture('hourly.csv'), { files: [fixture('hourly.csv'), fixture('wrong.csv')] })),
  ).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    message: 'wrong.csv has 2 of 3 lines that cannot be read; at most 5 % may. Nothing was loaded.',
    lines: [
      'wrong.csv:3 TIME_UNREADABLE lorem | ipsum | dolor',
      'wrong.csv:4 TIME_UNREADABLE sit | amet | consectetur',
    ],
  })
  expect(await nothing()).toEqual(NOTHING)
})

test.each<[string, Partial<ImportOptions>, string]>([
  ['no time zone', { zone: undefined }, 'IMPORT_ZONE_UNKNOWN'],
  ['an unknown time zone', { zone: 'Europe/Atlantis' }, 'IMPORT_ZONE_UNKNOWN'],
  ['no client', { client: ' ' }, 'IMPORT_OPTION_INVALID'],
  ['no file', { files: [] }, 'IMPORT_OPTION_INVALID'],
  ['a file that is not there', { files: ['/nowhere.csv'] }, 'FILE_NOT_FOUND'],
])('%s is refused', async (_, options, code) => {
  await expect(prepareImport(given(fixture('hourly.csv'), options))).rejects.toMatchObject({ code })
})

test('an unknown format and an unknown field are refused with what there is', () => {
  expect(() => presetNamed('parquet')).toThrow(
    expect.objectContaining({ code: 'IMPORT_FORMAT_UNKNOWN', message: expect.stringContaining('melbourne') }),
  )
  expect(() => withMapping(presetNamed('hourly'), 'people=count')).toThrow(
    expect.objectContaining({ code: 'IMPORT_OPTION_INVALID' }),
  )
})

test('when the facts cannot be written the catalog stays as it was', async () => {
  const full = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  await full.close()
  await expect(run(given(fixture('hourly.csv')), full)).rejects.toMatchObject({ code: 'IMPORT_NOT_STORED' })
  expect(await nothing()).toEqual(NOTHING)
})

test('spellings are folded, duplicates merged, a skipped hour added to the next, nulls kept, wrong counts quarantined, and all lines accounted for', async () => {
  const preset = { ...presetNamed('hourly'), renames: { 'old door': 'Door B' } }
  const report = await run(given(fixture('hourly.csv'), { preset, sensors: fixture('places.csv') }))
  expect(report).toMatchObject({
    lines: 11,
    taken: 5,
    merged: { duplicates: 3, skippedHour: 1, partsOfHour: 0 },
    renamed: 3,
    places: ['Door A', 'Door B'],
    firstDay: '2026-03-28',
    lastDay: '2026-03-29',
    nulls: 0,
    apart: [
      { reason: 'NEGATIVE', lines: 1, first: ['hourly.csv:11  2026-03-28T13:00 | Door B | -4'] },
      { reason: 'ABSURD', lines: 1, first: ['hourly.csv:12  2026-03-28T14:00 | Door B | 900001'] },
    ],
    sums: { ins: { read: 38, stored: 28, outvoted: 10, apart: 0 } },
    loaded: { client: 'City', newLocals: 2, store: { accepted: 5, duplicate: 0, restated: 0, quarantined: 0 } },
  })
  expect(report.lines).toBe(report.taken + 3 + 1 + 2)
  const [first, second] = await stores.catalog.locals.list(SYSTEM_SCOPE)
  expect(
    [first, second].map((local) => [
      local?.name,
      local?.code,
      local?.geo.lat,
      local?.openedOn,
      local?.closedOn,
      local?.timeZone,
    ]),
  ).toEqual([
    ['The north door', 'Door A', 41.38, null, '2026-03-29', 'Europe/Madrid'],
    ['The south door', 'Door B', null, null, '2026-03-29', 'Europe/Madrid'],
  ])
  expect(await hours()).toEqual([
    [1, 1, day('2026-03-28'), 10, 10],
    [1, 1, day('2026-03-28'), 11, 7],
    [1, 1, day('2026-03-29'), 1, 1],
    [1, 1, day('2026-03-29'), 3, 5],
    [2, 2, day('2026-03-28'), 12, 5],
  ])
  expect((await stores.facts.quarantined({ client: [1] })).map(({ reason, row }) => [reason, row.line])).toEqual([
    ['NEGATIVE', 11],
    ['ABSURD', 12],
  ])
})

test('the same file again changes nothing', async () => {
  await run(given(fixture('hourly.csv')))
  const before = await hours()
  expect((await run(given(fixture('hourly.csv')))).loaded).toMatchObject({
    newLocals: 0,
    store: { accepted: 0, duplicate: 6, restated: 0, quarantined: 0 },
  })
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
  expect((await hours()).map((row) => row.slice(2))).toEqual([
    [day('2025-10-25'), 23, 40],
    [day('2025-10-26'), 0, 30],
    [day('2025-10-26'), 1, 20],
    [day('2025-11-01'), 5, 8],
  ])
})

test('half hours become hours, and an hour of which a half is missing is quarantined', async () => {
  const report = await run(given(fixture('halves.csv'), { preset: presetNamed('calit2') }))
  expect(report).toMatchObject({
    lines: 4,
    taken: 1,
    minutes: 30,
    merged: { duplicates: 0, skippedHour: 0, partsOfHour: 1 },
    sums: { ins: { read: 12, stored: 7, apart: 5 } },
    apart: [{ reason: 'HOUR_INCOMPLETE', lines: 2 }],
  })
  expect((await hours()).map((row) => row.slice(2))).toEqual([[day('2025-09-01'), 8, 7]])
})

test('exits come beside the entries; a hole in them leaves the entries of the hour alone, and its people are reported', async () => {
  const file = written(
    'ts,in,salidas\n2025-09-01T08:00,3,\n2025-09-01T08:30,4,6\n2025-09-01T09:00,5,2\n2025-09-01T09:30,1,9\n',
    'exits.csv',
  )
  const report = await run(given(file))
  expect(report).toMatchObject({
    taken: 2,
    sums: { ins: { read: 13, stored: 13, apart: 0 }, outs: { read: 17, stored: 11, apart: 6 } },
    apart: [],
  })
  expect(report.columns).toContainEqual({ column: 'salidas', use: 'outs' })
  expect(await stores.facts.read('SELECT hour, ins, outs FROM traffic WHERE ins IS NOT NULL ORDER BY hour')).toEqual([
    [8, 7, null],
    [9, 6, 11],
  ])
})

test('a place is expected to count from its first entries on, not from exits beside empty entries', async () => {
  const file = written('date,hour,entries,exits\n2025-09-01,8,,0\n2025-09-02,8,,0\n2025-09-03,8,5,1\n', 'opening.csv')
  await run(given(file))
  expect(await stores.facts.read('SELECT min(day) FROM traffic WHERE ins IS NULL AND outs IS NULL')).toEqual([
    [day('2025-09-03')],
  ])
})

const DAILY =
  'fecha,tienda,entradas,salidas,tickets\n2025-09-01,Norte,4095,4000,12\n2025-09-02,Norte,250000,,\n2025-09-01,Sur,30,31,0\n2025-09-02,Sur,,,5\n'
const daily = (text = DAILY) =>
  given(written(text), {
    preset: withMapping(presetNamed('hourly'), 'date=fecha,sensor=tienda,ins=entradas,outs=salidas,tickets=tickets'),
  })

test('a week or more without a known count is a gap, also where hours are reported as not known', async () => {
  const at = (days: string, count: string) => `2025-09-${days}T10:00,A,${count}\n`
  const text = `timestamp,sensor,ins\n${at('01', '5')}${at('02', '6')}${at('07', '')}${at('11', '4')}${at('18', '3')}`
  expect(await run(given(written(text), { preset: presetNamed('hourly') }))).toMatchObject({
    firstDay: '2025-09-01',
    lastDay: '2025-09-18',
    gaps: [{ begin: '2025-09-03', end: '2025-09-10' }],
  })
})

test('a file of dates and no hours has the counts of whole days, with their exits and tickets', async () => {
  const report = await run(daily())
  expect(report).toMatchObject({
    lines: 4,
    taken: 4,
    meaning: 'daily',
    minutes: 1440,
    firstDay: '2025-09-01',
    lastDay: '2025-09-02',
    apart: [],
    sums: { ins: { read: 254_125, stored: 254_125 } },
  })
  const rows = (local: number) =>
    stores.facts.read(
      `SELECT day, hour, instant, ins, outs, tickets FROM traffic WHERE local = ${local} ORDER BY day, hour`,
    )
  const [first, second] = [day('2025-09-01'), day('2025-09-02')]
  // Two hours ahead of UTC: the last hour of the day begins at 21:00.
  const last = (of: number) => of * 86_400 + 21 * 3600
  expect([await rows(1), await rows(2)]).toEqual([
    [
      [first, 24, last(first), 4095, 4000, 12],
      [second, 24, last(second), 250_000, null, null],
    ],
    [
      [first, 24, last(first), 30, 31, 0],
      [second, 24, last(second), null, null, 5],
    ],
  ])
  expect(await run(daily())).toMatchObject({
    loaded: { newLocals: 0, store: { accepted: 0, duplicate: 4, restated: 0 } },
  })
  const frame = await stores.facts.query({
    table: 'traffic',
    measures: ['ins', 'hours', 'missingHours', 'expected', 'observed'],
    by: ['local', 'day'],
    where: { client: [1] },
    periods: [{ name: 'only', from: first, to: second }],
  })
  expect(
    toRows(frame).map(([local, of, ins, hours, missing, expected, observed]) => [
      local,
      of,
      ins,
      hours,
      missing,
      expected === observed,
    ]),
  ).toEqual([
    [1, first, 4095, 24, 0, true],
    [1, second, 250_000, 24, 0, true],
    [2, first, 30, 24, 0, true],
    [2, second, null, 24, 24, false],
  ])
})

test('with --lines daily a clock time beside the date says nothing, and two counts of a day contradict each other', async () => {
  const file = written('ts,sensor,ins\n2025-09-01T00:00,a,4\n2025-09-02T00:00,a,5\n')
  const preset = { ...presetNamed('hourly'), lines: 'daily' as const }
  expect(await run(given(file, { preset }))).toMatchObject({ taken: 2, meaning: 'daily' })
  expect(await stores.facts.read('SELECT hour, ins FROM traffic ORDER BY day')).toEqual([
    [24, 4],
    [24, 5],
  ])
  await expect(
    run(given(written('ts,sensor,ins\n2025-09-01T10:00,a,4\n2025-09-01T11:00,a,5\n', 'hours.csv'), { preset })),
  ).rejects.toMatchObject({ code: 'FILE_CONTRADICTORY' })
})

test('passages with a date only are added up to their day', async () => {
  await run(
    given(written('date,sensor\n2025-09-01,a\n2025-09-01,a\n2025-09-02,a\n'), {
      preset: { ...presetNamed('hourly'), lines: 'passages' },
    }),
  )
  expect(await stores.facts.read('SELECT hour, ins FROM traffic ORDER BY day')).toEqual([
    [24, 2],
    [24, 1],
  ])
  await run(
    given(written('date,sensor,ins\n2025-09-01,b,3\n2025-09-01,b,3\n', 'parts.csv'), {
      preset: { ...presetNamed('hourly'), lines: 'parts' },
    }),
  )
  expect(await stores.facts.read('SELECT hour, ins FROM traffic WHERE local = 2 AND ins IS NOT NULL')).toEqual([
    [24, 6],
  ])
})

test('the total of a day gives way to the hours of a later import, and holds again when that one is taken back', async () => {
  const known = () =>
    stores.facts.read(
      'SELECT day, hour, ins, outs, expected > 0 FROM traffic WHERE ins IS NOT NULL ORDER BY local, day, hour',
    )
  await run(daily('fecha,tienda,entradas,salidas,tickets\n2025-09-01,Norte,90,80,1\n2025-09-02,Norte,70,71,2\n'))
  const before = await known()
  const hours = await run(
    given(written('ts,sensor,ins\n2025-09-02T10:00,Norte,4\n2025-09-02T11:00,Norte,5\n', 'hours.csv')),
  )
  expect(hours.loaded?.store).toMatchObject({ accepted: 2, replacedDays: 1 })
  expect(apiReport(hours, 0).stored).toMatchObject({ added: 2, replacedDays: 1 })
  expect(describeReport(hours).at(-1)).toMatch(/1 totals of days gave way to their hours/)
  const [first, second] = [day('2025-09-01'), day('2025-09-02')]
  expect(await known()).toEqual([
    [first, 24, 90, 80, true],
    [second, 10, 4, null, true],
    [second, 11, 5, null, true],
  ])
  await stores.facts.write((connection) => undoImport(connection, { import: 2, nowMs: NOW, cause: 'undo' }))
  await stores.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(stores.catalog, { client: 1 }) })
  expect(await known()).toEqual(before)
})

test('days and hours of one place are loaded together, on different days', async () => {
  const files = [
    written('ts,sensor,ins\n2025-09-03T10:00,a,4\n2025-09-03T11:00,a,5\n', 'hours.csv'),
    written('date,sensor,ins\n2025-09-01,a,90\n2025-09-03,a,70\n', 'days.csv'),
  ]
  const report = await run(given(files[0]!, { files }))
  expect(report.apart.map(({ reason, lines, first }) => [reason, lines, first[0]])).toEqual([
    ['DAY_HAS_HOURS', 1, 'days.csv:3  2025-09-03 | 70'],
  ])
  expect(report.sums.ins).toEqual({ read: 169, stored: 99, outvoted: 0, apart: 70 })
  expect(
    await stores.facts.read('SELECT day, hour, ins FROM traffic WHERE ins IS NOT NULL ORDER BY day, hour'),
  ).toEqual([
    [day('2025-09-01'), 24, 90],
    [day('2025-09-03'), 10, 4],
    [day('2025-09-03'), 11, 5],
  ])
})

test('sales come with their decimals and units, and are kept in hundredths; an invalid amount is reported', async () => {
  const report = await run(
    given(
      written(
        'ts,sensor,ins,tickets,ventas,unidades\n2025-09-01T10:00,a,50,4,100.5,10\n2025-09-01T11:00,a,30,2,"1.234,56",3\n2025-09-01T12:00,a,30,2,,3\n2025-09-01T13:00,a,30,2,0,0\n',
      ),
    ),
  )
  expect(report).toMatchObject({ taken: 4, sums: { sales: { read: 133_506, stored: 133_506 } } })
  expect(
    await stores.facts.read('SELECT hour, tickets, sales, units FROM traffic WHERE ins IS NOT NULL ORDER BY hour'),
  ).toEqual([
    [10, 4, 10_050, 10],
    [11, 2, 123_456, 3],
    [12, 2, null, 3],
    [13, 2, 0, 0],
  ])
  const frame = await stores.facts.query({
    table: 'traffic',
    measures: ['sales', 'salesWithTickets', 'ticketsWithSales', 'units'],
    by: ['day', 'local'],
    where: { client: [1] },
    periods: [{ name: 'only', from: day('2025-09-01'), to: day('2025-09-01') }],
  })
  expect(toRows(frame)).toEqual([[day('2025-09-01'), 1, 1335.06, 1335.06, 8, 16]])
  const wrong = await run(
    given(
      written(
        'ts,sensor,ins,sales\n2025-09-02T10:00,a,50,-3.10\n2025-09-02T11:00,a,50,4 euro\n' +
          Array.from({ length: 60 }, (_, at) => {
            const [day, hour] = [3 + Math.floor(at / 20), at % 20].map((part) => String(part).padStart(2, '0'))
            return `2025-09-${day}T${hour}:00,a,1,1\n`
          }).join(''),
        'wrong.csv',
      ),
    ),
  )
  expect(wrong.apart.map(({ reason, lines }) => [reason, lines])).toEqual([
    ['NEGATIVE', 1],
    ['COUNT_UNREADABLE', 1],
  ])
})

test('a counter at its full scale in a quiet place is quarantined, the same number in a busy street counts', async () => {
  const report = await run(given(fixture('full-scale.csv')))
  expect(report.apart).toEqual([
    {
      reason: 'SENTINEL',
      lines: 2,
      first: [
        'full-scale.csv:50  2025-06-04T03:00 | quiet | 4095',
        'full-scale.csv:51  2025-06-04T04:00 | quiet | 8191',
      ],
    },
  ])
  expect((await hours()).filter((row) => row[4] === 4095)).toHaveLength(1)
})

test('the two passes of a repeated hour are kept when the file has both, distinguished by an offset or by two rows', async () => {
  const pair = written(
    'ts,sensor,ins\n2025-10-26T01:00,a,1\n2025-10-26T02:00,a,2\n2025-10-26T02:00,a,3\n2025-10-26T03:00,a,4\n2025-10-26T01:00+02:00,b,1\n2025-10-26T02:00+02:00,b,2\n2025-10-26T02:00+01:00,b,3\n',
  )
  expect(await run(given(pair))).toMatchObject({ taken: 7, merged: { duplicates: 0 } })
  expect((await hours()).filter((row) => row[3] === 2).map((row) => [row[0], row[4]])).toEqual([
    [1, 5],
    [2, 5],
  ])
  expect((await stores.facts.traffic({ client: [1] }, 1, day('2025-10-26'), day('2025-10-26'))).rows).toBe(25)
})

test.each([
  ['last', 9],
  ['first', 4],
  ['sum', 13],
  ['max', 9],
] as const)('two counts of one hour become one by the rule %s', async (duplicates, ins) => {
  await run(
    given(written('ts,sensor,ins\n2025-09-01T10:00,a,4\n2025-09-01T10:00,a,9\n2025-09-01T10:00,a,\n'), {
      preset: { ...presetNamed('hourly'), duplicates },
    }),
  )
  expect((await hours()).map((row) => row[4])).toEqual([ins])
})

test('columns may be named by hand, and every atom may come in', async () => {
  const file = written('quando;loja;entradas;frente;bilhetes\n01/09/2025 10:00;Baixa;30;200;8\n')
  await run(
    given(file, {
      preset: withMapping(presetNamed('hourly'), 'ts=quando,sensor=loja,ins=entradas,fro=frente,tickets=bilhetes'),
      zone: 'Europe/Lisbon',
    }),
  )
  const rows = toRows(
    await stores.facts.query({
      table: 'traffic',
      measures: ['ins', 'fro', 'tickets', 'visits'],
      by: ['day'],
      where: { client: [1] },
      periods: [{ name: 'only', from: day('2025-09-01'), to: day('2025-09-01') }],
    }),
  )
  expect(rows).toEqual([[day('2025-09-01'), 30, 200, 8, null]])
})

test('every format says what it is and asks for a time and a count', () => {
  for (const [name, preset] of PRESETS) {
    expect({
      name,
      about: preset.about.length > 10,
      time: preset.columns.time.length > 0,
      atoms: Object.keys(preset.columns.atoms).length > 0,
    }).toEqual({ name: preset.name, about: true, time: true, atoms: true })
  }
})
