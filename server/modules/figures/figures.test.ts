/**
 * Trips, an average day and figures of months: imported as the page does, read by their sources, and gone with their
 * import.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayNumber } from '#domain/days'
import { fromJson, toRows } from '#domain/frame-build'
import type { Cell } from '#domain/frame'
import type { FrameJson } from '#schemas/generated/data/frame.ts'
import type { Import } from '#schemas/generated/entities/import.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, type Fixture } from '../../testing/fixture.ts'
import { sender, type Send } from '../../testing/send.ts'
import { importer } from '../imports/testing.ts'

let f: Fixture
let traveller: Send
let imports: ReturnType<typeof importer>
let analyst: Send
/** Place by its id. */
let names: ReadonlyMap<number, string>
const clients: Record<string, number> = {}

const HOURS =
  'ts,sensor,ins,outs\n2025-08-01T07:00,Airport,40,9\n2025-08-01T07:00,Beach,6,30\n2025-08-03T07:00,Airport,50,1\n'
const TRIPS = `date,hour,origin_id,destination_id,trips
2025-08-01,7,1,2,30
2025-08-01,7,1,1,2
2025-08-01,8,2,1,4
2025-08-02,7,1,3,5
2025-09-01,7,3,1,8
`
const STATIONS = 'station_id,station\n1,Airport\n2,Beach\n3,Castle\n'
const PROFILE = `station_code,station,slot_start,slot_end,boardings,alightings
10,SANTS,05:00,05:30,10,1
10,SANTS,08:00,08:30,90,60
10,SANTS,23:30,00:00,2,20
10,SANTS,00:00,00:30,0,5
20,SITGES,08:00,08:30,30,5
`
/** Two years; Brand B is not named in March of the first, and the others are. */
const MONTHS = ['2022', '2023']
  .flatMap((year, y) =>
    Array.from({ length: 12 }, (_, m) => `${year}-${String(m + 1).padStart(2, '0')}`).flatMap((month, m) => [
      `ES,${month},A,${10 + y}`,
      ...(y === 0 && m === 2 ? [] : [`ES,${month},B,2`]),
      `ES,${month},other,${y === 0 && m === 2 ? 3 : 1}`,
    ]),
  )
  .concat('UK,2023-Q1,A,9')
  .join('\n')

beforeAll(async () => {
  f = await fixture()
  imports = importer(f, sender(f, await f.signIn('admin@aforo.test')))
  const load = async (client: string, files: readonly (readonly [string, string])[], settings: object = {}) => {
    const known = clients[client]
    const { client: id } = await imports.load(files, {
      ...(known === undefined ? { newClient: client } : { client: known }),
      ...settings,
    })
    clients[client] = id!
  }
  await load('Metro', [['hours.csv', HOURS]], { timeZone: 'Asia/Kolkata' })
  await load('Metro', [
    ['trips.csv', TRIPS],
    ['stations.csv', STATIONS],
  ])
  await load('Rodalies', [['day.csv', PROFILE]])
  await load('Cars', [['months.csv', `country,period,brand,registrations\n${MONTHS}\n`]], {
    format: 'car-registrations',
  })
  const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
  const flags = ['hasRenfeDash', 'hasAutomotive', 'hasAutomotiveTendency'] as const
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'traveller@aforo.test', passwordHash, role: 'basic', clients: Object.values(clients), flags },
    NOW,
  )
  traveller = sender(f, await f.signIn('traveller@aforo.test'))
  analyst = sender(f, await f.signIn('analyst@aforo.test'))
  names = new Map((await f.catalog.locals.list(SYSTEM_SCOPE)).map(({ id, name }) => [id, name]))
}, 60_000)
afterAll(() => f.close())

async function rows(path: string): Promise<Cell[][]> {
  const { status, body, text } = await traveller('GET', path)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return toRows(fromJson(body as FrameJson))
}
const named = (of: Cell[][]) => of.map(([local, ...rest]) => [names.get(Number(local)), ...rest])
const code = async (send: Send, path: string) => {
  const { status, body } = await send('GET', path)
  return `${status} ${(body as { code?: string }).code ?? ''}`
}
const localNamed = (name: string) => [...names].find(([, one]) => one === name)![0]

test('who lacks the right, and questions about other clients, places and days are refused', async () => {
  expect(await code(analyst, `/flows/pairs?client=${clients.Metro}`)).toBe('403 FLAG_REQUIRED')
  expect(await code(analyst, `/monthly/summary?client=${clients.Cars}`)).toBe('403 FLAG_REQUIRED')
  expect(await code(traveller, `/flows/pairs?client=${f.ids.museum}`)).toBe('404 CLIENT_NOT_FOUND')
  expect(await code(traveller, `/flows/pairs?client=${clients.Metro}&from=${localNamed('SANTS')}`)).toBe(
    '404 LOCAL_NOT_FOUND',
  )
  expect(await code(traveller, `/flows/days?client=${clients.Metro}&begin=2025-08-02&end=2025-08-01`)).toBe(
    '400 DATES_INCORRECT',
  )
  expect(await code(traveller, `/flows/days?client=${clients.Metro}&months=august`)).toBe('400 REQUEST_INVALID')
})

test('a kind of figures lists the clients that have some, and no other', async () => {
  const list = async (kind: string) => (await rows(`/figures/clients?kind=${kind}`)).map(([, name]) => name)
  expect([await list('flows'), await list('profile'), await list('monthly')]).toEqual([
    ['Metro'],
    ['Rodalies'],
    ['Cars'],
  ])
})

test('the matrix has every pair, also that of a station with itself, and adds up to all trips', async () => {
  const pairs = await rows(`/flows/pairs?client=${clients.Metro}`)
  expect(pairs.length).toBe(9)
  expect(pairs.filter(([, , , trips]) => Number(trips) > 0)).toEqual([
    ['Airport', 'Beach', true, 30, 4, 26],
    ['Castle', 'Airport', true, 8, 5, 3],
    ['Airport', 'Castle', false, 5, 8, -3],
    ['Beach', 'Airport', false, 4, 30, -26],
    ['Airport', 'Airport', true, 2, null, null],
  ])
  const sum = (of: Cell[][]) => of.reduce((all, [, , , trips]) => all + Number(trips), 0)
  expect([sum(pairs), sum(await rows(`/flows/pairs?client=${clients.Metro}&months=2025-08`))]).toEqual([49, 41])
  const from = await rows(`/flows/pairs?client=${clients.Metro}&from=${localNamed('Airport')}`)
  expect(from.map(([origin, destination, , trips]) => [origin, destination, trips])).toEqual([
    ['Airport', 'Beach', 30],
    ['Airport', 'Castle', 5],
    ['Airport', 'Airport', 2],
  ])
  const all = pairs.filter(([origin]) => origin === 'Airport').map(([, , , trips]) => Number(trips) / 37)
  expect(all.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12)
})

test('trips and entries of a station are side by side, on the days of which trips are known', async () => {
  expect(named(await rows(`/flows/stations?client=${clients.Metro}`))).toEqual([
    ['Airport', 37, 14, 2, 23, 40, 9, 3],
    ['Castle', 8, 5, 0, 3, null, null, null],
    ['Beach', 4, 30, 0, -26, 6, 30, 2],
  ])
})

test('a day without known trips is unknown and listed; it is never a zero', async () => {
  const days = await rows(`/flows/days?client=${clients.Metro}`)
  const at = (day: string) => days.find(([of]) => of === dayNumber(day))?.slice(1)
  expect(days.length).toBe(32)
  expect([at('2025-08-01'), at('2025-08-02'), at('2025-08-03'), at('2025-08-20'), at('2025-09-01')]).toEqual([
    [36, 46, 46, 1, 0],
    [5, null, null, 1, 0],
    [null, 50, null, 0, 1],
    [null, null, null, 0, 1],
    [8, null, null, 1, 0],
  ])
  const castle = await rows(
    `/flows/days?client=${clients.Metro}&local=${localNamed('Castle')}&begin=2025-08-01&end=2025-08-03`,
  )
  expect(castle.map(([, trips]) => trips)).toEqual([0, 0, null])
  expect((await rows(`/flows/months?client=${clients.Metro}`)).map(([name, , end]) => [name, end])).toEqual([
    ['2025-09', '2025-09-30'],
    ['2025-08', '2025-08-31'],
  ])
})

test('hours are those in which trips begin', async () => {
  expect(await rows(`/flows/hours?client=${clients.Metro}`)).toEqual([
    [7, 45, 46],
    [8, 4, null],
  ])
})

test('an average day goes on after midnight, and a slot that the source says was empty is 0', async () => {
  expect(await rows(`/profile/slots?client=${clients.Rodalies}`)).toEqual([
    ['05:00–05:30', 10, 1, 1],
    ['08:00–08:30', 120, 65, 2],
    ['23:30–00:00', 2, 20, 1],
    ['00:00–00:30', 0, 5, 1],
  ])
  expect(
    (await rows(`/profile/slots?client=${clients.Rodalies}&locals=${localNamed('SITGES')}`)).map(([, on, off]) => [
      on,
      off,
    ]),
  ).toEqual([
    [0, 0],
    [30, 5],
    [0, 0],
    [0, 0],
  ])
  expect(named(await rows(`/profile/stations?client=${clients.Rodalies}`))).toEqual([
    ['SANTS', '08:00–08:30', 102, 86, 16, 90],
    ['SITGES', '08:00–08:30', 30, 5, 25, 30],
  ])
})

test('figures of months are summed over whole windows, and growth is of what both years name', async () => {
  const spain = `client=${clients.Cars}&place=ES`
  const DECEMBER = [dayNumber('2023-12-01'), dayNumber('2022-12-01')]
  expect(await rows(`/monthly/summary?${spain}`)).toEqual([
    ['comparing', DECEMBER[0], 14, 42, 168, 168, 132, 36],
    ['reference', DECEMBER[1], 13, 39, 156, 156, 120, 36],
  ])
  // B is not named in one month of the year before: that year has no sum of it, and no growth.
  expect(await rows(`/monthly/items?${spain}`)).toEqual([
    ['comparing', 'A', 11, 33, 132],
    ['comparing', 'B', 2, 6, 24],
    ['reference', 'A', 10, 30, 120],
    ['reference', 'B', 2, 6, null],
  ])
  const course = await rows(`/monthly/course?${spain}&end=2023-01-31`)
  expect([course.length, course[1], course[12]]).toEqual([
    14,
    [dayNumber('2022-02-01'), 13, null, null, null],
    [dayNumber('2023-01-01'), 14, 40, 157, null],
  ])
})

test('a quarter is a bar of three months, and of two places together nothing is known that one lacks', async () => {
  const course = await rows(`/monthly/course?client=${clients.Cars}&place=UK`)
  expect(course.map(([, one, three]) => [one, three])).toEqual([
    [null, null],
    [null, null],
    [null, 9],
    [null, null],
  ])
  expect((await rows(`/monthly/summary?client=${clients.Cars}`))[0]).toEqual([
    'comparing',
    dayNumber('2023-12-01'),
    null,
    null,
    null,
    null,
    null,
    null,
  ])
  expect((await rows(`/monthly/places?client=${clients.Cars}`)).flat()).toEqual(['ES', 'UK'])
})

test('it has no hours, and a retracted import leaves nothing', async () => {
  const { body } = await imports.send('GET', `/imports?client=${clients.Cars}`)
  const [{ id, report }] = body as [Import]
  expect(report).toMatchObject({ meaning: 'monthly', stored: { added: 72, corrected: 0 } })
  await imports.undo(id)
  expect(
    await f.facts.read(
      'SELECT (SELECT count(*) FROM monthly_figure), (SELECT count(*) FROM traffic WHERE client IN ' +
        `(${clients.Rodalies}, ${clients.Cars}))`,
    ),
  ).toEqual([[0n, 0n]])
  const own = (await imports.send('GET', `/imports?client=${clients.Metro}`)).body as Import[]
  await imports.undo(own[0]!.id)
  expect(await rows(`/flows/pairs?client=${clients.Metro}`)).toEqual([])
  expect((await f.catalog.locals.list(SYSTEM_SCOPE, { client: clients.Metro! })).map(({ name }) => name)).toEqual([
    'Airport',
    'Beach',
  ])
})
