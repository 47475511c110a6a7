/** Locals, areas, footscans, hours and holidays in the catalog: what is kept, shown to whom, and refused. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const STORE = { type: 'store', timeZone: 'Europe/Madrid' } as const
const MISSING = 987_654

let catalog: Catalog
let service: ReturnType<typeof localService>
let uno: number
let dos: number
let mine: Scope
let made = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  const clients = clientService({ clients: catalog.clients })
  service = localService({ locals: catalog.locals, areas: catalog.areas, footscans: catalog.footscans, clients })
})
afterAll(() => catalog.close())
beforeEach(async () => {
  const client = async () =>
    (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
  ;[uno, dos] = [await client(), await client()]
  mine = { userId: 1, role: 'basic', clients: [uno], demo: false }
})
const local = async (client: number, more: object = {}) => {
  made += 1
  return (await catalog.locals.insert(SYSTEM_SCOPE, { ...STORE, client, name: `L${made}`, code: `c${made}`, ...more }))
    .id
}
const area = (of: number, more: object = {}) =>
  catalog.areas.insert(SYSTEM_SCOPE, { local: of, name: `Area ${(made += 1)}`, ...more })
const mac = () => {
  made += 1
  return `0D:00:00:00:${String(Math.floor(made / 100)).padStart(2, '0')}:${String(made % 100).padStart(2, '0')}`
}
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string; message?: string }) => [error.code, error.message],
  )

test('a local that says little is operative, enabled and open, and one that says all keeps all', async () => {
  const id = await local(uno, { name: 'Plain', code: 'P' })
  const plain = {
    id,
    client: uno,
    name: 'Plain',
    code: 'P',
    type: 'store',
    paramStatus: 'operative',
    enabled: true,
    timeZone: 'Europe/Madrid',
    geo: { locality: null, zipCode: null, street: null, countryCode: null, region: null, lat: null, lng: null },
    externalId: null,
    mapping: null,
    oldId: null,
    alerts: false,
    openedOn: null,
    closedOn: null,
    closedBy: null,
    additionalInformation: {},
  }
  expect(await catalog.locals.find(mine, id)).toEqual(plain)
  const whole = {
    client: uno,
    name: 'Whole',
    code: 'W',
    type: 'museum',
    paramStatus: 'installed',
    enabled: false,
    timeZone: 'UTC',
    geo: { locality: 'a', zipCode: 'b', street: 'c', countryCode: 'ES', region: 'd', lat: 1.5, lng: -2.5 },
    externalId: 'e',
    mapping: 'f',
    oldId: 'g',
    openedOn: '2024-01-01',
    closedOn: '2025-01-01',
    closedBy: 'import',
    additionalInformation: { hideFootCompare: true },
  } as const
  await catalog.alertRules.setSwitch(SYSTEM_SCOPE, id, true, NOW)
  expect(await catalog.locals.replace(mine, id, whole)).toEqual({ ...whole, id, alerts: true })
  expect(await catalog.locals.findByCode(mine, uno, 'W')).toEqual({ ...whole, id, alerts: true })
  // A day after the last unnamed one was set by a person; without a day it was not closed.
  const { closedBy: _by, ...rest } = whole
  expect((await catalog.locals.replace(mine, id, rest))?.closedBy).toBe('person')
  expect((await catalog.locals.replace(mine, id, { ...whole, closedOn: null }))?.closedBy).toBeNull()
  expect(await catalog.locals.replace(mine, id, { ...whole, client: dos })).toBeUndefined()
  expect(await catalog.locals.replace({ ...mine, clients: [dos] }, id, whole)).toBeUndefined()
})

test('locals are read by who may read their client, by id, and one code is one local of a client', async () => {
  const [a, b] = [await local(uno, { code: 'A', openedOn: '2024-01-02' }), await local(uno, { code: 'B' })]
  const c = await local(dos, { code: 'A', openedOn: '2024-01-03' })
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
  expect([ids(await catalog.locals.list(mine)), ids(await catalog.locals.list(SYSTEM_SCOPE, { client: dos }))]).toEqual(
    [[a, b], [c]],
  )
  expect(ids(await catalog.locals.list(mine, { client: dos }))).toEqual([])
  expect([await catalog.locals.ids(mine, uno), await catalog.locals.ids(mine, dos)]).toEqual([[a, b], []])
  expect([...(await catalog.locals.openings(mine, uno))]).toEqual([[a, 19_724]])
  expect((await catalog.locals.openings(mine, dos)).size).toBe(0)
  expect(await catalog.locals.standings(mine, uno)).toEqual([
    { id: a, paramStatus: 'operative', additionalInformation: {} },
    { id: b, paramStatus: 'operative', additionalInformation: {} },
  ])
  expect(await catalog.locals.standings(mine, dos)).toEqual([])
  expect([await catalog.locals.find(mine, c), await catalog.locals.findByCode(mine, dos, 'A')]).toEqual([
    undefined,
    undefined,
  ])
  expect((await catalog.locals.findByCode(SYSTEM_SCOPE, dos, 'A'))?.id).toBe(c)
  const draft = { ...STORE, client: uno, name: 'Other', code: 'A' }
  const taken = ['NAME_TAKEN', `Client ${uno} already has a local with the code A; choose another code.`]
  expect(await code(catalog.locals.insert(mine, draft))).toEqual(taken)
  expect(await code(catalog.locals.replace(mine, b, draft))).toEqual(taken)
  expect((await code(catalog.locals.insert(mine, { ...draft, client: dos })))[0]).toBe('CLIENT_NOT_FOUND')
})

test('settings of a local are its own, replaced whole, and gone when there are none', async () => {
  const [a, b] = [await local(uno), await local(dos)]
  const { locals } = catalog
  const all = async (scope: Scope) => [...(await locals.settings(scope, [a, b]))]
  await locals.saveSettings(mine, a, { capacity: 5 })
  await locals.saveSettings(SYSTEM_SCOPE, b, { capacity: 9 })
  expect(await all(mine)).toEqual([[a, { capacity: 5 }]])
  await locals.saveSettings(mine, a, { capacity: 6 })
  expect(await all(SYSTEM_SCOPE)).toEqual([
    [a, { capacity: 6 }],
    [b, { capacity: 9 }],
  ])
  await locals.saveSettings(mine, a, {})
  expect(await all(mine)).toEqual([])
  expect((await locals.settings(SYSTEM_SCOPE, [])).size).toBe(0)
  expect((await code(locals.saveSettings(mine, b, {})))[0]).toBe('LOCAL_NOT_FOUND')
})

test('an area counts people where it sells unless it says otherwise, and a client has areas of each kind', async () => {
  const [a, b] = [await local(uno), await local(dos)]
  const plain = await area(a, { name: 'Door' })
  expect(plain).toEqual({ id: plain.id, local: a, name: 'Door', zone: 'sales', traffic: 'people', externalId: null })
  const cars = await area(a, { name: 'Ramp', zone: 'outside', traffic: 'car', externalId: 'x' })
  expect(cars).toMatchObject({ zone: 'outside', traffic: 'car', externalId: 'x' })
  const foreign = await area(b)
  const { areas } = catalog
  expect([await areas.otherTraffic(uno), await areas.ofPeople(uno)]).toEqual([
    [{ id: cars.id, traffic: 'car' }],
    [plain.id],
  ])
  expect([await areas.otherTraffic(dos), await areas.ofPeople(dos)]).toEqual([[], [foreign.id]])
  expect(await areas.list(mine)).toEqual([plain, cars])
  expect(await areas.list(SYSTEM_SCOPE, { client: dos })).toEqual([foreign])
  expect(await areas.list(SYSTEM_SCOPE, { local: a })).toEqual([plain, cars])
  await areas.setTraffic(mine, plain.id, 'car')
  await areas.setTraffic(mine, foreign.id, 'car')
  expect([await areas.ofPeople(uno), await areas.ofPeople(dos)]).toEqual([[], [foreign.id]])
  expect(await code(areas.insert(mine, { local: a, name: 'Door' }))).toEqual([
    'NAME_TAKEN',
    `Local ${a} already has an area named Door; choose another name.`,
  ])
  expect((await code(areas.insert(mine, { local: b, name: 'Door' })))[0]).toBe('LOCAL_NOT_FOUND')
})

test('a footscan counts one area that one may see', async () => {
  const [a, b] = [await local(uno), await local(dos)]
  const [own, foreign] = [await area(a), await area(b)]
  const { footscans } = catalog
  const taken = mac()
  const first = await footscans.insert(mine, { area: own.id, mac: taken })
  expect(first).toEqual({ id: first.id, area: own.id, mac: taken, enabled: true })
  const off = await footscans.insert(mine, { area: own.id, mac: mac(), enabled: false })
  expect(off.enabled).toBe(false)
  expect(await code(footscans.insert(mine, { area: own.id, mac: taken }))).toEqual([
    'NAME_TAKEN',
    `The footscan ${taken} already counts another area; remove it there first.`,
  ])
  expect(await code(footscans.insert(mine, { area: foreign.id, mac: mac() }))).toEqual([
    'AREA_NOT_FOUND',
    `There is no area ${foreign.id} among those this account may see.`,
  ])
  const other = await footscans.insert(SYSTEM_SCOPE, { area: foreign.id, mac: mac() })
  expect([await footscans.list(mine), await footscans.list(SYSTEM_SCOPE, { client: dos })]).toEqual([
    [first, off],
    [other],
  ])
  expect(await footscans.list(SYSTEM_SCOPE, { local: a })).toEqual([first, off])
})

test('hours are by local, weekday and opening; those of an area go alone, those of a local all together', async () => {
  const [a, b, foreign] = [await local(uno), await local(uno), await local(dos)]
  const door = await area(a)
  const { openingHours } = catalog
  const shift = (of: number, weekDay: number, opening: string, more: object = {}) => ({
    local: of,
    weekDay,
    opening,
    closing: '22:00',
    ...more,
  })
  await openingHours.insertMany(SYSTEM_SCOPE, [
    shift(b, 1, '09:00'),
    shift(a, 2, '09:00'),
    shift(a, 1, '17:00'),
    shift(a, 1, '08:00', { area: door.id }),
    shift(foreign, 1, '10:00'),
  ])
  const list = async (scope: Scope, wanted: object = {}) =>
    (await openingHours.list(scope, wanted)).map((hour) => [hour.local, hour.weekDay, hour.opening, hour.area])
  expect(await list(mine)).toEqual([
    [a, 1, '08:00', door.id],
    [a, 1, '17:00', null],
    [a, 2, '09:00', null],
    [b, 1, '09:00', null],
  ])
  expect([await list(mine, { local: b }), await list(mine, { client: dos })]).toEqual([[[b, 1, '09:00', null]], []])
  expect(await list(SYSTEM_SCOPE, { client: dos })).toEqual([[foreign, 1, '10:00', null]])
  await openingHours.remove(mine, [a], door.id)
  expect((await list(mine, { local: a })).map(([, , opening]) => opening)).toEqual(['17:00', '09:00'])
  await openingHours.remove(mine, [a])
  expect(await list(mine)).toEqual([[b, 1, '09:00', null]])
  for (const work of [
    openingHours.remove(mine, [a, foreign]),
    openingHours.insertMany(mine, [shift(a, 1, '09:00'), shift(foreign, 1, '09:00')]),
  ])
    expect((await code(work))[0]).toBe('LOCAL_NOT_FOUND')
  expect((await list(SYSTEM_SCOPE, { local: foreign })).length).toBe(1)
})

test('holidays are by local and day, between two days, without their name for a demo account', async () => {
  const [a, b, foreign] = [await local(uno), await local(uno), await local(dos)]
  const { holidays } = catalog
  const feast = (of: number, day: string, closed = true) => ({ local: of, day, name: `Feast ${day}`, closed })
  await holidays.insertMany(SYSTEM_SCOPE, [
    feast(b, '2026-12-25'),
    feast(a, '2026-12-25', false),
    feast(a, '2026-01-06'),
    feast(foreign, '2026-12-25'),
  ])
  const list = async (scope: Scope, wanted: object = {}) =>
    (await holidays.list(scope, wanted)).map((one) => [one.local, one.day, one.name, one.closed])
  const [epiphany, xmas, atB] = [
    [a, '2026-01-06', 'Feast 2026-01-06', true],
    [a, '2026-12-25', 'Feast 2026-12-25', false],
    [b, '2026-12-25', 'Feast 2026-12-25', true],
  ]
  expect(await list(mine)).toEqual([epiphany, xmas, atB])
  expect(await list({ ...mine, demo: true })).toEqual([epiphany, xmas, atB].map((row) => row!.with(2, '')))
  expect([await list(mine, { local: b }), await list(mine, { client: dos })]).toEqual([[atB], []])
  expect(await list(SYSTEM_SCOPE, { client: dos })).toHaveLength(1)
  expect(await list(mine, { from: '2026-01-06', to: '2026-12-24' })).toEqual([epiphany])
  expect(await list(mine, { from: '2026-01-07', to: '2026-12-25' })).toEqual([xmas, atB])
  expect((await code(holidays.insertMany(mine, [feast(a, '2026-01-06')])))[0]).toBe('NAME_TAKEN')
  expect((await code(holidays.insertMany(mine, [feast(foreign, '2026-01-06')])))[0]).toBe('LOCAL_NOT_FOUND')
  await holidays.remove(mine, [a, b], [])
  expect(await list(mine)).toHaveLength(3)
  await holidays.remove(mine, [a, b], ['2026-12-25'])
  expect(await list(mine)).toEqual([epiphany])
  expect((await code(holidays.remove(mine, [foreign], ['2026-12-25'])))[0]).toBe('LOCAL_NOT_FOUND')
})

test('the service answers for a client that one may see, and for the locals of it', async () => {
  const [a, hidden, waiting, off, foreign] = [
    await local(uno, { openedOn: '2025-02-01' }),
    await local(uno, { additionalInformation: { hideFootCompare: true, note: 'x' }, openedOn: '2026-03-05' }),
    await local(uno, { paramStatus: 'installed', closedOn: '2026-03-05' }),
    await local(uno, { enabled: false }),
    await local(dos),
  ]
  for (const work of [
    service.ofClient(mine, dos),
    service.idsOfClient(mine, dos),
    service.openings(mine, dos),
    service.shownIds(mine, dos),
    service.list(mine, { client: dos }),
    service.active(mine, dos, '2026-03-05'),
    service.paramsList(mine, { client: dos }),
    service.footscans(mine, { client: dos }),
  ])
    expect((await code(work))[0]).toBe('CLIENT_NOT_FOUND')
  for (const work of [
    service.find(mine, foreign),
    service.params(mine, MISSING),
    service.paramsList(mine, { local: foreign }),
    service.footscans(mine, { local: foreign }),
    service.areasWithFootscans(mine, foreign),
  ])
    expect((await code(work))[0]).toBe('LOCAL_NOT_FOUND')
  expect(await service.idsOfClient(mine, uno)).toEqual([a, hidden, waiting, off])
  expect((await service.openings(mine, uno)).get(a)).toBe(20_120)
  // Compare leaves out what is hidden from it and what has no data yet, for administrators only what is hidden.
  expect(await service.shownIds(mine, uno)).toEqual([a, off])
  expect(await service.shownIds(SYSTEM_SCOPE, uno)).toEqual([a, waiting, off])
  expect((await service.list(mine, { client: uno, hideNoData: true })).map(({ id }) => id)).toEqual([a, hidden, off])
  expect((await service.list(SYSTEM_SCOPE, { client: uno, hideNoData: true })).map(({ id }) => id)).toEqual([
    a,
    hidden,
    waiting,
    off,
  ])
  const active = async (day: string) => (await service.active(mine, uno, day)).map(({ id }) => id)
  expect([
    await active('2025-02-01'),
    await active('2025-01-31'),
    await active('2026-03-05'),
    await active('2026-03-06'),
  ]).toEqual([[a, waiting], [waiting], [a, hidden, waiting], [a, hidden]])
  await catalog.locals.saveSettings(SYSTEM_SCOPE, a, { capacity: 7 })
  expect((await service.params(mine, a)).capacity).toBe(7)
  const params = await service.paramsList(mine, { client: uno })
  expect(params.map(({ capacity }) => capacity === 7)).toEqual([true, false, false, false])
  expect(await service.paramsList(mine, { local: a })).toEqual([params[0]])
  expect(await service.paramsList(mine, {})).toEqual([])
})

test('a demo account is shown made-up locals and areas with their real footscans', async () => {
  const demo: Scope = { ...mine, demo: true }
  const geo = { locality: 'a', zipCode: 'b', street: 'c', countryCode: 'ES', region: 'd', lat: 1, lng: 2 }
  const secret = { geo, externalId: 'e', mapping: 'm', oldId: 'o' }
  const a = await local(uno, { ...secret, additionalInformation: { hideFootCompare: true, note: 'x' } })
  const b = await local(uno, { ...secret, additionalInformation: { hideFootCompare: 'yes' } })
  const [door, hall] = [await area(a, { externalId: 'x' }), await area(a)]
  const device = await catalog.footscans.insert(SYSTEM_SCOPE, { area: hall.id, mac: mac() })
  const nowhere = { locality: null, zipCode: null, street: null, countryCode: null, region: null, lat: null, lng: null }
  const shown = await service.ofClient(demo, uno)
  expect(shown).toMatchObject(
    [a, b].map((id) => ({ id, code: `D${id}`, geo: nowhere, externalId: null, mapping: null, oldId: null })),
  )
  expect(shown.map(({ additionalInformation }) => additionalInformation)).toEqual([
    { hideFootCompare: true },
    { hideFootCompare: false },
  ])
  expect(new Set(shown.map(({ name }) => name)).size).toBe(2)
  const real = (await service.ofClient(mine, uno)).map(({ name }) => name)
  expect(shown.filter(({ name }) => real.includes(name))).toEqual([])
  expect(await service.areasWithFootscans(demo, a)).toEqual({
    data: [
      { ...door, name: 'Demo Area 1', externalId: null, footscans: [] },
      { ...hall, name: 'Demo Area 2', externalId: null, footscans: [device] },
    ],
  })
  expect(await service.areasWithFootscans(mine, a)).toEqual({
    data: [
      { ...door, footscans: [] },
      { ...hall, footscans: [device] },
    ],
  })
  expect(await service.footscans(mine, { local: a })).toEqual([device])
  expect(await service.footscans(mine, {})).toEqual([device])
  expect(await service.footscans(mine, { client: uno })).toEqual([device])
})
