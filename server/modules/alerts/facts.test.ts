import { afterAll, beforeAll, expect, test } from 'vitest'
import { bandOf, VISITS } from '#domain/alert-evaluation'
import { createDuckDbFactStore } from '../../facts/duckdb-store.ts'
import { openWeek, type ExpectedLocal } from '../../facts/expected.ts'
import type { FactStore } from '../../facts/store.ts'
import { hourRow } from '../../facts/testing.ts'
import { dayFacts } from './facts.ts'

/** A Monday after twelve weeks of four hours a day, 40 people in each; local 2 lost nothing. */
const DAY = 20_493 + 84
const NOW = (DAY + 1) * 86_400_000 + 9 * 3_600_000
let store: FactStore
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
