/** Which store a round queries, and what it does with the answers, which are written by hand. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DataModule } from '#domain/data-modules'
import { fromRows } from '#domain/frame-build'
import type { Column } from '#domain/frame'
import { memoryCatalog } from '../../testing/catalog.ts'
import type { Catalog } from '../../catalog.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DeviceState } from '../device-health/states.ts'
import { alertWatch } from './watch.ts'
import type { AlertWatch } from './watch.ts'

/** A Friday, one o'clock in Madrid. */
const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 20_777
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LONG_AGO = NOW - 1000 * 24 * HOUR

let catalog: Catalog
let watch: AlertWatch
let [uno, dos, shop, other] = [0, 0, 0, 0]
/** The answers of the store, the devices and the modules, which tests change. */
const said = {
  now: NOW,
  /** Weight observed of 100, by local and day. */
  days: [] as [local: number, day: number, observed: number][],
  people: [] as [local: number, at: number, people: number][],
  devices: [] as DeviceState[],
  off: [] as [local: number, module: DataModule][],
  since: null as number | null,
  queries: [] as string[],
}
const dim = (id: string): Column => ({ id, type: 'int', role: 'dim' })
const measure = (id: string): Column => ({ id, type: 'int', role: 'measure' })

beforeAll(async () => {
  catalog = await memoryCatalog()
  const add = async (name: string) => {
    const { id: client } = await catalog.clients.insert(SYSTEM_SCOPE, { name, type: 'basic' })
    const place = { client, name, code: name, type: 'store', timeZone: 'Europe/Madrid' } as const
    return [client, (await catalog.locals.insert(SYSTEM_SCOPE, place)).id] as const
  }
  ;[[uno, shop], [dos, other]] = [await add('Uno'), await add('Dos')]
})
afterAll(() => catalog.close())
beforeEach(async () => {
  Object.assign(said, { now: NOW, days: [], people: [], devices: [], off: [], since: null, queries: [] })
  for (const { id } of await catalog.alertRules.list(SYSTEM_SCOPE)) await catalog.alertRules.remove(SYSTEM_SCOPE, id)
  for (const local of [shop, other]) {
    await catalog.alerts.switchOff(SYSTEM_SCOPE, { local }, LONG_AGO)
    await catalog.alertRules.setSwitch(SYSTEM_SCOPE, local, true, LONG_AGO)
  }
  watch = alertWatch({
    catalog,
    facts: {
      query: async ({ where, periods: [{ from, to } = { from: 0, to: 0 }] }) => {
        said.queries.push(`days of ${String(where?.client)}: ${to - from}`)
        const columns = ['expected', 'observed', 'hours', 'missingHours', 'partialHours', 'settlingHours'].map(measure)
        const rows = said.days.filter(([local, day]) => where?.local?.includes(local) && day >= from && day <= to)
        return fromRows(
          [dim('local'), dim('day'), ...columns],
          rows.map(([local, day, observed]) => [local, day, 100, observed, 10, 0, 0, 0]),
        )
      },
      occupancy: {
        deviceOccupancy: async (client, locals, from, to) => {
          said.queries.push(`people of ${client}: ${(to - from) / MINUTE}`)
          return said.people
            .filter(([local, at]) => locals.includes(local) && at >= from && at < to)
            .map(([local, at, people]) => ({ local, zone: '7/a', at, people, presence: false }))
        },
      },
      watermark: async ({ client }) =>
        [
          { client: uno, local: shop, instant: NOW / 1000 - 3600 },
          { client: dos, local: other, instant: NOW / 1000 - 7200 },
        ].filter((mark) => client.includes(mark.client)) as never,
    },
    health: {
      current: async (_scope, { client } = {}) => {
        said.queries.push(`devices of ${client}`)
        return said.devices.filter((device) => device.client === client)
      },
    },
    muting: {
      counting: async () => (local, reads) => ({
        off: reads.length === 0 ? [] : said.off.flatMap(([at, module]) => (at === local ? [module] : [])),
        since: said.since,
      }),
    },
    clock: { now: () => said.now },
  })
})

type Kind = 'coverage' | 'deviceDown' | 'occupancyLimit'
const SETTINGS = {
  coverage: { percent: 90 },
  deviceDown: { minutes: 60 },
  occupancyLimit: { capacity: 100, percent: 100, minutes: 2, hysteresis: 3 },
}
const rule = async (client: number, kind: Kind, more: object = {}) =>
  (
    await catalog.alertRules.insert(
      SYSTEM_SCOPE,
      { client, kind, settings: SETTINGS[kind], recipients: null, coolDownH: 24, enabled: true, ...more },
      LONG_AGO,
    )
  ).id
const down = (more: Partial<DeviceState> = {}): DeviceState => ({
  footscan: 5,
  mac: '00:1A:2B:3C:4D:5E',
  name: '',
  area: 1,
  local: shop,
  client: uno,
  status: 'DOWN',
  reason: 'offline',
  since: said.now - 75 * MINUTE,
  lastAt: null,
  ...more,
})
const open = async () =>
  (await catalog.alerts.open(SYSTEM_SCOPE)).map(({ local, kind, subject }) => [local, kind, subject].join(' ').trim())
const last = async () => (await catalog.alerts.list(SYSTEM_SCOPE, { local: shop }))[0]

test('days are asked of twelve weeks and more, every ten minutes, and at once after a change', async () => {
  await rule(uno, 'coverage')
  await watch.look()
  said.now += 10 * MINUTE - 1
  await watch.look()
  expect(said.queries).toEqual([`days of ${uno}: 92`])
  said.now += 1
  await watch.look()
  expect(said.queries).toHaveLength(2)
  watch.forget(dos)
  await watch.look()
  expect(said.queries).toHaveLength(2)
  watch.forget(uno)
  await watch.look()
  expect(said.queries).toHaveLength(3)
})

test('only what a client’s rules need is queried, and nothing for a client without rules or locals', async () => {
  await rule(uno, 'occupancyLimit')
  await rule(uno, 'occupancyLimit', { settings: { ...SETTINGS.occupancyLimit, capacity: 0 } })
  await rule(dos, 'deviceDown', { enabled: false })
  await watch.look()
  expect(said.queries).toEqual([`people of ${uno}: ${75 + 1 / MINUTE}`])
  await catalog.alertRules.setSwitch(SYSTEM_SCOPE, shop, false, LONG_AGO)
  await rule(dos, 'deviceDown')
  await watch.look()
  expect(said.queries.slice(1)).toEqual([`devices of ${dos}`])
})

test('a limit without a capacity is not even asked', async () => {
  await rule(uno, 'occupancyLimit', { settings: { ...SETTINGS.occupancyLimit, capacity: 0 } })
  await watch.look()
  expect(said.queries).toEqual([])
})

test('a limit without a capacity of its own is one of each local: those that have none are silent', async () => {
  await rule(uno, 'occupancyLimit', { settings: { ...SETTINGS.occupancyLimit, capacity: 0 } })
  const place = { client: uno, name: 'Small', code: 'Small', type: 'store', timeZone: 'Europe/Madrid' } as const
  const { id: small } = await catalog.locals.insert(SYSTEM_SCOPE, place)
  await catalog.alertRules.setSwitch(SYSTEM_SCOPE, small, true, LONG_AGO)
  await catalog.locals.saveSettings(SYSTEM_SCOPE, small, { capacity: 40 })
  for (const minute of [2, 1, 0])
    said.people.push([shop, said.now - minute * MINUTE, 500], [small, said.now - minute * MINUTE, 40])
  await watch.look()
  expect(await open()).toEqual([`${small} occupancyLimit`])
  // A capacity of the rule overrides those of the locals.
  await rule(uno, 'occupancyLimit', { settings: { ...SETTINGS.occupancyLimit, capacity: 500 } })
  await watch.look()
  expect((await open()).toSorted()).toEqual([`${shop} occupancyLimit`, `${small} occupancyLimit`])
  await catalog.alerts.switchOff(SYSTEM_SCOPE, { local: small }, LONG_AGO)
  await catalog.alertRules.setSwitch(SYSTEM_SCOPE, small, false, LONG_AGO)
})

test('an alert opens once, with the figure of its local, and is solved when its cause is gone', async () => {
  const id = await rule(uno, 'coverage')
  said.days = [[shop, DAY - 1, 50]]
  await watch.look()
  watch.forget(uno)
  await watch.look()
  expect(await open()).toEqual([`${shop} coverage`])
  expect(await last()).toMatchObject({
    client: uno,
    rule: id,
    openedAt: NOW,
    figure: { value: 50, expected: 90, day: '2026-11-19', asOf: NOW - HOUR },
  })
  // It is not known any more: it stays as it is.
  said.days = []
  watch.forget(uno)
  await watch.look()
  expect(await open()).toEqual([`${shop} coverage`])
  said.days = [[shop, DAY - 1, 95]]
  watch.forget(uno)
  said.now += MINUTE
  await watch.look()
  expect(await last()).toMatchObject({ state: 'closed', closedBecause: 'solved', closedAt: NOW + MINUTE })
})

test('what is not watched any more is switched off; what was not asked this time stays', async () => {
  const [days, devices] = [await rule(uno, 'coverage'), await rule(uno, 'deviceDown')]
  const set = async (id: number, enabled: boolean) => {
    const [stored] = await catalog.alertRules.some(SYSTEM_SCOPE, [id])
    await catalog.alertRules.replace(SYSTEM_SCOPE, id, { ...stored!, enabled }, LONG_AGO)
  }
  said.days = [[shop, DAY - 1, 50]]
  said.devices = [down(), down({ footscan: 6 })]
  await watch.look()
  expect(await open()).toEqual([`${shop} coverage`, `${shop} deviceDown footscan:5`, `${shop} deviceDown footscan:6`])
  // Days are not queried this time: that closes none of their alerts.
  said.devices = [down()]
  await watch.look()
  expect(await open()).toEqual([`${shop} coverage`, `${shop} deviceDown footscan:5`])
  await set(days, false)
  await watch.look()
  expect(await open()).toEqual([`${shop} deviceDown footscan:5`])
  await set(devices, true)
  await catalog.alertRules.setSwitch(SYSTEM_SCOPE, shop, false, LONG_AGO)
  await watch.look()
  expect([await open(), (await last())?.closedBecause]).toEqual([[], 'switchedOff'])
})

test('a device is named, by its address where it has no name, and causes no alert after hours', async () => {
  await rule(uno, 'deviceDown')
  said.devices = [down()]
  await watch.look()
  expect((await last())?.figure).toMatchObject({ device: '00:1A:2B:3C:4D:5E', day: '2026-11-20', value: 75 })
  await catalog.alerts.switchOff(SYSTEM_SCOPE, { local: shop }, LONG_AGO)
  await catalog.openingHours.insertMany(SYSTEM_SCOPE, [{ local: shop, weekDay: 5, opening: '09:00', closing: '20:00' }])
  said.now = NOW + 9 * HOUR
  await watch.look()
  expect(await open()).toEqual([])
  said.now = NOW
  said.devices = [down({ name: 'Puerta' })]
  await watch.look()
  expect((await last())?.figure.device).toBe('Puerta')
})

test('a local before its first and after its last day of business is not watched for devices', async () => {
  await rule(uno, 'deviceDown')
  said.devices = [down()]
  const stored = (await catalog.locals.find(SYSTEM_SCOPE, shop))!
  const { id: _id, ...draft } = stored
  for (const [days, isWatched] of [
    [{ openedOn: '2026-11-21' }, false],
    [{ closedOn: '2026-11-19' }, false],
    [{ openedOn: '2026-11-20', closedOn: '2026-11-20' }, true],
  ] as const) {
    await catalog.locals.replace(SYSTEM_SCOPE, shop, { ...draft, ...days } as never)
    await watch.look()
    expect([days, (await open()).length > 0]).toEqual([days, isWatched])
  }
  await catalog.locals.replace(SYSTEM_SCOPE, shop, draft as never)
})

test('where a module is off its rules rest; after its return the day itself is not judged', async () => {
  await rule(uno, 'coverage')
  said.days = [
    [shop, DAY - 1, 50],
    [shop, DAY, 50],
  ]
  await watch.look()
  said.off = [[shop, 'traffic']]
  await watch.look()
  expect([await open(), (await last())?.closedBecause]).toEqual([[], 'switchedOff'])
  watch.forget(uno)
  await watch.look()
  expect(await open()).toEqual([])
  said.off = []
  for (const [since, isJudged] of [
    [NOW - 24 * HOUR, false],
    [NOW - 48 * HOUR, true],
  ] as const) {
    said.since = since
    watch.forget(uno)
    await watch.look()
    expect([since, (await open()).length === 1]).toEqual([since, isJudged])
  }
})

test('a limit that was reached stays open until it is some points below, of the local alone', async () => {
  await rule(uno, 'occupancyLimit')
  said.people = [0, 1, 2].map((minute) => [shop, NOW - (2 - minute) * MINUTE, 100])
  said.people.push([other, NOW, 100])
  await watch.look()
  expect(await open()).toEqual([`${shop} occupancyLimit`])
  expect((await last())?.figure).toMatchObject({ value: 100, day: '2026-11-20' })
  for (const [people, isOpen] of [
    [98, true],
    [96, false],
  ] as const) {
    said.now += MINUTE
    said.people.push([shop, said.now, people])
    await watch.look()
    expect([people, (await open()).length === 1]).toEqual([people, isOpen])
  }
})
