import { afterAll, beforeAll, expect, test } from 'vitest'
import { WHOLE_DAY } from '#domain/fact-query'
import { stateOf, qualityOf } from '#domain/completeness'
import { fromJson, toRows } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

/** A brand with a store that counts by the day and one that counts by the hour, in two weeks. */
let f: Fixture
let token: string
let client: number
let [daily, hourly] = [0, 0]
const [NEW, OLD] = [DAY - 14, DAY - 21]
const BOTH = 'p1Start=2026-11-06&p1End=2026-11-12&p2Start=2026-10-30&p2End=2026-11-05'

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Mixta', type: 'basic' })).id
  const local = async (name: string) => {
    const { id } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client,
      name,
      code: name,
      type: 'store',
      timeZone: 'UTC',
      geo: { lat: null, lng: null },
      openedOn: '2025-01-01',
    })
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: id, weekDay, opening: '10:00', closing: '14:00' })),
    )
    return id
  }
  ;[daily, hourly] = [await local('daily'), await local('hourly')]
  const week = (from: number) => Array.from({ length: 7 }, (_, at) => from + at)
  await f.facts.upsertTraffic(
    [
      ...[...week(OLD), ...week(NEW)].map((day) => ({
        ...hourRow(day, WHOLE_DAY, { client, local: daily, ins: day >= NEW ? 120 : 100 }),
        instant: day * 86_400 + 23 * 3600,
      })),
      ...[...week(OLD), ...week(NEW)].flatMap((day) =>
        [10, 11, 12, 13].map((hour) => hourRow(day, hour, { client, local: hourly, ins: 10 })),
      ),
    ],
    'test',
  )
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client }), fromDay: OLD })
})
afterAll(() => f.close())

async function ask(path: string, locals: readonly number[], query = BOTH) {
  const { status, body } = await f.get(`/compare${path}?client=${client}&locals=${locals.join(',')}&${query}`, token)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return fromJson(body)
}
const sums = async (locals: readonly number[]) => {
  const frame = await ask('/metrics/ins', locals)
  return {
    rows: toRows(frame).map(([period, ins]) => [period, ins]),
    states: [0, 1].map((row) => stateOf(qualityOf(frame, [row]))),
    byDay: frame.byDay,
  }
}

test('an answer by the hour leaves whole days out and says of how many stores', async () => {
  const mixed = await ask('/metrics/main/hour', [daily, hourly])
  expect(mixed.byDay).toEqual({ stores: 1, of: 2 })
  expect(toRows(mixed).map(([period, hour, ins]) => [period, hour, ins])).toEqual(
    ['comparing', 'reference'].flatMap((period) => [10, 11, 12, 13].map((hour) => [period, hour, 70])),
  )
  const alone = await ask('/metrics/exits/hour', [daily])
  expect([alone.rows, alone.byDay]).toEqual([0, { stores: 1, of: 1 }])
  expect((await ask('/metrics/main/hour', [hourly])).byDay).toBeUndefined()
})

test('answers by day and period have whole days beside hours, final, and compare them as the same stores', async () => {
  expect(await sums([daily, hourly])).toEqual({
    rows: [
      ['comparing', 7 * 160],
      ['reference', 7 * 140],
    ],
    states: ['final', 'final'],
    byDay: undefined,
  })
  expect(await sums([daily])).toEqual({
    rows: [
      ['comparing', 840],
      ['reference', 700],
    ],
    states: ['final', 'final'],
    byDay: undefined,
  })
  const days = await ask('/metrics/main/extended', [daily])
  expect(toRows(days).map(([period, index, , local]) => [period, index, local])).toEqual(
    ['comparing', 'reference'].flatMap((period) => [0, 1, 2, 3, 4, 5, 6].map((index) => [period, index, daily])),
  )
  expect(days.basis).toMatchObject({ stores: 'same', asked: 1, compared: 1 })
})
