/** The home page from answers that are written by hand: what is shown, in which order, how much. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { AccessFlag } from '#domain/access'
import { fromRows } from '#domain/frame-build'
import type { Column } from '#domain/frame'
import type { Home } from '#schemas/generated/entities/home.ts'
import type { Scope } from '../../lib/scope.ts'
import { homeService } from './service.ts'

/** A Wednesday, half past eleven at night in UTC: Thursday already in Madrid. */
const NOW = Date.UTC(2026, 10, 18, 23, 30)
/** Thursday, days since 1970. */
const TODAY = 20_776
const scope: Scope = { userId: 1, role: 'basic', clients: [1], demo: false }

const dim = (id: string, type: Column['type'] = 'int'): Column => ({ id, type, role: 'dim' })
const measure = (id: string): Column => ({ id, type: 'int', role: 'measure' })
const local = (id: number, more: object = {}) => ({
  id,
  name: `Local ${id}`,
  client: 1,
  timeZone: 'Europe/Madrid',
  paramStatus: 'operative',
  additionalInformation: {},
  ...more,
})

/** The answers of the parts, which tests change. */
const said = {
  clients: [{ id: 1, name: 'Uno' }],
  locals: [local(10)] as ReturnType<typeof local>[],
  /** Local, day, visits, weight observed of 100. */
  days: [] as [local: number, day: number, visits: number, observed: number][],
  holidays: [] as { local: number; day: string; name: string; closed: boolean }[],
  campaigns: [] as { name: string; begin: string; end: string }[],
  marks: [] as { local: number; instant: number }[],
  muted: [] as { locals: number[]; muted: string[] }[],
  alerts: [] as { local: number }[],
  devices: [] as { footscan: number; local: number; status: string; since: number | null }[],
  compared: true,
  asked: [] as Record<string, unknown>[],
  now: NOW,
}
const nothing = structuredClone(said)
beforeEach(() => {
  Object.assign(said, structuredClone(nothing))
})

interface TrafficQuery {
  readonly where: { readonly local: readonly number[] }
  readonly periods: readonly { readonly from: number; readonly to: number }[]
}

const open = () =>
  homeService({
    catalog: { holidays: { list: async () => said.holidays } },
    facts: {
      query: async ({ where, periods: [{ from, to } = { from: 0, to: 0 }] }: TrafficQuery) => {
        said.asked.push({ days: [from, to], of: where.local })
        const columns = ['visits', 'expected', 'observed', 'hours', 'missingHours', 'partialHours', 'settlingHours']
        return fromRows(
          [dim('local'), dim('day'), ...[...columns, 'closedHours'].map(measure)],
          said.days.map(([at, day, visits, observed]) => [at, day, visits, 100, observed, 10, 0, 0, 0, 0]),
        )
      },
      watermark: async () => said.marks,
    },
    clients: { list: async () => said.clients },
    locals: { list: async () => said.locals },
    campaigns: { list: async () => said.campaigns },
    compare: {
      compare: async (_scope: Scope, _by: object, query: Record<string, unknown>) => {
        said.asked.push(query)
        const frame = fromRows(
          [dim('period', 'text'), measure('visits'), measure('expected'), measure('observed')],
          [
            ['reference', 200, 100, 100],
            ['comparing', 300, 100, 90],
          ],
        )
        return {
          frame: { ...frame, basis: { stores: 'same', asked: 2, compared: said.compared ? 1 : 0, comparing: 1 } },
        }
      },
    },
    alerts: { history: async (_scope: Scope, query: object) => (said.asked.push({ query }), said.alerts) },
    health: { current: async () => said.devices },
    muting: { groups: async () => said.muted },
    clock: { now: () => said.now },
  } as unknown as Parameters<typeof homeService>[0])
const home = (flags: readonly AccessFlag[] = ['footCompare']): Promise<Home> =>
  open().of({ scope, account: { roles: ['basic'], properties: Object.fromEntries(flags.map((flag) => [flag, true])) } })
const figures = async () => (await home()).figures![0]!

describe('figures of a client', () => {
  test('are of yesterday and its week against last year, by the clock that most stores have', async () => {
    said.locals = [local(12), local(11), local(10, { timeZone: 'UTC' })]
    const { yesterday, week } = await figures()
    expect([yesterday, week]).toMatchObject([
      {
        begin: '2026-11-18',
        end: '2026-11-18',
        referenceBegin: '2025-11-19',
        referenceEnd: '2025-11-19',
        stores: 2,
        compared: 1,
        visits: 300,
        reference: 200,
        change: 50,
        coverage: 0.9,
      },
      { begin: '2026-11-16', end: '2026-11-18', referenceBegin: '2025-11-17', referenceEnd: '2025-11-19' },
    ])
    expect(said.asked).toContainEqual({
      client: 1,
      locals: '10,11,12',
      p1Start: '2026-11-16',
      p1End: '2026-11-18',
      p2Start: '2025-11-17',
      p2End: '2025-11-19',
    })
    expect(said.asked).toContainEqual({ days: [TODAY - 92, TODAY - 1], of: [10, 11, 12] })
    said.locals = [local(12), local(11, { timeZone: 'UTC' }), local(10, { timeZone: 'UTC' })]
    expect((await figures()).yesterday.begin).toBe('2026-11-17')
  })

  test('are none where no store can be compared', async () => {
    said.compared = false
    expect((await figures()).yesterday).toMatchObject({ stores: 2, compared: 0, visits: null, reference: null })
  })

  test('are as of the newest hour of their own stores', async () => {
    expect((await figures()).asOf).toBe(null)
    said.marks = [
      { local: 10, instant: 5 },
      { local: 99, instant: 9000 },
    ]
    expect((await figures()).asOf).toBe(5000)
    said.locals = [local(10), local(11)]
    said.marks.push({ local: 11, instant: 7 })
    expect((await figures()).asOf).toBe(7000)
  })

  test('are of the first twelve clients with stores that Compare offers, and it says how many more', async () => {
    said.clients = Array.from({ length: 15 }, (_, n) => ({
      id: n + 1,
      name: `Client ${String(15 - n).padStart(2, '0')}`,
    }))
    said.locals = said.clients.map(({ id }) =>
      local(id * 10, {
        client: id,
        ...(id === 1 && { additionalInformation: { hideFootCompare: true } }),
        ...(id === 2 && { paramStatus: 'installed' }),
      }),
    )
    const { figures: shown, moreClients } = await home()
    expect([shown?.map(({ client }) => client), moreClients]).toEqual([[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4], 1])
    said.locals = said.locals.slice(0, 3)
    expect(await home()).toMatchObject({ figures: [{ client: 3 }], moreClients: 0 })
  })

  test('read the days of their stores anew every five minutes', async () => {
    const service = open()
    const account = { roles: ['basic'], properties: { footCompare: true } } as const
    const read = async (now: number) => {
      said.now = now
      await service.of({ scope, account })
      return said.asked.filter(({ days }) => days !== undefined).length
    }
    const begin = Math.ceil(NOW / 300_000) * 300_000
    expect([await read(begin), await read(begin + 299_999), await read(begin + 300_000)]).toEqual([1, 1, 2])
  })
})

describe('what is beside the figures', () => {
  /** Twelve weeks of a store with 100 on each Wednesday, give or take one, and this on the last. */
  const wednesdays = (at: number, visits: number, observed = 100) => {
    const day = TODAY - 1
    for (let week = 1; week <= 12; week += 1) said.days.push([at, day - week * 7, 100 + (week % 3) - 1, 100])
    said.days.push([at, day, visits, observed])
  }

  test('are the six stores farthest from their usual, with the holiday of the day, and how many more', async () => {
    said.locals = Array.from({ length: 8 }, (_, n) => local(10 + n))
    said.locals.forEach(({ id }, n) => {
      wednesdays(id, 300 + n * 10)
    })
    said.holidays = [
      { local: 17, day: '2026-11-18', name: 'Fiesta', closed: false },
      { local: 16, day: '2026-11-17', name: 'Otra', closed: false },
    ]
    const { movers, moreMovers } = await figures()
    expect([movers.map(({ local: at }) => at), moreMovers]).toEqual([[17, 16, 15, 14, 13, 12], 2])
    expect(movers.slice(0, 2)).toEqual([
      { local: 17, name: 'Local 17', day: '2026-11-18', visits: 370, expected: 100, holiday: 'Fiesta' },
      { local: 16, name: 'Local 16', day: '2026-11-18', visits: 360, expected: 100, holiday: null },
    ])
    said.locals = said.locals.slice(0, 1)
    expect(await figures()).toMatchObject({ movers: [{ local: 10 }], moreMovers: 0 })
  })

  test('are the three stores of which the least was seen yesterday, and how many more there are', async () => {
    said.locals = Array.from({ length: 5 }, (_, n) => local(10 + n))
    said.locals.forEach(({ id }, n) => {
      wednesdays(id, 100, 10 + n * 10)
    })
    const { gaps, moreGaps } = await figures()
    expect([gaps, moreGaps]).toEqual([
      [10, 11, 12].map((at, n) => ({ local: at, name: `Local ${at}`, coverage: (n + 1) / 10 })),
      2,
    ])
  })

  test('hold none of the figures of a module that is off', async () => {
    wednesdays(10, 300)
    said.muted = [{ locals: [10], muted: ['visits'] }]
    expect((await figures()).movers).toEqual([])
    said.muted = [{ locals: [10], muted: ['tickets'] }]
    expect((await figures()).movers).toHaveLength(1)
  })

  test('are holidays of the days compared, once for all their stores, the latest first, six at most', async () => {
    said.locals = [local(10), local(11)]
    said.holidays = [
      { local: 10, day: '2026-11-16', name: 'A', closed: true },
      { local: 11, day: '2026-11-16', name: 'A', closed: false },
      { local: 10, day: '2026-11-16', name: 'B', closed: false },
      { local: 10, day: '2025-11-19', name: 'C', closed: true },
      { local: 99, day: '2026-11-17', name: 'Of others', closed: true },
      { local: 10, day: '2026-11-15', name: 'Before', closed: true },
      { local: 10, day: '2025-11-20', name: 'After', closed: true },
    ]
    expect((await figures()).holidays).toEqual([
      { day: '2026-11-16', name: 'A', stores: 2, closed: 1 },
      { day: '2026-11-16', name: 'B', stores: 1, closed: 0 },
      { day: '2025-11-19', name: 'C', stores: 1, closed: 1 },
    ])
    said.holidays = Array.from({ length: 8 }, (_, n) => ({ local: 10, day: '2026-11-17', name: `${n}`, closed: false }))
    expect((await figures()).holidays).toHaveLength(6)
  })

  test('are campaigns that ran on a day compared, of this year or the last, six at most', async () => {
    const at = (name: string, begin: string, end: string) => ({ name, begin, end })
    said.campaigns = [
      at('ends before', '2026-11-01', '2026-11-15'),
      at('ends on Monday', '2026-11-01', '2026-11-16'),
      at('begins yesterday', '2026-11-18', '2026-12-01'),
      at('begins today', '2026-11-19', '2026-12-01'),
      at('last year', '2025-11-19', '2025-11-19'),
      at('a day late', '2025-11-20', '2025-11-30'),
    ]
    expect((await figures()).campaigns).toEqual([
      { ...at('ends on Monday', '2026-11-01', '2026-11-16'), isReference: false },
      { ...at('begins yesterday', '2026-11-18', '2026-12-01'), isReference: false },
      { ...at('last year', '2025-11-19', '2025-11-19'), isReference: true },
    ])
    said.campaigns = Array.from({ length: 8 }, (_, n) => at(`${n}`, '2026-11-17', '2026-11-17'))
    expect((await figures()).campaigns.map(({ name }) => name)).toEqual(['0', '1', '2', '3', '4', '5'])
  })
})

test('open alerts are counted, and the first five named by their store', async () => {
  said.locals = [local(10), local(11)]
  said.alerts = [10, 11, 99, 10, 10, 10, 10].map((at) => ({ local: at }))
  const { figures: none, alerts, devices } = await home(['canAlerts'])
  expect([none, devices, said.asked]).toEqual([null, null, [{ query: { state: 'open' } }]])
  expect(alerts).toEqual({
    open: 7,
    newest: ['Local 10', 'Local 11', '', 'Local 10', 'Local 10'].map((localName, n) => ({
      alert: said.alerts[n],
      localName,
    })),
  })
})

test('devices that are down are counted, and five are named: the longest first, the unknown last', async () => {
  const device = (footscan: number, since: number | null, status = 'DOWN') => ({ footscan, local: 10, status, since })
  said.devices = [
    device(1, null),
    device(2, 50),
    device(3, 10),
    device(4, 10, 'UP'),
    device(6, 30),
    device(5, 30),
    device(7, 20),
  ]
  const { devices, alerts } = await home(['footStatus'])
  expect(alerts).toBe(null)
  expect(devices).toMatchObject({ expected: 7, down: 6 })
  expect(devices?.longest.map(({ footscan, localName }) => [footscan.footscan, localName])).toEqual(
    [3, 7, 5, 6, 2].map((id) => [id, 'Local 10']),
  )
  said.devices = [device(2, null), device(1, null), device(3, 9)]
  expect((await home(['footStatus'])).devices?.longest.map(({ footscan }) => footscan.footscan)).toEqual([3, 1, 2])
})

test('a device that is down has the time zone of its store, in which its hour is shown', async () => {
  said.devices = [{ footscan: 1, local: 10, status: 'DOWN', since: 50 }]
  expect((await home(['footStatus'])).devices?.longest.map(({ timeZone }) => timeZone)).toEqual(['Europe/Madrid'])
})
