import { afterAll, beforeAll, expect, test } from 'vitest'
import { bandOf, VISITS } from '#domain/alert-evaluation'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import { openWeek, type ExpectedLocal } from '../../facts/expected.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import { hourRow } from '../../facts/testing.ts'
import { backTest } from './back-test.ts'
import { dayFacts } from './facts.ts'
import { peopleInside } from './people-inside.ts'

/** A Monday after twelve weeks of four hours a day, 40 people in each; local 2 lost nothing. */
const DAY = 20_493 + 84
const NOW = (DAY + 1) * 86_400_000 + 9 * 3_600_000
let store: SqlFactStore
beforeAll(async () => {
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
  const lost = (local: number, day: number, hour: number) =>
    local === 1 &&
    ((day === DAY && hour === 13) || (day === DAY - 14 && hour === 13) || (day === DAY - 7 && hour === 11))
  const rows = [1, 2].flatMap((local) =>
    Array.from({ length: 85 * 4 }, (_, at) => ({ day: DAY - 84 + Math.floor(at / 4), hour: 10 + (at % 4) }))
      .filter(({ day, hour }) => !lost(local, day, hour))
      .map(({ day, hour }) => hourRow(day, hour, { local, ins: 50, visits: 40, bounces: 10 })),
  )
  await store.upsertTraffic(rows, 'test')
  const shop = (local: number): ExpectedLocal => ({
    client: 1,
    local,
    areas: [0],
    timeZone: 'UTC',
    type: 'store',
    openedDay: DAY - 84,
    closedDay: null,
    holidays: new Map(),
    week: openWeek([1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ weekDay, opening: '10:00', closing: '13:59' }))),
  })
  await store.rollForward({ nowMs: NOW, locals: [shop(1), shop(2)] })
})
afterAll(() => store.close())

test('a local that lost hours has the hours of its days, and one that lost none has not', async () => {
  const days = await dayFacts(store, 1, [1, 2], DAY - 84, DAY)
  expect([...days.get(2)!.values()].every(({ hourly }) => hourly === undefined)).toBe(true)
  const { hourly, visits } = days.get(1)!.get(DAY)!
  expect([visits, hourly?.whole.toString(2), hourly?.torn.toString(2), hourly?.visits.slice(9, 15)]).toEqual([
    120,
    '1110000000000',
    '10000000000000',
    [null, 40, 40, 40, null, null],
  ])
})

test('a day is forecast over the hours that it has, from the days that have them too', async () => {
  const days = (await dayFacts(store, 1, [1], DAY - 84, DAY)).get(1)!
  const judge = (day: number) =>
    bandOf(
      { ...days.get(day)!, observed: 95, expected: 100 },
      {
        days: new Map([...days].map(([at, one]) => [at, { ...one, observed: 95, expected: 100 }])),
        holidays: new Set(),
      },
      { band: 99 },
      VISITS,
    )
  // The Monday before lacks an hour that this one has; the one before that lacks the very same hour.
  expect(judge(DAY)).toMatchObject({ value: 120, expected: 120, n: 8 })
  expect(judge(DAY - 7), 'three hours are left of it').toMatchObject({ value: 120, expected: 120, n: 8 })
  expect(judge(DAY - 21)).toMatchObject({ value: 160, expected: 160 })
})

const MINUTE = 60_000
/** Words of counting lines at local 1: minutes after `NOW`, people, and of which line. */
const words = (said: readonly (readonly [minute: number, people: number, line?: string, local?: number])[]) => ({
  occupancy: {
    deviceOccupancy: (_client: number, locals: readonly number[], from: number, to: number) =>
      Promise.resolve(
        said
          .map(([minute, people, line = 'a', local = 1]) => ({
            local,
            zone: `7/${line}`,
            at: NOW + minute * MINUTE,
            people,
            presence: false,
          }))
          .filter(({ local, at }) => locals.includes(local) && at >= from && at < to),
      ),
  },
  query: () => Promise.reject(new Error('no sums are needed')),
})

test('people inside are the newest words of all lines together, each for as long as it is believed', async () => {
  const inside = async (...said: Parameters<typeof words>[0]) =>
    [...(await peopleInside(words(said), 1, [1, 2], NOW, NOW + 60 * MINUTE))].map(([local, series]) => [
      local,
      ...series.map(({ at, people }) => [(at - NOW) / MINUTE, people]),
    ])
  expect(await inside([0, 4], [1, 5], [1, 10, 'b'], [2, 6])).toEqual([[1, [0, 4], [1, 15], [2, 16]]])
  // The other line has said nothing for eleven minutes; after ten it was still believed.
  expect(await inside([0, 10, 'b'], [10, 6], [11, 7])).toEqual([[1, [0, 10], [10, 16], [11, 7]]])
  expect(await inside([0, 4], [0, 9, 'a', 2])).toEqual([
    [1, [0, 4]],
    [2, [0, 9]],
  ])
  expect(await peopleInside(words([[0, 4]]), 1, [], NOW, NOW + MINUTE)).toEqual(new Map())
})

test('people inside are asked of the chosen locals, from the first instant to before the last', async () => {
  await store.write(async (connection) => {
    for (const [client, local, minute] of [
      [1, 1, 0],
      [1, 1, 5],
      [1, 3, 1],
      [2, 1, 1],
    ] as const)
      await connection.run(
        'INSERT INTO occupancy SELECT $1, $2, 1, 7, * FROM (SELECT $3, $4::BIGINT, $4::BIGINT, 4, 0, 60, 0)',
        [client, local, 'a', BigInt(NOW + minute * MINUTE)],
      )
  })
  const queried = async (from: number, to: number) =>
    [...(await peopleInside(store, 1, [1, 2], NOW + from * MINUTE, NOW + to * MINUTE))].flatMap(([local, series]) =>
      series.map(({ at }) => [local, (at - NOW) / MINUTE]),
    )
  expect(await queried(0, 5)).toEqual([[1, 0]])
  expect(await queried(1, 6)).toEqual([[1, 5]])
})

test('a limit of people would have fired once for each time that it was reached for long enough', async () => {
  const shop = { local: 1, timeZone: 'Europe/Madrid', holidays: new Map() } as unknown as ExpectedLocal
  const alertsFor = async (settings: Record<string, number>, ...said: Parameters<typeof words>[0]) =>
    backTest(
      words(said),
      1,
      [shop, { ...shop, local: 2 }],
      { kind: 'occupancyLimit', settings: { capacity: 100, percent: 100, minutes: 2, hysteresis: 3, ...settings } },
      { nowMs: NOW },
    )
  const at = (minute: number, people: number) => [minute - 600, people] as const
  const said = [at(0, 100), at(1, 100), at(2, 100), at(3, 98), at(4, 100), at(5, 96), at(6, 100), at(7, 99), at(8, 100)]
  // It stays open at 98, is solved at 96, and is not reached for two minutes again.
  expect(await alertsFor({}, ...said)).toEqual({
    days: 90,
    locals: 2,
    times: 1,
    byLocal: [{ local: 1, times: 1 }],
    byDay: [{ day: '2026-05-05', locals: [1] }],
  })
  expect((await alertsFor({}, at(0, 100), at(1, 99), at(2, 100))).times).toBe(0)
  expect((await alertsFor({ minutes: 1 }, ...said, at(9, 100), at(10, 100))).times).toBe(2)
  expect((await alertsFor({ capacity: 101 }, ...said)).times).toBe(0)
  // Three minutes of it again, while it was still open at 98.
  const again = [100, 100, 100, 98, 100, 100, 100].map((people, minute) => at(minute, people))
  expect((await alertsFor({}, ...again)).times).toBe(1)
  const long = [0, 1, 2, 3].map((minute) => at(minute, 100))
  expect([(await alertsFor({ minutes: 3 }, ...long)).times, (await alertsFor({ minutes: 4 }, ...long)).times]).toEqual([
    1, 0,
  ])
})
