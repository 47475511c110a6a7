/** People inside by the minute through the API: found out, asked, shown, loaded, and taken back to the minute. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Import } from '#schemas/generated/entities/import.ts'
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import { importer } from './testing.ts'

let f: Fixture
let admin: ReturnType<typeof importer>
beforeAll(async () => {
  f = await fixture()
  admin = importer(f, sender(f, await f.signIn('admin@aforo.test')))
}, 60_000)
afterAll(() => f.close())

/** All that is stored of minutes, with what is remembered for taking it back. */
const minutes = async () =>
  (await f.facts.read('SELECT local, area, instant::DOUBLE, people, presence FROM occupancy_minute ORDER BY ALL')).map(
    (row) => row.map((cell) => (typeof cell === 'boolean' ? cell : Number(cell))),
  )
const remembered = async () => Number((await f.facts.read('SELECT count(*) FROM imported_minute'))[0]?.[0])
const localsOf = async (client: number) =>
  (await f.catalog.locals.list(SYSTEM_SCOPE, { client })).map(({ name }) => name)
const SDU =
  'room,day_id,time,weekday,holiday,occupants,co2_ppm\nA,0,10:00,5,0,3,400\nA,0,10:01,5,0,4,400\nB,0,10:00,5,0,9,500\n'
const SEATS = 'room,room_type,size_m2,seats\nA,lecture,139,84\nB,study,50,32\n'
const codes = ({ questions }: Import) => questions.map(({ code }) => code)

test('what is wrong with minutes is asked: no zone, two columns of people, no time, nothing that can be taken', async () => {
  const { museum: client } = f.ids
  const read = (text: string, settings: ImportSettings = {}) => admin.read([['a.csv', text]], { client, ...settings })
  const plain = 'when,occupants,other\n2026-02-02 10:00,3,1\n'
  expect(codes(await read(plain, { timeZone: 'Mars/Olympus' }))).toEqual(['IMPORT_ZONE_UNKNOWN'])
  expect(
    codes(
      await read(plain, {
        columns: [
          { column: 'occupants', use: 'people' },
          { column: 'other', use: 'presence' },
        ],
      }),
    ),
  ).toEqual(['IMPORT_OPTION_INVALID'])
  expect(codes(await read('occupants,x\n3,a\n', { columns: [{ column: 'occupants', use: 'people' }] }))).toEqual([
    'FILE_COLUMNS_MISSING',
  ])
  expect(codes(await read('when,occupants\n2026-02-02 10:00,many\n'))).toEqual(['IMPORT_NOTHING_TAKEN'])
  expect(codes(await read('when,occupants\n02/03/2026 10:00,1\n'))).toEqual(['IMPORT_DATES_UNCLEAR'])
  expect(await minutes()).toEqual([])
})

test('rooms and seats of a set are found out, shown, loaded and taken back with all that was made', async () => {
  const now = await admin.read(
    [
      ['rooms_1min.csv', SDU],
      ['rooms.csv', SEATS],
    ],
    { newClient: 'Campus' },
  )
  expect(now).toMatchObject({
    state: 'ready',
    questions: [],
    settings: { format: 'sdu-rooms', timeZone: 'Europe/Copenhagen' },
    preview: { file: 'rooms_1min.csv', uses: ['sensor', 'date', 'hour', null, null, 'people', null] },
    report: {
      lines: 3,
      taken: 3,
      minutes: 1,
      meaning: 'inside',
      apart: [],
      sums: [{ atom: 'people', read: 16, stored: 16, outvoted: 0, apart: 0 }],
      firstDay: '2017-03-25',
      lastDay: '2017-03-25',
      stored: null,
    },
  })
  expect(now.found.toSorted()).toEqual(['columns', 'format', 'places', 'separator', 'timeZone'])
  expect(now.places).toEqual([
    { place: 'A', lines: 2, firstDay: '2017-03-25', lastDay: '2017-03-25', local: null, name: 'A', match: 'new' },
    { place: 'B', lines: 1, firstDay: '2017-03-25', lastDay: '2017-03-25', local: null, name: 'B', match: 'new' },
  ])
  // Nothing is stored before it is loaded.
  expect([await minutes(), await f.catalog.clients.findByName(SYSTEM_SCOPE, 'Campus')]).toEqual([[], undefined])
  await admin.send('POST', `/imports/${now.id}/load`)
  const loaded = await admin.settled(now.id)
  expect([loaded.state, loaded.report?.stored, loaded.begin]).toEqual([
    'loaded',
    { added: 3, corrected: 0, unchanged: 0, refused: 0, newLocals: 2 },
    '2017-03-25',
  ])
  const client = loaded.client!
  const rooms = await f.catalog.locals.list(SYSTEM_SCOPE, { client })
  expect(
    [
      ...(
        await f.catalog.locals.settings(
          SYSTEM_SCOPE,
          rooms.map(({ id }) => id),
        )
      ).values(),
    ].map(({ capacity }) => capacity),
  ).toEqual([84, 32])
  expect((await minutes()).map(([, , instant, people]) => [instant, people])).toEqual([
    [1490432400, 3],
    [1490432460, 4],
    [1490432400, 9],
  ])
  // No counts are expected of a room whose people are seen.
  expect(await f.facts.read('SELECT count(*)::INTEGER FROM traffic WHERE client = $1', [client])).toEqual([[0]])
  expect((await admin.undo(loaded.id)).state).toBe('undone')
  expect([await minutes(), await remembered(), await f.catalog.clients.findByName(SYSTEM_SCOPE, 'Campus')]).toEqual([
    [],
    0,
    undefined,
  ])
})

test('any file with a column of people inside is recognised, and presence is distinguished from people', async () => {
  const { museum: client } = f.ids
  const guessed = await admin.read(
    [['sala.csv', 'fecha;sala;ocupación\n2026-02-02 10:00;Sala 1;3\n2026-02-02 10:01;Sala 1;\n2026-02-02 10:01;;4\n']],
    { client },
  )
  expect(guessed.preview?.uses).toEqual(['time', 'sensor', 'people'])
  expect([
    guessed.state,
    guessed.report?.taken,
    guessed.report?.nulls,
    guessed.report?.apart.map(({ reason, lines }) => [reason, lines]),
  ]).toEqual(['ready', 1, 1, [['SENSOR_MISSING', 1]]])
  const presence = await admin.read(
    [
      [
        'office.csv',
        'ts_local,occupied,co2\n2015-02-04T17:51:00,1,700\n2015-02-04T17:51:59,1,701\n2015-02-04T17:53:00,2,1\n',
      ],
    ],
    { newClient: 'Office' },
  )
  expect([
    presence.settings.format,
    presence.report?.meaning,
    presence.report?.taken,
    presence.report?.apart[0]?.reason,
  ]).toEqual(['uci-office', 'presence', 2, 'ABSURD'])
  // Counts stay counts beside any other columns.
  const counts = await admin.read([['a.csv', 'ts,sensor,ins,occupants\n2025-09-07T10:00,a,4,2\n']], { client })
  expect([counts.report?.meaning, counts.questions.map(({ code }) => code)]).not.toEqual(['inside', []])
  for (const { id } of [guessed, presence, counts]) await admin.send('POST', `/imports/${id}/cancel`)
})

test('columns by hand: a date and a clock, another zone, rooms that are joined or left out', async () => {
  const { museum: client } = f.ids
  const text = 'd,t,r,n,x\n02/03/2026,09:59:40,A,5,1\n02/03/2026,10:01,A.,6,1\n02/03/2026,10:02,Hall,7,1\n'
  const settings: ImportSettings = {
    client,
    dateOrder: 'dmy',
    timeZone: 'Europe/Madrid',
    columns: [
      { column: 'd', use: 'date' },
      { column: 't', use: 'hour' },
      { column: 'r', use: 'sensor' },
      { column: 'n', use: 'people' },
      { column: 'x', use: 'ignored' },
    ],
    places: [
      { place: 'A.', name: 'A' },
      { place: 'Hall', skip: true },
    ],
  }
  const now = await admin.read([['a.csv', text]], settings)
  expect([now.questions, now.report?.taken, now.report?.skipped, now.report?.renamed]).toEqual([[], 2, 1, 1])
  expect(now.places.map(({ place, match, lines }) => [place, match, lines])).toEqual([
    ['A', 'new', 2],
    ['A.', 'joined', 1],
    ['Hall', 'skipped', 1],
  ])
  const { id } = await admin.load([['a.csv', text]], settings)
  expect((await minutes()).map(([, , instant, people]) => [instant, people])).toEqual([
    [Date.UTC(2026, 2, 2, 9) / 1000, 5],
    [Date.UTC(2026, 2, 2, 9, 1) / 1000, 6],
  ])
  await admin.undo(id)
  expect([await minutes(), await localsOf(client)]).toEqual([
    [],
    (await localsOf(client)).filter((name) => name !== 'A'),
  ])
})

test('undoing an import removes the capacity it gave to an existing room, unless it was changed since', async () => {
  const client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Seats', type: 'office' })).id
  const local = (
    await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client,
      name: 'A',
      code: 'A',
      type: 'office',
      timeZone: 'Europe/Copenhagen',
    })
  ).id
  const capacity = async () => (await f.catalog.locals.settings(SYSTEM_SCOPE, [local])).get(local)?.capacity
  const files = [
    ['rooms_1min.csv', SDU],
    ['rooms.csv', SEATS],
  ] as const
  const first = await admin.load(files, { client })
  expect(await capacity()).toBe(84)
  await admin.undo(first.id)
  expect(await capacity()).toBeUndefined()
  const second = await admin.load(files, { client })
  await f.catalog.locals.saveSettings(SYSTEM_SCOPE, local, { capacity: 90 })
  await admin.undo(second.id)
  expect(await capacity()).toBe(90)
})

test('of three words on a minute the newest that is left holds, and the last one that goes leaves nothing', async () => {
  const client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Three', type: 'office' })).id
  const own = async () =>
    (await f.facts.read('SELECT people FROM occupancy_minute WHERE client = $1', [client])).map(([people]) =>
      Number(people),
    )
  const load = async (people: number) =>
    (
      await admin.load([['a.csv', `ts,room,occupants\n2026-02-02T10:00,A,${people}\n`]], {
        client,
        timeZone: 'Europe/Madrid',
      })
    ).id
  const [one, two, three] = [await load(7), await load(5), await load(9)]
  expect(await own()).toEqual([9])
  await admin.undo(three)
  expect(await own()).toEqual([5])
  await admin.undo(one)
  expect(await own()).toEqual([5])
  await admin.undo(two)
  expect(await own()).toEqual([])
})

test('imports that overlap are taken back in any order, each to what the others say', async () => {
  const client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Overlap', type: 'office' })).id
  const line = ([minute, people]: readonly [number, number]) =>
    `2026-02-02T10:${String(minute).padStart(2, '0')},A,${people}`
  const text = (rows: readonly (readonly [number, number])[]) => `ts,room,occupants\n${rows.map(line).join('\n')}\n`
  const file = fc.uniqueArray(fc.tuple(fc.nat(5), fc.nat(9)), {
    minLength: 1,
    maxLength: 5,
    selector: ([minute]) => minute,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(file, { minLength: 2, maxLength: 3 }),
      fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
      async (files, order) => {
        const settings: ImportSettings = { client, timeZone: 'Europe/Madrid', places: [] }
        const ids: number[] = []
        for (const rows of files) ids.push((await admin.load([['a.csv', text(rows)]], settings)).id)
        const left = new Map(ids.map((id, at) => [id, files[at]!]))
        const expected = () => {
          const said = new Map<number, number>()
          for (const rows of left.values()) for (const [minute, people] of rows) said.set(minute, people)
          return [...said]
            .toSorted(([a], [b]) => a - b)
            .map(([minute, people]) => [Date.UTC(2026, 1, 2, 9, minute) / 1000, people])
        }
        const own = async () =>
          (
            await f.facts.read(
              'SELECT instant::DOUBLE, people FROM occupancy_minute WHERE client = $1 ORDER BY instant',
              [client],
            )
          ).map((row) => row.map(Number))
        expect(await own()).toEqual(expected())
        for (const pick of order.slice(0, ids.length)) {
          const [id] = [...left.keys()].slice(pick % left.size)
          left.delete(id!)
          await admin.undo(id!)
          expect(await own()).toEqual(expected())
        }
        expect([
          await own(),
          Number((await f.facts.read('SELECT count(*) FROM imported_minute WHERE client = $1', [client]))[0]?.[0]),
          await localsOf(client),
        ]).toEqual([[], 0, []])
      },
    ),
    { numRuns: 6 },
  )
}, 120_000)

test('the formats of minutes are among the presets, and none can be saved under their names', async () => {
  const names = ((await admin.send('GET', '/import-presets')).body as ImportPreset[]).map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['sdu-rooms', 'uci-office']))
  expect(await admin.send('POST', '/import-presets', { name: 'sdu-rooms', client: null, settings: {} })).toMatchObject({
    status: 409,
  })
})
