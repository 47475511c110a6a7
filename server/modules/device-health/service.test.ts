/** The health of footscans from days that are written by hand; and which days are evaluated again after late data. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cellOf, columnIndex } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { AppError } from '../../lib/errors.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { HealthFootscan } from './repo.ts'
import { deviceHealthService } from './service.ts'

/** A Friday, noon in UTC: already Saturday in Auckland. */
const NOW = Date.UTC(2026, 10, 20, 12)
const DAY = 20_777
const UNO = 1
const scope: Scope = { userId: 1, role: 'basic', clients: [UNO], demo: false }

const footscan = (id: number, more: Partial<HealthFootscan> = {}): HealthFootscan => ({
  id,
  mac: `00:00:00:00:00:0${id}`,
  name: `Door ${id}`,
  area: id * 10,
  zone: 'sales',
  local: 100,
  client: UNO,
  reportS: 300,
  createdAt: null,
  timeZone: 'UTC',
  openedOn: null,
  closedOn: null,
  expected: true,
  ...more,
})
const said = {
  footscans: [] as HealthFootscan[],
  shifts: [] as { local: number; area: number | null; weekDay: number; opening: string; closing: string }[],
  holidays: [] as { local: number; day: string; closed: boolean }[],
}

let facts: SqlFactStore
let health: ReturnType<typeof deviceHealthService>
beforeAll(async () => {
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  health = deviceHealthService({
    facts,
    repo: {
      footscans: async (_scope: Scope, wanted?: { client?: number }) =>
        said.footscans.filter(({ client }) => wanted?.client === undefined || client === wanted.client),
      shifts: async () => said.shifts,
      holidays: async () => said.holidays,
    },
    clients: {
      find: async (_scope: Scope, id: number) => {
        if (id !== UNO) throw new AppError('CLIENT_NOT_FOUND', `There is no client ${id} for you.`, { client: id })
        return { id }
      },
    } as never,
    locals: {
      idsOfClient: async () => [100, 200],
      find: async (_scope: Scope, id: number) => ({ id, client: UNO, timeZone: 'Pacific/Auckland' }),
    } as never,
    clock: { now: () => NOW },
  })
})
afterAll(() => facts.close())
beforeEach(async () => {
  Object.assign(said, { footscans: [], shifts: [], holidays: [] })
  for (const table of ['device_day', 'device_day_run', 'device_hour', 'contact', 'traffic'])
    await facts.write((connection) => connection.run(`DELETE FROM ${table}`))
})

interface Judged {
  readonly local?: number
  readonly open?: number
  readonly alert?: number
  readonly reason?: string | null
  readonly openS?: number
  readonly coveredS?: number
  readonly pings?: number | null
  readonly downAt?: number | null
}
const judged = (device: number, day: number, more: Judged = {}) => {
  const { local = 100, open = 1, alert = 0, reason = null, openS = 36_000, coveredS = 36_000 } = more
  const { pings = null, downAt = null } = more
  return facts.write((connection) =>
    connection.run(
      'INSERT INTO device_day VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 0, 0, $12::BIGINT, 0)',
      [UNO, local, device * 10, device, day, open, alert, reason, pings, coveredS, openS, downAt],
    ),
  )
}
const contact = (device: number, at: number, local = 100, client = UNO) =>
  facts.write((connection) =>
    connection.run('INSERT INTO contact VALUES ($1, $2, $3, 0, $4::BIGINT, NULL, 1, NULL, 0, NULL, 0, NULL, NULL)', [
      device,
      client,
      local,
      at,
    ]),
  )
const rowsOf = (frame: Frame, ...ids: string[]) =>
  Array.from({ length: frame.rows }, (_, row) => ids.map((id) => cellOf(frame, columnIndex(frame, id), row)))

describe('a footscan now', () => {
  test('is as the day of its own zone says; nothing is known of one that was not judged', async () => {
    said.footscans = [footscan(1), footscan(2, { timeZone: 'Pacific/Auckland' }), footscan(3), footscan(4)]
    const since = NOW - 3_600_000
    await judged(1, DAY, { alert: 1, reason: 'offline', downAt: since })
    await judged(1, DAY + 1, { open: 0 })
    await judged(2, DAY, { alert: 1, reason: 'offline', downAt: since })
    await judged(2, DAY + 1, { reason: 'oneWay' })
    await judged(4, DAY, { open: 0 })
    await contact(1, since)
    expect(await health.current(scope, { client: UNO })).toEqual([
      {
        footscan: 1,
        mac: '00:00:00:00:00:01',
        name: 'Door 1',
        area: 10,
        local: 100,
        client: UNO,
        status: 'DOWN',
        reason: 'offline',
        since,
        lastAt: since,
      },
      expect.objectContaining({ footscan: 2, status: 'UP', reason: 'oneWay', since: null, lastAt: null }),
      expect.objectContaining({ footscan: 3, status: 'CLOSED', reason: null, since: null }),
      expect.objectContaining({ footscan: 4, status: 'CLOSED' }),
    ])
    expect(await health.states(scope, UNO)).toEqual(await health.current(scope))
  })

  test('is down since the first day after the last good one; closed days in between end nothing', async () => {
    said.footscans = [footscan(1), footscan(2)]
    const at = (day: number) => day * 86_400_000 + 1000
    for (const [day, more] of [
      [DAY - 9, { alert: 1, downAt: at(DAY - 9) }],
      [DAY - 8, {}],
      [DAY - 3, { alert: 1, downAt: at(DAY - 3) }],
      [DAY - 2, { open: 0 }],
      [DAY, { alert: 1, downAt: at(DAY) }],
    ] as const)
      await judged(1, day, more)
    // The start of this one is unknown.
    await judged(2, DAY, { alert: 1 })
    expect((await health.current(scope, { client: UNO })).map(({ since }) => since)).toEqual([at(DAY - 3), null])
  })

  test('is not there when it is not expected, is nameless for a guest, and of no other client', async () => {
    expect(await health.current(scope, { client: UNO })).toEqual([])
    said.footscans = [footscan(1), footscan(2, { expected: false }), footscan(3, { client: 2 })]
    await contact(3, 5, 300, 2)
    const ids = async (wanted: object) => (await health.current(scope, wanted)).map((one) => one.footscan)
    expect([await ids({ client: UNO }), await ids({})]).toEqual([[1], [1, 3]])
    expect((await health.current(scope))[1]?.lastAt).toBe(5)
    expect((await health.current({ ...scope, demo: true }, { client: UNO }))[0]?.name).toBe('')
    await expect(health.current(scope, { client: 2 })).rejects.toMatchObject({ code: 'CLIENT_NOT_FOUND' })
  })
})

describe('footscan days', () => {
  const span = { client: UNO, begin: '2026-11-19', end: '2026-11-20' } as const

  test('are refused without a day, turned round, or over more than a year', async () => {
    const refused = (query: object) => expect(health.workday(scope, { client: UNO, ...query })).rejects
    await refused({}).toMatchObject({ code: 'DATES_INCORRECT' })
    await refused({ begin: '2026-11-20', end: '2026-11-19' }).toMatchObject({
      code: 'DATES_INCORRECT',
      details: { start: '2026-11-20', end: '2026-11-19' },
    })
    await refused({ begin: '2025-11-20', end: '2026-11-21' }).toMatchObject({
      code: 'STATUS_RANGE_TOO_LONG',
      details: { days: 367, most: 366 },
    })
    await refused({ locals: '300' }).toMatchObject({ code: expect.stringMatching(/DATES_INCORRECT|LOCAL/) as string })
    expect((await health.workday(scope, { client: UNO, begin: '2025-11-20', end: '2026-11-20' })).frame.rows).toBe(0)
  })

  test('of one day may be asked by its begin, its end or its date', async () => {
    said.footscans = [footscan(1)]
    for (const day of [DAY - 1, DAY]) await judged(1, day)
    for (const query of [{ begin: '2026-11-19' }, { end: '2026-11-19' }, { date: '2026-11-19' }])
      expect(rowsOf((await health.workday(scope, { client: UNO, ...query })).frame, 'day')).toEqual([[DAY - 1]])
  })

  test('are as of the newest word of the chosen locals', async () => {
    expect((await health.workday(scope, span)).asOf).toBe(null)
    await contact(1, 1000)
    await contact(2, 9000, 200)
    expect([
      (await health.workday(scope, span)).asOf,
      (await health.workday(scope, { ...span, locals: '100' })).asOf,
      (await health.summary(scope, { ...span, locals: '100' })).asOf,
    ]).toEqual([9000, 1000, 1000])
  })

  test('name each footscan and its expected pings; a guest reads its address', async () => {
    said.footscans = [footscan(1, { reportS: 600 }), footscan(2, { name: '' })]
    await judged(1, DAY, { pings: 50 })
    await judged(2, DAY)
    const named = async (who: Scope) =>
      rowsOf((await health.workday(who, span)).frame, 'device', 'name', 'mac', 'pings', 'expectedPings')
    expect(await named(scope)).toEqual([
      [1, 'Door 1', '00:00:00:00:00:01', 50, 60],
      [2, '00:00:00:00:00:02', '00:00:00:00:00:02', null, null],
    ])
    expect((await named({ ...scope, demo: true }))[0]?.[1]).toBe('00:00:00:00:00:01')
  })

  test('have the hour in which a footscan went down by the clock of its local', async () => {
    said.footscans = [footscan(1, { timeZone: 'Europe/Madrid' })]
    await judged(1, DAY, { alert: 1, reason: 'offline', downAt: NOW, coveredS: 30_000 })
    expect(
      rowsOf((await health.workday(scope, span)).frame, 'status', 'reason', 'since', 'downDay', 'downHour', 'lostS'),
    ).toEqual([[0, 'offline', 13, DAY, 13, 6000]])
  })

  test('are summed up by date, with what is down and was not, or up and was down the date before', async () => {
    said.footscans = [footscan(1, { reportS: 600 }), footscan(2), footscan(3), footscan(4)]
    const down = { alert: 1, reason: 'offline' }
    for (const [device, before, after] of [
      [1, { pings: 60 }, { ...down, pings: 3 }],
      [2, down, { pings: 120 }],
      [3, { open: 0, openS: 0, coveredS: 0 }, {}],
      [4, down, down],
    ] as const) {
      await judged(device, DAY - 1, before)
      await judged(device, DAY, after)
    }
    const { frame } = await health.summary(scope, span)
    const counts = ['day', 'up', 'down', 'closed', 'total', 'newUp', 'newDown']
    expect(rowsOf(frame, ...counts)).toEqual([
      [DAY - 1, 1, 2, 1, 4, null, null],
      [DAY, 2, 2, 0, 4, 1, 1],
    ])
    // One of them speaks every ten minutes: 60 in ten hours, and the other 120.
    expect(rowsOf(frame, 'pings', 'expectedPings', 'openS')).toEqual([
      [60, 60, 108_000],
      [123, 180, 144_000],
    ])
  })
})

test('a local is as its worst footscan on its own day, by the footscans that are known', async () => {
  said.footscans = [footscan(1), footscan(2)]
  await judged(1, DAY + 1)
  await judged(2, DAY + 1, { alert: 1, reason: 'silent', downAt: 7 })
  await judged(3, DAY + 1, { alert: 1 })
  await judged(1, DAY, { open: 0 })
  expect(await health.ofLocal(scope, 100)).toEqual({
    local: 100,
    date: '2026-11-21',
    status: 'DOWN',
    footscans: [
      { footscan: 1, mac: '00:00:00:00:00:01', name: 'Door 1', area: 10, status: 'UP', reason: null, since: null },
      { footscan: 2, mac: '00:00:00:00:00:02', name: 'Door 2', area: 20, status: 'DOWN', reason: 'silent', since: 7 },
    ],
  })
  expect((await health.ofLocal({ ...scope, demo: true }, 100, '2026-11-20')).footscans).toMatchObject([
    { footscan: 1, name: '', status: 'CLOSED' },
  ])
})

describe('days are judged', () => {
  const shift = (local: number, weekDay: number) => ({
    local,
    area: null,
    weekDay,
    opening: '09:00',
    closing: '18:00',
  })
  const spoke = (device: number, day: number, learntAt = NOW) =>
    facts.write((connection) =>
      connection.run('INSERT INTO device_hour VALUES ($1, $2, $3, $4, $5, 10, 0, $6, 4, 4, 3600, 12, 0, $7::BIGINT)', [
        UNO,
        100,
        device * 10,
        device,
        day,
        day * 86_400 + 36_000,
        learntAt,
      ]),
    )
  const days = async () =>
    (await facts.read('SELECT device, day, open FROM device_day ORDER BY device, day')).map((row) => row.map(Number))

  test('of a footscan without contact from the day of its entry on, and by the hours of its own local', async () => {
    said.footscans = [
      footscan(1, { createdAt: NOW - 3 * 86_400_000 }),
      footscan(2, { createdAt: NOW - 86_400_000, local: 200 }),
    ]
    said.shifts = [1, 2, 3, 4, 5].map((weekDay) => shift(100, weekDay))
    said.shifts.push(shift(200, 5))
    said.holidays = [
      { local: 100, day: '2026-11-18', closed: true },
      { local: 100, day: '2026-11-19', closed: false },
      { local: 200, day: '2026-11-20', closed: true },
    ]
    await health.evaluate()
    expect(await days()).toEqual([
      [1, DAY - 3, 1],
      [1, DAY - 2, 0],
      [1, DAY - 1, 1],
      [1, DAY, 1],
      [2, DAY - 1, 0],
      [2, DAY, 0],
    ])
  })

  test('again where something came late: from its first day to its last, and no others', async () => {
    said.footscans = [footscan(1), footscan(2)]
    said.shifts = [1, 2, 3, 4, 5, 6, 7].map((weekDay) => shift(100, weekDay))
    for (const device of [1, 2])
      for (let back = 12; back >= 0; back -= 1) await spoke(device, DAY - back, back === 0 ? NOW - 3e6 : NOW - 9e6)
    await health.evaluate()
    await facts.write((connection) => connection.run('DELETE FROM device_day'))
    await spoke(1, DAY - 8, NOW)
    await spoke(1, DAY - 5, NOW)
    await health.evaluate()
    const judgedAgain = await days()
    expect(judgedAgain.filter(([device]) => device === 1).map(([, day]) => day)).toEqual([
      ...[8, 7, 6, 5].map((back) => DAY - back),
      DAY - 1,
      DAY,
    ])
    expect(judgedAgain.filter(([device]) => device === 2).map(([, day]) => day)).toEqual([DAY - 1, DAY])
  })

  test('again where it was asked for: from a day on, at one local or everywhere, once', async () => {
    said.footscans = [footscan(1), footscan(2, { local: 200 })]
    said.shifts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekDay) => [shift(100, weekDay), shift(200, weekDay)])
    for (const device of [1, 2])
      for (let back = 12; back >= 0; back -= 1) await spoke(device, DAY - back, back === 0 ? NOW - 3e6 : NOW - 9e6)
    await health.evaluate()
    const again = async (locals?: readonly number[]) => {
      await facts.write((connection) => connection.run('DELETE FROM device_day'))
      health.again({ fromDay: DAY - 3, ...(locals && { locals }) })
      await health.evaluate()
      return (await days()).map(([device, day = 0]) => [device, DAY - day])
    }
    const all = (device: number, backs: readonly number[]) => backs.map((back) => [device, back])
    expect(await again([200])).toEqual([...all(1, [1, 0]), ...all(2, [3, 2, 1, 0])])
    expect(await again()).toEqual([...all(1, [3, 2, 1, 0]), ...all(2, [3, 2, 1, 0])])
    await facts.write((connection) => connection.run('DELETE FROM device_day'))
    await health.evaluate()
    expect((await days()).length).toBe(4)
  })
})
