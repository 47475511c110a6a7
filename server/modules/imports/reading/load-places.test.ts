import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Catalog } from '../../../catalog.ts'
import { memoryCatalog } from '../../../testing/catalog.ts'
import { SYSTEM_SCOPE } from '../../../lib/scope.ts'
import { loadPlaces, nothingTaken, refuseOtherZones, type PlacesOptions } from './load.ts'
import type { PlaceMatch } from './match-places.ts'
import { minutePlaces, unseat } from './minute-places.ts'
import type { MinutesRead } from './minutes-read.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const TODAY = Date.UTC(2026, 10, 20) / 86_400_000
const isoOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

let catalog: Catalog
let client: number
let clients = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
})
afterAll(() => catalog.close())
beforeEach(async () => {
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: `City ${(clients += 1)}`, type: 'basic' })).id
})

interface Place {
  readonly name: string
  readonly first?: number | null
  readonly areas?: readonly string[]
}
async function load(
  places: readonly Place[],
  {
    lastDay = TODAY,
    kinds = {},
    hours = true,
    ...options
  }: Partial<PlacesOptions> & {
    lastDay?: number
    kinds?: Readonly<Record<string, 'people' | 'bicycle'>>
    hours?: boolean
  } = {},
) {
  const areas = [...new Set(places.flatMap(({ areas: of = [''] }) => of))]
  const streams = places.flatMap(({ areas: of = [''] }, place) =>
    of.map((name) => ({ place, area: areas.indexOf(name) })),
  )
  return loadPlaces(
    { places: places.map(({ name }) => name), areas, kinds: areas.map((name) => kinds[name] ?? null), streams },
    {
      firstDays: new Map(places.map(({ first = TODAY - 10 }, place) => [place, first])),
      streams: new Set(hours ? streams.keys() : []),
      lastDay,
    },
    {
      catalog,
      client,
      preset: { clientType: 'neighbourhood', localType: 'store' },
      zone: 'Europe/Madrid',
      now: NOW,
      infos: new Map(),
      ...options,
    },
  )
}
const localOf = async (id: number) => (await catalog.locals.find(SYSTEM_SCOPE, id))!
const areasOf = async (local: number) =>
  (await catalog.areas.list(SYSTEM_SCOPE, { local })).map(({ name, traffic }) => [name, traffic])
const known = (code: string, more: object = {}) =>
  catalog.locals.insert(SYSTEM_SCOPE, {
    client,
    name: `Local ${code}`,
    code,
    type: 'store',
    timeZone: 'Europe/Madrid',
    ...more,
  })
const refusal = (run: Promise<unknown> | (() => unknown)) =>
  Promise.resolve()
    .then(() => (typeof run === 'function' ? run() : run))
    .then(
      () => 'taken',
      ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
    )

describe('the client', () => {
  test('is found by its number or its name, else made of the type of the format', async () => {
    const { name } = (await catalog.clients.find(SYSTEM_SCOPE, client))!
    const by = async (of: number | string) => {
      const { client: found, made } = await load([{ name: 'A' }], { client: of })
      return [found.id === client, found.name, found.type, made.client === null]
    }
    const fresh = `New beside ${name}`
    expect([await by(client), await by(name), await by(fresh)]).toEqual([
      [true, name, 'basic', true],
      [true, name, 'basic', true],
      [false, fresh, 'neighbourhood', false],
    ])
    expect(await refusal(load([{ name: 'A' }], { client: 99_999 }))).toBe(
      'IMPORT_OPTION_INVALID: There is no client 99999 any more. Nothing was loaded.',
    )
  })
})

describe('a new local', () => {
  test('is called by hand, by the file of places, as its client when it is the whole, else as in the files', async () => {
    const matches = new Map<string, PlaceMatch>([['A', { local: null, name: 'Alpha', match: 'new' }]])
    const infos = new Map([
      ['a', { name: 'no', lat: 1, lng: 2 }],
      ['b', { name: 'Beta', lat: 40.4, lng: -3.7 }],
    ])
    const { made, newLocals, locals } = await load(
      [{ name: 'A' }, { name: 'B' }, { name: 'all' }, { name: 'x'.repeat(250) }],
      { matches, infos },
    )
    const found = await Promise.all(made.locals.map(localOf))
    expect(found.map(({ name, code, geo }) => [name, code, geo.lat, geo.lng])).toEqual([
      ['Alpha', 'A', 1, 2],
      ['Beta', 'B', 40.4, -3.7],
      [(await catalog.clients.find(SYSTEM_SCOPE, client))!.name, 'all', null, null],
      ['x'.repeat(200), 'x'.repeat(60), null, null],
    ])
    expect([newLocals, [...locals]]).toEqual([4, made.locals.map((id, place) => [place, id])])
  })

  test('is of the type of the format and the zone of the files, is open all day, and has no opening date', async () => {
    const { made } = await load([{ name: 'A' }])
    const [id] = made.locals as [number]
    expect(await localOf(id)).toMatchObject({
      client,
      type: 'store',
      timeZone: 'Europe/Madrid',
      openedOn: null,
      closedOn: null,
    })
    const hours = await catalog.openingHours.list(SYSTEM_SCOPE, { local: id })
    expect(hours.map(({ weekDay, opening, closing }) => [weekDay, opening, closing])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => [weekDay, '00:00', '23:59']),
    )
  })

  test('is closed on the last day of its files when that is more than sixty days ago', async () => {
    const closed = async (lastDay: number) =>
      (await localOf((await load([{ name: `L${lastDay}` }], { lastDay })).made.locals[0]!)).closedOn
    expect([await closed(TODAY - 60), await closed(TODAY - 61)]).toEqual([null, isoOf(TODAY - 61)])
  })
})

describe('a local that is known', () => {
  test('is that of the match, else that of the code', async () => {
    const [a, b] = [await known('A'), await known('B')]
    const matches = new Map<string, PlaceMatch>([
      ['A', { local: b.id, name: 'x', match: 'chosen' }],
      ['B', { local: null, name: 'x', match: 'new' }],
    ])
    expect([...(await load([{ name: 'A' }], { matches })).locals]).toEqual([[0, b.id]])
    const { locals, made } = await load([{ name: 'A' }, { name: 'C' }])
    expect([locals.get(0), made.locals.length]).toEqual([a.id, 1])
  })

  test('begins earlier when a file does, as far as its opening day is stated', async () => {
    const stated = await known('A', { openedOn: '2026-11-01' })
    const open = await known('B')
    const { made } = await load([
      { name: 'A', first: TODAY - 30 },
      { name: 'B', first: TODAY - 30 },
    ])
    expect([(await localOf(stated.id)).openedOn, (await localOf(open.id)).openedOn]).toEqual([isoOf(TODAY - 30), null])
    expect(made.grown).toEqual([
      {
        local: stated.id,
        before: { openedOn: '2026-11-01', closedOn: null },
        after: { openedOn: isoOf(TODAY - 30), closedOn: null },
      },
    ])
    expect((await load([{ name: 'A', first: TODAY - 5 }])).made.grown).toEqual([])
    expect((await load([{ name: 'A', first: null }])).made.grown).toEqual([])
    expect((await load([{ name: 'A', first: TODAY - 30 }])).made.grown).toEqual([])
  })

  test('that an import had closed ends later, or is open again, which is noted', async () => {
    const local = await known('A', { closedOn: isoOf(TODAY - 100), closedBy: 'import' })
    const closed = async (lastDay: number) => {
      await load([{ name: 'A' }], { lastDay })
      return (await localOf(local.id)).closedOn
    }
    expect([await closed(TODAY - 200), await closed(TODAY - 80)]).toEqual([isoOf(TODAY - 100), isoOf(TODAY - 80)])
    expect(await closed(TODAY)).toBe(null)
    const [entry] = await catalog.audit.list(SYSTEM_SCOPE, 1)
    expect(entry).toMatchObject({
      action: 'local.reopen',
      target: `local ${local.id}`,
      details: { closedOn: isoOf(TODAY - 80), by: 'import' },
      at: NOW,
    })
    // An older file does not close an open local.
    expect(await closed(TODAY - 200)).toBe(null)
  })

  test('that a person has closed stays closed', async () => {
    const local = await known('A', { closedOn: isoOf(TODAY - 100), closedBy: 'person' })
    expect((await load([{ name: 'A' }])).made.grown).toEqual([])
    expect((await localOf(local.id)).closedOn).toBe(isoOf(TODAY - 100))
  })
})

describe('areas', () => {
  test('are those of the same name, else new ones; one without a name is a counter', async () => {
    const { made, ids } = await load([{ name: 'A', areas: ['', 'north', 'z'.repeat(150)] }])
    expect(await areasOf(made.locals[0]!)).toEqual([
      ['counter', 'people'],
      ['north', 'people'],
      ['z'.repeat(120), 'people'],
    ])
    expect([...ids].map(([key, { local, area }]) => [key, local === made.locals[0], made.areas.indexOf(area)])).toEqual(
      [
        ['0/0', true, 0],
        ['0/1', true, 1],
        ['0/2', true, 2],
      ],
    )
    expect((await load([{ name: 'A', areas: ['', 'north', 'south'] }])).made.areas.length).toBe(1)
  })

  test('of files that know none are the only one that a local has', async () => {
    const local = await known('A')
    const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'door' })
    const { ids, made } = await load([{ name: 'A' }])
    expect([ids.get('0/0')?.area, made.areas]).toEqual([area.id, []])
    expect((await load([{ name: 'A', areas: ['gate'] }])).made.areas.length).toBe(1)
    expect((await load([{ name: 'A' }])).made.areas.length).toBe(1)
  })

  test('of lines that name none, in files that name others, are a counter of their own', async () => {
    const { made, ids } = await load([{ name: 'A', areas: ['north', ''] }])
    expect([await areasOf(made.locals[0]!), ids.get('0/0')?.area === ids.get('0/1')?.area]).toEqual([
      [
        ['north', 'people'],
        ['counter', 'people'],
      ],
      false,
    ])
    const local = await known('B')
    await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'north' })
    await load([{ name: 'B', areas: ['', 'north'] }])
    expect((await areasOf(local.id)).map(([name]) => name)).toEqual(['north', 'counter'])
  })

  test('count what the files say they count', async () => {
    const local = await known('A')
    await catalog.areas.insert(SYSTEM_SCOPE, { local: local.id, name: 'bikes' })
    await load([{ name: 'A', areas: ['bikes', 'walkers', 'open'] }], { kinds: { bikes: 'bicycle', walkers: 'people' } })
    expect(await areasOf(local.id)).toEqual([
      ['bikes', 'bicycle'],
      ['walkers', 'people'],
      ['open', 'people'],
    ])
    await load([{ name: 'A', areas: ['bikes'] }])
    expect((await areasOf(local.id))[0]).toEqual(['bikes', 'bicycle'])
  })

  test('are made for counters that have hours only', async () => {
    const { made, ids } = await load([{ name: 'A', areas: ['north'] }], { hours: false })
    expect([made.locals.length, made.areas, ids.size]).toEqual([1, [], 0])
  })
})

describe('another clock', () => {
  const place = (name: string, timeZone: string) => ({ name, timeZone })
  test('is refused, with the places that have it, and nothing is made', async () => {
    await known('A', { timeZone: 'Europe/London' })
    expect(await refusal(load([{ name: 'A' }, { name: 'B' }]))).toMatch(
      /^IMPORT_ZONE_CONFLICT: 1 of 2 places of City \d+ are known with another time zone than Europe\/Madrid: which one is right\? Say --time-zone Europe\/London when the known one is, or change the time zone of the places first\. Nothing was loaded\.$/,
    )
    expect((await catalog.locals.list(SYSTEM_SCOPE, { client })).length).toBe(1)
    const many = Array.from({ length: 12 }, (_, i) => place(`P${i}`, 'Europe/London'))
    expect(() => refuseOtherZones({ name: 'City' }, [undefined, ...many], 'Europe/Madrid')).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('12 of 13 places'),
        lines: many.slice(0, 10).map(({ name }) => `${name}: Europe/London`),
      }),
    )
  })

  test('is not made again under another name', async () => {
    const of = (zone: string, ...zones: readonly string[]) =>
      refusal(() =>
        refuseOtherZones(
          { name: 'City' },
          zones.map((timeZone) => place('P', timeZone)),
          zone,
        ),
      )
    expect([
      await of('Asia/Kolkata', 'Asia/Calcutta'),
      await of('Asia/Kolkata', 'Asia/Kolkata'),
      await of('UTC'),
    ]).toEqual(['taken', 'taken', 'taken'])
  })
})

test('an import of which nothing is counted says why, and ten of the lines', () => {
  const lines = Array.from({ length: 8 }, (_, i) => `a.csv:${i}`)
  expect(nothingTaken([])).toMatchObject({
    code: 'IMPORT_NOTHING_TAKEN',
    message: 'No line has a count that can be taken: none of them reports one. Nothing was loaded.',
    lines: [],
  })
  expect(
    nothingTaken([
      { reason: 'NEGATIVE', lines: 20, first: lines },
      { reason: 'ABSURD', lines: 9, first: lines },
    ]),
  ).toMatchObject({
    message: 'No line has a count that can be taken (20 NEGATIVE, 9 ABSURD). Nothing was loaded.',
    lines: [...lines, 'a.csv:0', 'a.csv:1'],
  })
})

describe('rooms of minutes', () => {
  const rooms = (
    names: readonly string[],
    options: {
      seats?: readonly (readonly [string, number])[]
      client?: number | string
      matches?: ReadonlyMap<string, PlaceMatch>
    } = {},
  ) =>
    catalog.transaction((repositories) =>
      minutePlaces(
        repositories,
        {
          rooms: names.map((room) => ({ room, lines: 1, minutes: 1, firstDay: null, lastDay: null })),
          seats: options.seats ?? [],
          zone: 'Europe/Madrid',
          localType: 'office',
        } as Partial<MinutesRead> as MinutesRead,
        { client: options.client ?? client, ...(options.matches && { matches: options.matches }) },
      ),
    )
  const seatsOf = async (id: number) => (await catalog.locals.settings(SYSTEM_SCOPE, [id])).get(id)?.capacity

  test('are locals with one area each, without opening hours', async () => {
    const office = `Office ${clients}`
    const { made, targets, client: of } = await rooms(['A', 'room', 'x'.repeat(250)], { client: office })
    const found = await Promise.all(made.locals.map(localOf))
    expect(found.map(({ name, code, type, timeZone }) => [name, code, type, timeZone])).toEqual([
      ['A', 'A', 'office', 'Europe/Madrid'],
      [office, 'room', 'office', 'Europe/Madrid'],
      ['x'.repeat(200), 'x'.repeat(60), 'office', 'Europe/Madrid'],
    ])
    expect([
      of.type,
      made.client === of.id,
      await catalog.openingHours.list(SYSTEM_SCOPE, { local: found[0]!.id }),
    ]).toEqual(['office', true, []])
    expect(targets).toEqual(found.map(({ id }, room) => ({ room, client: of.id, local: id, area: made.areas[room] })))
    expect(await catalog.areas.list(SYSTEM_SCOPE, { local: found[0]!.id })).toMatchObject([
      { name: 'room', zone: 'service' },
    ])
  })

  test('are those that are known, by match or code, with the area they have', async () => {
    const [a, b] = [await known('A'), await known('B')]
    const area = await catalog.areas.insert(SYSTEM_SCOPE, { local: a.id, name: 'door' })
    const matches = new Map<string, PlaceMatch>([
      ['z', { local: b.id, name: 'x', match: 'chosen' }],
      ['y', { local: null, name: 'Ypsilon', match: 'new' }],
    ])
    const { made, targets } = await rooms(['A', 'z', 'y'], { matches })
    expect([
      targets.map(({ local }) => local).slice(0, 2),
      targets[0]!.area,
      made.locals.length,
      made.areas.length,
    ]).toEqual([[a.id, b.id], area.id, 1, 2])
    expect((await localOf(made.locals[0]!)).name).toBe('Ypsilon')
    const both = new Map<string, PlaceMatch>([
      ['A', { local: a.id, name: 'x', match: 'chosen' }],
      ['z', { local: a.id, name: 'x', match: 'chosen' }],
    ])
    expect(await refusal(rooms(['A', 'z'], { matches: both }))).toBe(
      'IMPORT_OPTION_INVALID: A and z would go to the same room Local A; join them by name, so that their lines are ' +
        'merged. Nothing was loaded.',
    )
  })

  test('get the seats of the files as their capacity unless they have one, and lose them again unless they were changed', async () => {
    const [a, b, c] = [await known('A'), await known('B'), await known('C')]
    await catalog.locals.saveSettings(SYSTEM_SCOPE, b.id, { capacity: 7 })
    const { made } = await rooms(['A', 'B', 'C', 'D'], {
      seats: [
        ['a ', 84],
        ['b', 9],
        ['c', 5],
      ],
    })
    expect([await seatsOf(a.id), await seatsOf(b.id), await seatsOf(c.id), made.seated]).toEqual([
      84,
      7,
      5,
      [
        { local: a.id, capacity: 84 },
        { local: c.id, capacity: 5 },
      ],
    ])
    await catalog.locals.saveSettings(SYSTEM_SCOPE, c.id, { capacity: 6 })
    await unseat({ locals: catalog.locals }, made)
    expect([await seatsOf(a.id), await seatsOf(b.id), await seatsOf(c.id)]).toEqual([undefined, 7, 6])
    await unseat({ locals: catalog.locals }, {})
  })
})
