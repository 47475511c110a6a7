/** Opening hours on a catalog in memory: what is audited, who is notified, and the messages of refusals. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'
import { openingHourService } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
let catalog: Catalog
let service: ReturnType<typeof openingHourService>
let judged: number[] = []
let made = 0
let client: number
let [shop, other, door, hall, back] = [0, 0, 0, 0, 0]
let mine: Scope
beforeAll(async () => {
  catalog = await memoryCatalog()
  const clients = clientService({ clients: catalog.clients })
  const { locals, areas, footscans } = catalog
  service = openingHourService({
    catalog,
    clients,
    locals: localService({ locals, areas, footscans, clients }),
    reevaluate: (of) => void judged.push(of),
    clock: { now: () => NOW },
  })
})
afterAll(() => catalog.close())
beforeEach(async () => {
  judged = []
  made += 1
  client = (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${made}`, type: 'basic' })).id
  const store = { client, type: 'store', timeZone: 'UTC' } as const
  const local = async (name: string) => (await catalog.locals.insert(SYSTEM_SCOPE, { ...store, name, code: name })).id
  const area = async (of: number, name: string) => (await catalog.areas.insert(SYSTEM_SCOPE, { local: of, name })).id
  ;[shop, other] = [await local('Shop'), await local('Other')]
  ;[back, door, hall] = [await area(other, 'Back'), await area(shop, 'Door'), await area(shop, 'Hall')]
  mine = { userId: 1, role: 'basic', clients: [client], demo: false }
})

const row = (opening: string, closing: string, more: object = {}) => ({
  local: shop,
  area: null,
  week_day: 1,
  opening,
  closing,
  ...more,
})
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code, message, details }: { code?: string; message?: string; details?: object }) => ({ code, message, details }),
  )
const note = async () => {
  const [entry] = await catalog.audit.list(SYSTEM_SCOPE, 1)
  return [entry?.action, entry?.target, entry?.details, entry?.at]
}

test('a change is noted for the client, the local or the area that it is of, and the client is judged again', async () => {
  const noted = (target: string, locals: number, shifts: number) => [
    'openingHours.change',
    target,
    { client, locals, shifts },
    NOW,
  ]
  await service.replaceClient(mine, client, [row('10:00', '20:00'), row('22:00', '02:00', { local: other })])
  expect(await note()).toEqual(noted(`client ${client}`, 2, 3))
  await service.replaceLocal(mine, shop, [row('10:00', '20:00')])
  expect(await note()).toEqual(noted(`local ${shop}`, 1, 1))
  await service.replaceArea(mine, shop, { area: door, local: shop, ohs: [] })
  expect(await note()).toEqual(noted(`area ${door}`, 1, 0))
  expect(judged).toEqual([client, client, client])
})

test('a shift without time or on top of another one is refused with its place, its day and its times', async () => {
  const why = 'opens and closes at 10:00; a shift must be open for at least a minute'
  expect(await refused(service.replaceLocal(mine, shop, [row('10:00', '10:00', { week_day: 7 })]))).toEqual({
    code: 'OPENING_HOURS_EMPTY',
    message: `A shift of local ${shop} on Sunday ${why}.`,
    details: { local: shop, area: null, weekDay: 7, opening: '10:00' },
  })
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
  for (const [at, day] of days.entries()) {
    const both = [row('10:00', '12:00', { week_day: at + 1 }), row('11:00', '13:00', { week_day: at + 1 })]
    expect(await refused(service.replaceLocal(mine, shop, both))).toEqual({
      code: 'OPENING_HOURS_OVERLAP',
      message:
        `The shifts 10:00–12:00 and 11:00–13:00 of local ${shop} on ${day} overlap; ` +
        'shifts of one day must follow each other.',
      details: { local: shop, area: null, weekDay: at + 1, first: '10:00–12:00', second: '11:00–13:00' },
    })
  }
  // Hours of the local and of its areas may be the same.
  await service.replaceLocal(mine, shop, [row('10:00', '12:00'), row('10:00', '12:00', { area: door })])
  expect(judged).toEqual([client])
})

test('a row of another place is refused, and nothing is changed', async () => {
  await service.replaceClient(mine, client, [row('10:00', '12:00'), row('09:00', '12:00', { area: door })])
  const before = await service.list(mine, client)
  const area = (ohs: object[], more: object = {}) =>
    refused(service.replaceArea(mine, shop, { area: door, local: shop, ohs, ...more } as never))
  const local = (id: number) => ({
    code: 'LOCAL_NOT_FOUND',
    message: `There is no local ${id} among those this account may see.`,
    details: { local: id },
  })
  expect(await area([], { local: other })).toEqual(local(other))
  for (const wrong of [{ area: hall }, { local: other }]) {
    const { area: of, local: at } = { area: door, local: shop, ...wrong }
    expect(await area([{ week_day: 1, opening: '10:00', closing: '11:00', ...wrong }])).toEqual({
      code: 'AREA_NOT_FOUND',
      message: `A shift is of area ${of} in local ${at}; only area ${door} of local ${shop} is being changed.`,
      details: { area: of, local: at },
    })
  }
  expect(await refused(service.replaceArea(mine, shop, { area: back, local: shop, ohs: [] }))).toEqual({
    code: 'AREA_NOT_FOUND',
    message: `There is no area ${back} in local ${shop}.`,
    details: { area: back, local: shop },
  })
  expect(await refused(service.replaceLocal(mine, shop, [row('10:00', '12:00', { local: other })]))).toEqual(
    local(other),
  )
  expect(await refused(service.replaceClient(mine, client, [row('10:00', '12:00', { local: 987_654 })]))).toEqual(
    local(987_654),
  )
  expect(await refused(service.replaceClient(mine, client, [row('10:00', '12:00', { area: back })]))).toMatchObject({
    code: 'AREA_NOT_FOUND',
  })
  expect(await service.list(mine, client)).toEqual(before)
  for (const work of [service.list({ ...mine, clients: [] }, client), service.areas({ ...mine, clients: [] }, client)])
    expect(await refused(work)).toMatchObject({ code: 'CLIENT_NOT_FOUND' })
  expect(judged).toEqual([client])
})

test('an area gets its own hours, those that name it and those that name nothing; the others of its local stay', async () => {
  await service.replaceClient(mine, client, [
    row('10:00', '12:00'),
    row('09:00', '12:00', { area: hall }),
    row('08:00', '12:00', { area: door }),
    row('07:00', '12:00', { local: other }),
  ])
  const ohs = [
    { week_day: 2, opening: '10:00', closing: '11:00' },
    { week_day: 3, opening: '10:00', closing: '11:00', area: door, local: shop },
  ]
  const seconds = (opening: string, closing: string, more: object = {}) => row(`${opening}:00`, `${closing}:00`, more)
  const own = [
    seconds('09:00', '12:00', { area: hall }),
    seconds('10:00', '12:00'),
    seconds('10:00', '11:00', { week_day: 2, area: door }),
    seconds('10:00', '11:00', { week_day: 3, area: door }),
  ]
  expect(await service.replaceArea(mine, shop, { area: door, local: shop, ohs })).toEqual(own)
  expect(await service.list(mine, client)).toEqual([...own, seconds('07:00', '12:00', { local: other })])
})

test('areas are by local and number, and for a demo account numbered in each local', async () => {
  expect(await service.areas(mine, client)).toEqual([
    { local: shop, area: door, name: 'Door' },
    { local: shop, area: hall, name: 'Hall' },
    { local: other, area: back, name: 'Back' },
  ])
  expect((await service.areas({ ...mine, demo: true }, client)).map(({ name }) => name)).toEqual([
    'Demo Area 1',
    'Demo Area 2',
    'Demo Area 1',
  ])
})
