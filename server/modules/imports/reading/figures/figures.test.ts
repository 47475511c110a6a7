/** Trips between places, profiles of an average day, figures of months: refused, read, stored once, taken back. */
import { expect, test } from 'vitest'
import { inForce } from '../../../../facts/duckdb/figures.ts'
import { takeBack } from '../../take-back.ts'
import { SYSTEM_SCOPE } from '../../../../lib/scope.ts'
import { importStores, NOW } from '../testing.ts'
import { prepareFigures, type FigureOptions } from './index.ts'
import { monthOf } from './kinds.ts'

const s = importStores()

const TRIPS = 'date,hour,origin_id,destination_id,trips\n2025-08-01,7,1,2,30\n2025-08-01,7,2,1,4\n2025-08-01,8,1,1,2\n'
const STATIONS = 'station_id,station\n1,Attiguppe\n2,"Banashankari, South"\n'
const PROFILE =
  'station_code,station,slot_start,slot_end,boardings,alightings\n71601,CALAFELL,05:00,05:30,10,0\n71601,CALAFELL,23:30,00:00,1,7\n71601,CALAFELL,00:30,01:00,0,2\n'
const MONTHS =
  'country,period,brand,registrations\nES,2024-01,Seat,100\nES,2024-01,other,40\nES,2024-02,Škoda,30\nUK,2023-Q4,Seat,9\n'

type Options = Partial<FigureOptions> & { readonly texts: Readonly<Record<string, string>> }

async function prepare({ texts, ...options }: Options) {
  const files = Object.entries(texts).map(([name, text]) => s.written(text, name))
  return prepareFigures({ format: 'bmrcl-od', client: 'Metro', now: NOW, within: s.folder, ...options, files })
}
async function dryRun(options: Options) {
  const prepared = await prepare(options)
  prepared.close()
  return prepared.report
}
async function load(options: Options) {
  const prepared = await prepare(options)
  try {
    return await prepared.store({ catalog: s.catalog, facts: s.facts, now: NOW })
  } finally {
    prepared.close()
  }
}
const undo = (id: number) => takeBack({ catalog: s.catalog, facts: s.facts, now: () => NOW }, SYSTEM_SCOPE, id)
const flows = async () => {
  const names = new Map((await s.catalog.locals.list(SYSTEM_SCOPE)).map(({ id, name }) => [id, name]))
  return (
    await s.facts.read(
      `SELECT local, destination, day, hour, fold, trips FROM (${inForce('flows', 'true')}) ORDER BY ALL`,
    )
  ).map(([from, to, ...rest]) => [names.get(Number(from)), names.get(Number(to)), ...rest.map(Number)])
}
const code = (run: Promise<unknown>) =>
  run.then(
    () => 'taken',
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  )
const AUGUST = 20_301

test('files of other columns, twice the same file, and invalid dates are refused, and nothing is stored', async () => {
  expect(await code(load({ texts: { 'a.csv': TRIPS.replace('trips', 'people') } }))).toContain(
    'FILE_COLUMNS_MISSING: a.csv has the columns',
  )
  expect(await code(load({ texts: { 'a.csv': TRIPS, 'b.csv': TRIPS, 's.csv': STATIONS } }))).toContain('FILE_TWICE')
  expect(await code(load({ texts: { 'a.csv': TRIPS.replaceAll('2025-08-01', 'soon'), 's.csv': STATIONS } }))).toContain(
    'FILE_UNREADABLE',
  )
  expect(await code(load({ texts: { 'a.csv': TRIPS.replaceAll('2025', '2031'), 's.csv': STATIONS } }))).toContain(
    'FILE_TIME_RANGE',
  )
  expect(await s.kept()).toEqual({ clients: 0, locals: 0, hours: 0 })
})

test('places that are numbers only are asked for, and named by a file of places among the files', async () => {
  expect(await code(load({ texts: { 'a.csv': TRIPS } }))).toContain(
    'IMPORT_PLACES_UNKNOWN: 2 of 2 places are known by a number only: 1, 2.',
  )
  expect(await code(load({ texts: { 'a.csv': `${TRIPS}2025-08-01,9,7,1,3\n`, 's.csv': STATIONS } }))).toContain(
    '1 of 3 places are known by a number only: 7.',
  )
  const report = await load({ texts: { 'a.csv': TRIPS, 's.csv': STATIONS } })
  expect(report.columns).toEqual([
    { column: 'date', use: 'date' },
    { column: 'hour', use: 'hour' },
    { column: 'origin_id', use: 'origin' },
    { column: 'destination_id', use: 'destination' },
    { column: 'trips', use: 'trips' },
    { column: 'station_id', use: 'sensor' },
    { column: 'station', use: 'placeName' },
  ])
  expect(await flows()).toEqual([
    ['Attiguppe', 'Attiguppe', AUGUST, 8, 0, 2],
    ['Attiguppe', 'Banashankari, South', AUGUST, 7, 0, 30],
    ['Banashankari, South', 'Attiguppe', AUGUST, 7, 0, 4],
  ])
})

test('trips go to the stations whose entries are there already, by their names', async () => {
  const client = await s.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Metro', type: 'basic' })
  const known = await s.catalog.locals.insert(SYSTEM_SCOPE, {
    client: client.id,
    name: 'Attiguppe',
    code: 'Attiguppe',
    type: 'transport',
    timeZone: 'Asia/Kolkata',
  })
  const report = await load({ texts: { 'a.csv': TRIPS, 's.csv': STATIONS } })
  expect(report.stored).toMatchObject({ added: 3, newLocals: 1 })
  expect(
    (await s.catalog.locals.list(SYSTEM_SCOPE)).map(({ id, name, code: of }) => [id === known.id, name, of]),
  ).toEqual([
    [true, 'Attiguppe', 'Attiguppe'],
    [false, 'Banashankari, South', '2'],
  ])
})

test('every line is taken, merged, or quarantined, and every trip is in one of the sums', async () => {
  const many = Array.from({ length: 200 }, (_, i) => `2025-08-02,${i % 24},1,2,${i}\n`)
    .slice(0, 24)
    .join('')
  const text = `${TRIPS}${many}2025-08-01,7,1,2,30\n2025-08-01,x,1,2,5\n2025-08-02,5,2,1,\n`
  const report = await dryRun({ texts: { 'a.csv': text, 's.csv': STATIONS } })
  expect(report).toMatchObject({
    lines: 30,
    taken: 28,
    nulls: 1,
    merged: { duplicates: 1, contradictions: 0 },
    firstDay: '2025-08-01',
    lastDay: '2025-08-02',
    stored: null,
  })
  expect(report.apart.map(({ reason, lines }) => [reason, lines])).toEqual([['TIME_UNREADABLE', 1]])
  expect(report.sums).toEqual([{ atom: 'trips', read: 347, stored: 312, outvoted: 30, apart: 5 }])
})

test('lines that contradict each other refuse the file above one in a hundred, until it is chosen which holds', async () => {
  const text = `${TRIPS}2025-08-01,7,1,2,31\n`
  expect(await code(load({ texts: { 'a.csv': text, 's.csv': STATIONS } }))).toContain(
    'FILE_CONTRADICTORY: 1 of 4 lines',
  )
  const said = async (duplicates: 'last' | 'first' | 'max' | 'sum') =>
    (await dryRun({ texts: { 'a.csv': text, 's.csv': STATIONS }, settings: { duplicates } })).sums[0]!.stored
  expect([await said('last'), await said('first'), await said('max'), await said('sum')]).toEqual([37, 36, 37, 67])
})

test('an hour that the clocks skip is quarantined, and one that comes twice is kept twice', async () => {
  const lines = [
    '2025-03-30,2,a,b,5',
    '2025-10-26,2,a,b,6',
    '2025-10-26,2,a,b,7',
    ...Array.from({ length: 20 }, (_, i) => `2025-05-${i + 10},2,a,b,1`),
  ]
  await load({
    texts: { 'a.csv': `date,hour,origin,destination,trips\n${lines.join('\n')}\n` },
    format: 'flows',
    settings: { timeZone: 'Europe/Madrid' },
  })
  expect(
    (await flows())
      .filter(([, , , , , trips]) => Number(trips) > 1)
      .map(([, , , hour, pass, trips]) => [hour, pass, trips]),
  ).toEqual([
    [2, 0, 6],
    [2, 1, 7],
  ])
  expect(await s.facts.read('SELECT reason FROM quarantine')).toEqual([['TIME_SKIPPED']])
})

test('the same file again changes nothing; a later one corrects; taken back in any order it is as if it had not been', async () => {
  const texts = { 'a.csv': TRIPS, 's.csv': STATIONS }
  await load({ texts })
  const first = await flows()
  expect((await load({ texts })).stored).toMatchObject({ added: 0, unchanged: 3, corrected: 0 })
  expect(await flows()).toEqual(first)
  expect(
    (await load({ texts: { 'a.csv': TRIPS.replace('1,2,30', '1,2,33'), 's.csv': STATIONS } })).stored,
  ).toMatchObject({ added: 0, unchanged: 2, corrected: 1 })
  expect((await flows()).map(([, , , , , trips]) => trips)).toEqual([2, 33, 4])
  await undo(1)
  expect((await flows()).map(([, , , , , trips]) => trips)).toEqual([2, 33, 4])
  await undo(3)
  expect(await flows()).toEqual(first)
  await undo(2)
  expect(await flows()).toEqual([])
  expect(await s.kept()).toEqual({ clients: 0, locals: 0, hours: 0 })
})

test('an average day has no date: its slots are minutes of the day, over midnight too, and the source defines what an absent slot means', async () => {
  const report = await load({ texts: { 'p.csv': PROFILE }, format: 'renfe-rodalies', client: 'Rodalies' })
  expect(report).toMatchObject({ meaning: 'profile', minutes: 30, firstDay: null, lastDay: null, lines: 3, taken: 3 })
  expect(report.sums).toEqual([
    { atom: 'boardings', read: 11, stored: 11, outvoted: 0, apart: 0 },
    { atom: 'alightings', read: 9, stored: 9, outvoted: 0, apart: 0 },
  ])
  const rows = await s.facts.read(
    'SELECT label, start, minutes, boardings, alightings, absentIsZero FROM ' +
      `(${inForce('profile', 'true', ['absentIsZero'])}) ORDER BY start`,
  )
  expect(rows).toEqual([
    ['2018', 30, 30, 0, 2, true],
    ['2018', 300, 30, 10, 0, true],
    ['2018', 1410, 30, 1, 7, true],
  ])
  expect(
    (await s.catalog.locals.list(SYSTEM_SCOPE)).map(({ name, code: of, closedOn }) => [name, of, closedOn]),
  ).toEqual([['CALAFELL', '71601', null]])
  expect(await s.facts.read('SELECT count(*) FROM traffic')).toEqual([[0n]])
  await undo(1)
  expect(await s.facts.read('SELECT count(*) FROM profile_slot')).toEqual([[0n]])
})

test('figures of months stay figures of months and quarters, and what is not named is kept apart from what is', async () => {
  const report = await load({ texts: { 'm.csv': MONTHS }, format: 'car-registrations', client: 'Cars' })
  expect(report).toMatchObject({
    meaning: 'monthly',
    firstDay: '2023-10-01',
    lastDay: '2024-02-29',
    lines: 4,
    taken: 4,
  })
  expect(
    await s.facts.read(
      `SELECT place, item, measure, month, months, figure FROM (${inForce('monthly', 'true')}) ORDER BY month, item`,
    ),
  ).toEqual([
    ['UK', 'Seat', 'registrations', 2023 * 12 + 9, 3, 9],
    ['ES', '', 'registrations', 2024 * 12, 1, 40],
    ['ES', 'Seat', 'registrations', 2024 * 12, 1, 100],
    ['ES', 'Škoda', 'registrations', 2024 * 12 + 1, 1, 30],
  ])
  expect((await s.catalog.locals.list(SYSTEM_SCOPE)).length).toBe(0)
  await undo(1)
  expect([await s.facts.read('SELECT count(*) FROM monthly_figure'), (await s.kept()).clients]).toEqual([[[0n]], 0])
})

test('a month is written in several ways, and a day is none', () => {
  const read = ['2024-03', '2024/3', '03/2024', '2024-03-01', '01/03/2024'].map((text) => monthOf(text, 'dmy'))
  expect(read).toEqual(Array.from({ length: 5 }, () => ({ month: 2024 * 12 + 2, months: 1 })))
  expect([monthOf('2024-Q2', 'dmy'), monthOf('2024Q2', 'dmy')]).toEqual(
    Array.from({ length: 2 }, () => ({ month: 2024 * 12 + 3, months: 3 })),
  )
  expect(['2024-13', '2024-03-02', '2024-Q5', 'March', ''].map((text) => monthOf(text, 'dmy'))).toEqual(
    Array(5).fill(null),
  )
})

test('an import that cannot be stored is noted as failed, and leaves no client behind', async () => {
  const prepared = await prepare({ texts: { 'a.csv': TRIPS, 's.csv': STATIONS } })
  const [closed, { now }] = [s.facts, { now: NOW }]
  await closed.close()
  await expect(prepared.store({ catalog: s.catalog, facts: closed, now })).rejects.toMatchObject({
    code: 'IMPORT_NOT_STORED',
    message: expect.stringMatching(/^Nothing was stored: ./),
  })
  const [noted] = await s.catalog.imports.list(SYSTEM_SCOPE)
  expect([noted?.state, noted?.files.map(({ name }) => name), noted?.settings]).toEqual([
    'failed',
    ['a.csv', 's.csv'],
    { newClient: 'Metro' },
  ])
  expect(await s.catalog.clients.list(SYSTEM_SCOPE)).toEqual([])
})

test('what the terminal stored is in the history, and in the log', async () => {
  await load({ texts: { 'a.csv': TRIPS, 's.csv': STATIONS }, client: ' Metro ' })
  const [noted] = await s.catalog.imports.list(SYSTEM_SCOPE)
  expect(noted).toMatchObject({
    state: 'loaded',
    clientName: 'Metro',
    begin: '2025-08-01',
    end: '2025-08-01',
    loadsClean: true,
    report: { lines: 3, stored: { added: 3, newLocals: 2 } },
    found: [],
    questions: [],
  })
  const [entry] = await s.catalog.audit.list(SYSTEM_SCOPE, 1)
  expect(entry).toMatchObject({
    action: 'import.loaded',
    target: `import ${noted!.id}`,
    details: { files: ['a.csv', 's.csv'], lines: 3, begin: '2025-08-01', end: '2025-08-01' },
  })
})
