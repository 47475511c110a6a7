import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TrafficRow } from '../../facts/traffic-row.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { hashPassword } from '../session/password-hash.ts'
import { deviceHealthService, type DeviceHealthService } from './service.ts'
import { clientService } from '../clients/service.ts'
import { localService } from '../locals/service.ts'

let f: Fixture
let health: DeviceHealthService
let tokens: Record<'analyst' | 'guest' | 'compare', string>
let footscan: number

/** Gran Vía opens from 10:00 to 20:00 on all days but Sunday; Madrid is an hour ahead of UTC. */
const at = (day: number, hour: number) => day * 86_400 + (hour - 1) * 3600
const NONE = {
  far: null,
  fro: null,
  bounces: null,
  visits: null,
  tickets: null,
  insTimeS: null,
  visitTimeS: null,
  insInRange0: null,
  insInRange1: null,
  insInRange2: null,
  insInRange3: null,
  outs: null,
  sales: null,
  units: null,
  identifiedVisits: null,
  localRepRange0: null,
  localRepRange1: null,
  localRepRange2: null,
  localRepRange3: null,
  clientRepRange0: null,
  clientRepRange1: null,
  clientRepRange2: null,
  clientRepRange3: null,
}
const hour = (day: number, h: number, ins: number): TrafficRow => ({
  client: f.ids.uno,
  local: f.ids.granVia,
  area: f.ids.door,
  day,
  hour: h,
  fold: 0,
  instant: at(day, h),
  ...NONE,
  ins,
})
const whole = (day: number, but: readonly number[] = []) =>
  Array.from({ length: 10 }, (_, n) => n + 10)
    .filter((h) => !but.includes(h))
    .map((h) => hour(day, h, 40 + ((h * 7 + day) % 13)))

/** An hour as the device reported it. */
const spoke = (
  day: number,
  h: number,
  { ins = 40 as number | null, outs = null as number | null, coveredS = 3600, pings = 12, flags = 0 } = {},
) =>
  f.facts.write((connection) =>
    connection.run(
      'INSERT INTO device_hour (client, local, area, device, day, hour, fold, instant, ins, outs, coveredS, pings, ' +
        'flags, learntAt) VALUES ($1, $2, $3, $4, $5, $6, 0, $7, $8, $9, $10, $11, $12, $13)',
      [
        f.ids.uno,
        f.ids.granVia,
        f.ids.door,
        footscan,
        day,
        h,
        at(day, h),
        ins,
        outs,
        coveredS,
        pings,
        flags,
        BigInt(NOW),
      ],
    ),
  )

beforeAll(async () => {
  f = await fixture()
  const passwordHash = await hashPassword(PASSWORD)
  for (const [name, demo] of [
    ['status', false],
    ['statusguest', true],
  ] as const)
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: `${name}@aforo.test`,
        passwordHash,
        role: 'basic',
        clients: [f.ids.uno],
        flags: ['footStatus'],
        properties: { demo },
      },
      NOW,
    )
  tokens = {
    analyst: await f.signIn('status'),
    guest: await f.signIn('statusguest'),
    compare: await f.signIn('analyst'),
  }
  await f.catalog.openingHours.insertMany(
    SYSTEM_SCOPE,
    [1, 2, 3, 4, 5, 6].map((weekDay) => ({ local: f.ids.granVia, weekDay, opening: '10:00', closing: '20:00' })),
  )
  const [first] = await f.catalog.deviceHealth.footscans(SYSTEM_SCOPE, { client: f.ids.uno })
  footscan = first?.id ?? 0
  const days = Array.from({ length: 70 }, (_, n) => DAY - 70 + n).filter((day) => (day + 3) % 7 !== 6)
  // A day with two hours lost, and a day on which it counted zero for three hours.
  await f.facts.upsertTraffic(
    days.flatMap((day) =>
      day === DAY - 1
        ? whole(day, [15, 16])
        : day === DAY - 3
          ? whole(day).map((row) => (row.hour >= 12 && row.hour < 15 ? { ...row, ins: 0 } : row))
          : whole(day),
    ),
    'test',
  )
  const clients = clientService({ clients: f.catalog.clients })
  const locals = localService({
    locals: f.catalog.locals,
    areas: f.catalog.areas,
    footscans: f.catalog.footscans,
    clients,
  })
  health = deviceHealthService({ facts: f.facts, repo: f.catalog.deviceHealth, clients, locals, clock: f.clock })
  await health.evaluate()
}, 60_000)
afterAll(() => f.close())

const workday = async (query: string, token = tokens.analyst) => {
  const { status, body } = await f.get(`/monitoring/footscans/workday?client=${f.ids.uno}&${query}`, token)
  const { columns, data, rows } = body as { columns: { id: string }[]; data: unknown[][]; rows: number }
  return {
    status,
    rows: Array.from({ length: status === 200 ? rows : 0 }, (_, row) =>
      Object.fromEntries(columns.map(({ id }, at) => [id, data[at]?.[row]])),
    ),
  }
}
const iso = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

test('without the flag, without dates and for too many days it refuses', async () => {
  expect(
    (await f.get(`/monitoring/footscans/workday?client=${f.ids.uno}&date=2026-11-19`, tokens.compare)).status,
  ).toBe(403)
  expect((await f.get(`/monitoring/footscans/workday?client=${f.ids.uno}`, tokens.analyst)).status).toBe(400)
  const codes = await Promise.all(
    ['begin=2026-11-19&end=2026-11-18', 'begin=2020-01-01&end=2026-11-18'].map(
      async (query) => (await f.get(`/monitoring/footscans/workday?client=${f.ids.uno}&${query}`, tokens.analyst)).body,
    ),
  )
  expect(codes).toMatchObject([{ code: 'DATES_INCORRECT' }, { code: 'STATUS_RANGE_TOO_LONG' }])
})

test('a day with two lost hours is down, offline, since the first of them, and the day before was up', async () => {
  const { rows } = await workday(`date=${iso(DAY - 1)}`)
  expect(rows).toMatchObject([
    {
      device: footscan,
      status: 0,
      statusYesterday: 1,
      statusLastWeek: 1,
      reason: 'offline',
      since: 15,
      downDay: DAY - 1,
      downHour: 15,
      openS: 36_000,
      coveredS: 28_800,
      lostS: 7200,
      pings: null,
      name: '00:1A:2B:3C:4D:5E',
    },
  ])
})

test('a stretch of zeros where many are expected is silent, although every hour came', async () => {
  const { rows } = await workday(`date=${iso(DAY - 3)}`)
  expect(rows).toMatchObject([
    { status: 0, reason: 'silent', since: 12, downDay: DAY - 3, openS: 36_000, coveredS: 36_000, lostS: null },
  ])
})

test('Sunday is closed, and Monday is compared with it', async () => {
  const { rows } = await workday(`begin=${iso(DAY - 5)}&end=${iso(DAY - 4)}`)
  expect(rows.map(({ status, statusYesterday, reason }) => [status, statusYesterday, reason])).toEqual([
    [2, 1, null],
    [1, 2, null],
  ])
})

test('versus keeps the footscans that changed', async () => {
  expect(
    (await workday(`begin=${iso(DAY - 3)}&end=${iso(DAY - 1)}&versus=yesterday`)).rows.map(({ day }) => day),
  ).toEqual([DAY - 3, DAY - 2, DAY - 1])
  expect((await workday(`begin=${iso(DAY - 2)}&end=${iso(DAY - 2)}&versus=lastWeek`)).rows).toEqual([])
})

test('the summary has the news of every date but the first', async () => {
  const { body } = await f.get(
    `/monitoring/footscans/summary?client=${f.ids.uno}&begin=${iso(DAY - 5)}&end=${iso(DAY - 1)}`,
    tokens.analyst,
  )
  const { columns, data } = body as { columns: { id: string }[]; data: unknown[][] }
  const column = (id: string) => data[columns.findIndex((one) => one.id === id)]
  expect(['up', 'down', 'closed', 'newUp', 'newDown'].map(column)).toEqual([
    [0, 1, 0, 1, 0],
    [0, 0, 1, 0, 1],
    [1, 0, 0, 0, 0],
    [null, 0, 0, 1, 0],
    [null, 0, 1, 0, 1],
  ])
})

test('today is judged up to now: a morning without a word is down, and its late data bring it back', async () => {
  // 13:00 in Madrid; by file nothing is late yet, so nothing is judged.
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([{ status: 1, running: 1 }])
  await f.facts.write((connection) =>
    connection.run(
      'INSERT INTO contact (device, client, local, firstAt, lastAt, lastData, messages, sequence, missed, skewMs, ' +
        'flags, firmware, battery) VALUES ($1, $2, $3, $4, $5, $5, 1, NULL, 0, NULL, 0, NULL, NULL)',
      [footscan, f.ids.uno, f.ids.granVia, BigInt(NOW - 86_400_000), BigInt(NOW - 80_000_000)],
    ),
  )
  await health.evaluate()
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([{ status: 0, reason: 'offline', since: 10 }])
  // It began the day before: three hours of this morning are lost beside the two of that day.
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([{ downDay: DAY - 1, downHour: 15, lostS: 5 * 3600 }])
  const [state] = await health.current(SYSTEM_SCOPE, { client: f.ids.uno })
  expect(state).toMatchObject({
    footscan,
    status: 'DOWN',
    reason: 'offline',
    since: at(DAY - 1, 15) * 1000,
    lastAt: NOW - 80_000_000,
  })
  for (const h of [10, 11, 12]) await spoke(DAY, h, { ins: 40 + h })
  await health.evaluate()
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([
    { status: 1, reason: null, pings: 36, expectedPings: 36 },
  ])
  expect(await health.current(SYSTEM_SCOPE, { client: f.ids.uno })).toMatchObject([{ status: 'UP', since: null }])
})

test('while it lasts, a silence in which seven people were to be expected is enough, long before the hour ends', async () => {
  // 13:20 in Madrid: the device sent messages until 13:02, and about forty people come in an hour; two messages of five
  // minutes may be in flight.
  f.clock.time = NOW + 20 * 60_000
  await spoke(DAY, 13, { ins: 2, coveredS: 120, pings: 1 })
  await health.evaluate()
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([{ status: 1 }])
  f.clock.time = NOW + 35 * 60_000
  await health.evaluate()
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([{ status: 0, reason: 'offline', since: 13 }])
  // It is as offline without people in those two minutes.
  await f.facts.write((connection) =>
    connection.run('UPDATE device_hour SET ins = 0 WHERE day = $1 AND hour = 13', [DAY]),
  )
  await health.evaluate()
  expect((await workday(`date=${iso(DAY)}`)).rows).toMatchObject([{ status: 0, reason: 'offline', since: 13 }])
  f.clock.time = NOW
  await f.facts.write((connection) => connection.run('DELETE FROM device_hour WHERE day = $1 AND hour = 13', [DAY]))
  await health.evaluate()
})

test('late data close the gap of a past day', async () => {
  await f.facts.upsertTraffic(
    [15, 16].map((h) => hour(DAY - 1, h, 44)),
    'late',
  )
  f.clock.time += 60_000
  await health.evaluate()
  expect((await workday(`date=${iso(DAY - 1)}`)).rows).toMatchObject([{ status: 1, coveredS: 36_000 }])
})

test('a local is down as soon as one footscan is, and a guest reads no name', async () => {
  await f.facts.upsertTraffic([], 'none')
  expect((await f.get(`/locals/status/${f.ids.granVia}?date=${iso(DAY - 3)}`, tokens.analyst)).body).toMatchObject({
    local: f.ids.granVia,
    status: 'DOWN',
    footscans: [{ footscan, status: 'DOWN', reason: 'silent' }],
  })
  expect((await f.get(`/locals/status/${f.ids.outlet}?date=${iso(DAY - 3)}`, tokens.analyst)).body).toEqual({
    local: f.ids.outlet,
    date: iso(DAY - 3),
    status: null,
    footscans: [],
  })
  expect((await f.get(`/locals/status/${f.ids.otherGranVia}`, tokens.analyst)).status).toBe(404)
  expect((await f.get(`/monitoring/footscans/current?client=${f.ids.uno}`, tokens.guest)).body).toMatchObject([
    { footscan, name: '' },
  ])
})

test('one-way, clock and repeated values are distinguished from being down', async () => {
  const day = DAY - 9
  for (let h = 10; h < 20; h += 1) await spoke(day, h, { ins: 50 + h, outs: 20 })
  for (let h = 10; h < 20; h += 1) await spoke(DAY - 8, h, { ins: 50 + h, flags: 32 })
  for (let h = 10; h < 20; h += 1) await spoke(DAY - 10, h, { ins: 61 })
  health.again({ fromDay: DAY - 10 })
  await health.evaluate()
  const { rows } = await workday(`begin=${iso(DAY - 10)}&end=${iso(DAY - 8)}`)
  expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
    [0, 'stuck'],
    [1, 'oneWay'],
    [1, 'clockSkew'],
  ])
})

test('the same words give the same days: a second run changes nothing', async () => {
  const before = await f.facts.read('SELECT * FROM device_day ORDER BY device, day')
  health.again({ fromDay: DAY - 70 })
  expect(await health.evaluate()).toEqual({ days: 0 })
  expect(await f.facts.read('SELECT * FROM device_day ORDER BY device, day')).toEqual(before)
})

describe('a footscan', () => {
  const days = (device: number) =>
    f.facts.read('SELECT client, local, area, day, alert, pings FROM device_day WHERE device = $1 ORDER BY day', [
      device,
    ])

  test('that is mounted beside one that counts is expected from the day it was entered on', async () => {
    const at0 = NOW - 3_600_000
    const beside = await f.catalog.fleet.insert(
      SYSTEM_SCOPE,
      {
        area: f.ids.door,
        mac: '00:00:00:00:00:21',
        name: '',
        kind: 'aforo',
        externalId: null,
        reversed: false,
        reportS: 300,
        enabled: true,
      },
      at0,
    )
    await spoke(DAY - 1, 10, { ins: 44 })
    health.again({ fromDay: DAY - 12 })
    await health.evaluate()
    expect((await days(beside)).map((row) => row[3])).toEqual([DAY])
  })

  test('that was moved leaves its days to the client that had them', async () => {
    const before = await days(footscan)
    const elsewhere = await f.catalog.areas.insert(SYSTEM_SCOPE, { local: f.ids.otherGranVia, name: 'Door' })
    await f.facts.upsertTraffic(
      [{ ...hour(DAY - 20, 12, 5), client: f.ids.dos, local: f.ids.otherGranVia, area: elsewhere.id }],
      'test',
    )
    const { client: _client, ...content } = (await f.catalog.fleet.find(SYSTEM_SCOPE, footscan))!
    await f.catalog.fleet.replace(SYSTEM_SCOPE, footscan, { ...content, area: elsewhere.id })
    health.again({ fromDay: DAY - 12 })
    await health.evaluate()
    const contactDays = new Set(
      (await f.facts.read('SELECT DISTINCT day FROM device_hour WHERE device = $1 AND day < $2', [footscan, DAY])).map(
        ([day]) => day,
      ),
    )
    const mine = (rows: Awaited<ReturnType<typeof days>>) => rows.filter(([, , , day]) => contactDays.has(day!))
    expect(contactDays.size).toBeGreaterThan(0)
    expect(mine(await days(footscan))).toEqual(mine(before))
    await f.catalog.fleet.replace(SYSTEM_SCOPE, footscan, content)
    await health.evaluate()
  })
})

test('late data that were written while the days were judged are judged the next time', async () => {
  const late = f.clock.time - 500
  await health.evaluate()
  await f.facts.upsertTraffic([hour(DAY, 9, 1)], 'test')
  await health.evaluate()
  await f.facts.write((connection) =>
    connection.run('UPDATE traffic SET ins = NULL, learntAt = $1 WHERE day = $2 AND hour IN (11, 12, 13)', [
      BigInt(late),
      DAY - 30,
    ]),
  )
  await health.evaluate()
  expect((await workday(`date=${iso(DAY - 30)}`)).rows).toMatchObject([{ status: 0, reason: 'offline', since: 11 }])
})
