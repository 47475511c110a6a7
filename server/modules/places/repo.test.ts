import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const NOTHING = {
  locals: 0,
  areas: 0,
  footscans: 0,
  activeFootscans: 0,
  deviceKeys: 0,
  openingHours: 0,
  holidays: 0,
  campaigns: 0,
  uploads: 0,
  alertRules: 0,
  alerts: 0,
  screens: 0,
  reports: 0,
  access: 0,
}

let catalog: Catalog
let owner: Scope
let person: number
let made = 0
beforeAll(async () => {
  catalog = await memoryCatalog()
  const { id } = await catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'owner@aforo.test', passwordHash: null, role: 'admin', clients: [], flags: [] },
    NOW,
  )
  person = id
  owner = { ...SYSTEM_SCOPE, userId: id }
})
afterAll(() => catalog.close())

const client = async () =>
  (await catalog.clients.insert(SYSTEM_SCOPE, { name: `Client ${(made += 1)}`, type: 'basic' })).id
const local = async (of: number, more: { name?: string; openedOn?: string; closedOn?: string; code?: string } = {}) => {
  made += 1
  const common = {
    client: of,
    name: `Local ${made}`,
    code: `L${made}`,
    type: 'store' as const,
    timeZone: 'Europe/Madrid',
  }
  return (await catalog.locals.insert(SYSTEM_SCOPE, { ...common, ...more })).id
}
const area = async (of: number, name: string) => (await catalog.areas.insert(SYSTEM_SCOPE, { local: of, name })).id
/** @returns its id */
async function footscan(of: number, enabled = true): Promise<number> {
  made += 1
  const mac = `0A:00:00:00:${String(Math.floor(made / 100)).padStart(2, '0')}:${String(made % 100).padStart(2, '0')}`
  const common = { name: '', kind: 'aforo', externalId: null, reversed: false, reportS: 300 } as const
  return catalog.fleet.insert(SYSTEM_SCOPE, { area: of, mac, enabled, ...common }, NOW)
}
const key = (of: number, device: number | null) =>
  catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: of,
    footscan: device,
    name: '',
    keyHash: `k${(made += 1)}`,
    at: NOW,
  })
const rule = async (of: number) =>
  (
    await catalog.alertRules.insert(
      SYSTEM_SCOPE,
      { client: of, kind: 'deviceDown', settings: {} as never, recipients: null, coolDownH: 24, enabled: true },
      NOW,
    )
  ).id
const alert = (of: number, at: number, by: number, subject: string) =>
  catalog.alerts.insert(
    SYSTEM_SCOPE,
    { client: of, local: at, rule: by, kind: 'deviceDown', subject, figure: {} as never },
    NOW,
  )
const upload = (of: number) =>
  catalog.uploads.begin(
    SYSTEM_SCOPE,
    { client: of, kind: 'ticketsDaily', mode: null, fileName: 'a.csv', rows: 1, begin: null, end: null, missing: [] },
    NOW,
  )
const screen = (of: number) =>
  catalog.screens.insert(
    owner,
    { client: of, name: 'Wall', dashboards: ['a'], search: '', seconds: 30, lang: 'es', tokenHash: `s${(made += 1)}` },
    NOW,
  )
const report = (values: Record<string, unknown>) =>
  catalog.reports.insert(owner, { enabled: true, cadence: {}, what: { values } } as never, NOW, NOW)
const hours = (of: number, area?: number) =>
  catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2].map((weekDay) => ({ local: of, weekDay, opening: '10:00', closing: '21:00', ...(area && { area }) })),
  )
const holiday = (of: number, ...days: string[]) =>
  catalog.holidays.insertMany(
    SYSTEM_SCOPE,
    days.map((day) => ({ local: of, day, name: 'Feast', closed: true })),
  )
const contents = (kind: 'client' | 'local' | 'area', id: number) => catalog.places.contents(SYSTEM_SCOPE, { kind, id })
const place = async (kind: 'client' | 'local' | 'area', id: number) =>
  (await catalog.places.find(SYSTEM_SCOPE, kind, id))!

let uno: number
let dos: number
beforeEach(async () => {
  ;[uno, dos] = [await client(), await client()]
})

test('of a place only what hangs on itself is counted: its own, and what is within it', async () => {
  const [a, b, foreign] = [await local(uno), await local(uno), await local(dos)]
  const [door, hall, back, other] = [
    await area(a, 'Door'),
    await area(a, 'Hall'),
    await area(b, 'Back'),
    await area(foreign, 'Door'),
  ]
  const [first] = [await footscan(door), await footscan(door, false), await footscan(hall), await footscan(other)]
  await footscan(back, false)
  await key(uno, first!)
  await key(uno, null)
  await key(dos, null)
  for (const one of [a, b, foreign]) await hours(one)
  await hours(a, hall)
  await holiday(a, '2026-12-25', '2026-12-26')
  await holiday(b, '2026-12-25')
  await holiday(foreign, '2026-12-24')
  const sale = { begin: '2026-07-01', end: '2026-07-31' }
  for (const [of, name] of [
    [uno, 'A'],
    [uno, 'B'],
    [dos, 'C'],
  ] as const)
    await catalog.campaigns.insert(SYSTEM_SCOPE, { client: of, name, ...sale })
  const [byUno, byDos] = [await rule(uno), await rule(dos)]
  await alert(uno, a, byUno, 'x')
  await alert(uno, a, byUno, 'y')
  await alert(uno, b, byUno, 'x')
  await alert(dos, foreign, byDos, 'x')
  for (const of of [uno, uno, uno, dos]) await upload(of)
  for (const of of [uno, uno, dos]) await screen(of)
  await catalog.userAccess.insert(SYSTEM_SCOPE, { user: person, client: uno }, NOW)
  for (const name of ['Readers', 'Watchers'])
    await catalog.groups.insert(SYSTEM_SCOPE, { name: `${name} ${made}`, members: [], clients: [uno] })
  await catalog.groups.insert(SYSTEM_SCOPE, { name: `Others ${made}`, members: [], clients: [dos] })
  // A filter has its client as a number or as an address has it; a local of the same number is not meant.
  for (const values of [{ client: uno }, { client: String(uno) }, { client: dos }, { local: uno }, {}])
    await report(values)

  expect(await contents('client', uno)).toEqual({
    locals: 2,
    areas: 3,
    footscans: 4,
    activeFootscans: 2,
    deviceKeys: 2,
    openingHours: 6,
    holidays: 3,
    campaigns: 2,
    uploads: 3,
    alertRules: 1,
    alerts: 3,
    screens: 2,
    reports: 2,
    access: 3,
  })
  expect(await contents('local', a)).toEqual({
    ...NOTHING,
    areas: 2,
    footscans: 3,
    activeFootscans: 2,
    deviceKeys: 1,
    openingHours: 4,
    holidays: 2,
    alerts: 2,
  })
  expect(await contents('area', hall)).toEqual({ ...NOTHING, footscans: 1, activeFootscans: 1, openingHours: 2 })
  expect(await contents('client', await client())).toEqual(NOTHING)
  expect(await catalog.places.activeFootscans(SYSTEM_SCOPE)).toEqual(
    new Map([
      [door, 1],
      [hall, 1],
      [other, 1],
    ]),
  )
})

test('places are listed by name: all clients, or one with its locals and then their areas', async () => {
  const b = await local(uno, { name: 'Bravo', code: 'B', openedOn: '2024-01-01', closedOn: '2026-10-31' })
  const a = await local(uno, { name: 'Alfa', code: 'A' })
  const [street, door] = [await area(b, 'Street'), await area(a, 'Door')]
  await local(dos)
  const none = { code: null, timeZone: null, zone: null, openedOn: null, closedOn: null, closedBy: null, enabled: true }
  const { zone } = await place('area', door)
  const found = await catalog.places.list(SYSTEM_SCOPE, uno)
  expect(found).toEqual([
    { ...none, kind: 'client', id: uno, client: uno, local: null, name: (await place('client', uno)).name },
    { ...none, kind: 'local', id: a, client: uno, local: a, name: 'Alfa', code: 'A', timeZone: 'Europe/Madrid' },
    {
      ...none,
      kind: 'local',
      id: b,
      client: uno,
      local: b,
      name: 'Bravo',
      code: 'B',
      timeZone: 'Europe/Madrid',
      openedOn: '2024-01-01',
      closedOn: '2026-10-31',
      closedBy: expect.anything(),
    },
    { ...none, kind: 'area', id: door, client: uno, local: a, name: 'Door', timeZone: 'Europe/Madrid', zone },
    { ...none, kind: 'area', id: street, client: uno, local: b, name: 'Street', timeZone: 'Europe/Madrid', zone },
  ])
  for (const one of found) expect(await place(one.kind, one.id)).toEqual(one)
  const all = await catalog.places.list(SYSTEM_SCOPE, undefined)
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted())
  expect(all.every(({ kind }) => kind === 'client')).toBe(true)
  expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining([uno, dos]))
})

test('a name that another place of its kind has is refused with that name', async () => {
  const shop = await local(uno)
  const [door] = [await area(shop, 'Door'), await area(shop, 'Hall')]
  await expect(catalog.places.rename(SYSTEM_SCOPE, { kind: 'area', id: door! }, 'Hall', 1)).rejects.toMatchObject({
    code: 'NAME_TAKEN',
    message: 'Another area is named Hall; choose another name.',
  })
})

test('the local that remains spans the life of both, and is closed when both are', async () => {
  const closed = async (openedOn: string | undefined, closedOn: string | null, closedBy: 'import' | 'person') => {
    const id = await local(uno, { ...(openedOn !== undefined && { openedOn }) })
    await catalog.places.setClosing(SYSTEM_SCOPE, id, closedOn === null ? null : { closedOn, closedBy })
    return id
  }
  const merged = async (from: number, into: number) => {
    await catalog.places.mergeLocal(SYSTEM_SCOPE, await place('local', from), await place('local', into))
    expect(await catalog.places.find(SYSTEM_SCOPE, 'local', from)).toBeUndefined()
    const { openedOn, closedOn, closedBy } = await place('local', into)
    return [openedOn, closedOn, closedBy]
  }
  const earlier = () => closed('2020-01-01', '2024-05-31', 'person')
  const later = () => closed('2022-01-01', '2025-05-31', 'import')
  const open = () => closed('2023-01-01', null, 'person')
  const unknown = () => closed(undefined, '2021-05-31', 'person')
  expect(await merged(await earlier(), await later())).toEqual(['2020-01-01', '2025-05-31', 'import'])
  expect(await merged(await later(), await earlier())).toEqual(['2020-01-01', '2025-05-31', 'import'])
  expect(await merged(await earlier(), await open())).toEqual(['2020-01-01', null, null])
  expect(await merged(await open(), await later())).toEqual(['2022-01-01', null, null])
  expect(await merged(await unknown(), await earlier())).toEqual(['2020-01-01', '2024-05-31', 'person'])
  expect(await merged(await unknown(), await closed(undefined, '2021-04-30', 'import'))).toEqual([
    null,
    '2021-05-31',
    'person',
  ])
})

test('closed alerts of a removed local stay notified at the other one', async () => {
  const [from, into] = [await local(uno), await local(uno)]
  const by = await rule(uno)
  for (const subject of ['old', 'new']) await alert(uno, from, by, subject)
  const [old] = (await catalog.alerts.list(SYSTEM_SCOPE, { local: from })).filter(({ subject }) => subject === 'old')
  await catalog.alerts.close(SYSTEM_SCOPE, [old!.id], 'solved', NOW)
  await catalog.places.mergeLocal(SYSTEM_SCOPE, await place('local', from), await place('local', into))
  expect((await catalog.alerts.list(SYSTEM_SCOPE, { client: uno })).map(({ id, local: at }) => [id, at])).toEqual([
    [old!.id, into],
  ])
})

test('an area that moves takes its own hours along, and one that is merged gives its footscans', async () => {
  const [a, b] = [await local(uno), await local(uno)]
  const [door, hall, taker] = [await area(a, 'Door'), await area(a, 'Hall'), await area(b, 'Hall')]
  const [device] = [await footscan(hall), await footscan(door)]
  await hours(a)
  await hours(a, door)
  await catalog.places.moveArea(SYSTEM_SCOPE, door, b)
  await catalog.places.mergeArea(SYSTEM_SCOPE, hall, taker)
  expect((await catalog.places.areasOf(SYSTEM_SCOPE, b)).map(({ id }) => id)).toEqual([door, taker])
  expect(await catalog.places.areasOf(SYSTEM_SCOPE, a)).toEqual([])
  expect(await catalog.places.footscanIds(SYSTEM_SCOPE, { kind: 'area', id: taker })).toEqual([device])
  expect((await catalog.openingHours.list(SYSTEM_SCOPE, { local: b })).map((hour) => hour.area)).toEqual([door, door])
  expect((await catalog.openingHours.list(SYSTEM_SCOPE, { local: a })).map((hour) => hour.area)).toEqual([null, null])
})

test('all that a client has is the other one’s after a merge, but who may read it', async () => {
  const shop = await local(uno)
  const device = await footscan(await area(shop, 'Door'))
  await key(uno, device)
  await catalog.campaigns.insert(SYSTEM_SCOPE, { client: uno, name: 'Sale', begin: '2026-07-01', end: '2026-07-31' })
  await alert(uno, shop, await rule(uno), 'x')
  await upload(uno)
  await screen(uno)
  await catalog.userAccess.insert(SYSTEM_SCOPE, { user: person, client: uno }, NOW)
  const { access, ...own } = await contents('client', uno)
  expect([access, own.alerts, own.reports]).toEqual([1, 1, 0])
  await catalog.places.mergeClient(SYSTEM_SCOPE, uno, dos)
  expect(await contents('client', dos)).toEqual({ ...own, access: 0 })
  expect(await catalog.places.find(SYSTEM_SCOPE, 'client', uno)).toBeUndefined()
  expect((await catalog.alerts.list(SYSTEM_SCOPE, { client: dos })).map(({ local: at }) => at)).toEqual([shop])
})

test('codes that locals of both clients have', async () => {
  for (const [of, code] of [
    [uno, 'A'],
    [uno, 'B'],
    [uno, 'C'],
    [dos, 'B'],
    [dos, 'C'],
    [dos, 'D'],
  ] as const)
    await local(of, { code })
  expect((await catalog.places.sharedCodes(SYSTEM_SCOPE, uno, dos)).toSorted()).toEqual(['B', 'C'])
})

test('a day after the last one shows that a local which an import closed is open; a person’s word stays', async () => {
  const [byImport, byPerson, open] = [await local(uno), await local(uno), await local(dos)]
  await catalog.places.setClosing(SYSTEM_SCOPE, byImport, { closedOn: '2026-10-01', closedBy: 'import' })
  await catalog.places.setClosing(SYSTEM_SCOPE, byPerson, { closedOn: '2026-10-01', closedBy: 'person' })
  const seen = (day: string) =>
    catalog.places.closedByImport(SYSTEM_SCOPE, new Map([byImport, byPerson, open].map((id) => [id, day])))
  expect(await seen('2026-10-01')).toEqual([])
  expect(await seen('2026-10-02')).toEqual([{ local: byImport, client: uno, closedOn: '2026-10-01' }])
  expect(await catalog.places.closedByImport(SYSTEM_SCOPE, new Map([[byPerson, '2026-10-02']]))).toEqual([])
})
