import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

/** A brand with a store of long ago, one of this month, and one that never counted. */
let f: Fixture
let token: string
let client: number
const ids: Record<'old' | 'new' | 'none', number> = { old: 0, new: 0, none: 0 }
/** 2012-01-01. */
const LONG_AGO = 15_340

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Calle', type: 'basic' })).id
  for (const name of ['old', 'new', 'none'] as const) {
    ids[name] = (
      await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client,
        name,
        code: name,
        type: 'store',
        timeZone: 'Europe/Madrid',
        geo: { lat: null, lng: null },
      })
    ).id
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: ids[name], weekDay, opening: '10:00', closing: '14:00' })),
    )
  }
  const hour = (local: number, day: number, part: object) =>
    hourRow(day, 10, { client, local, instant: day * 86_400 + 9 * 3600, ...part })
  await f.facts.upsertTraffic(
    [
      hour(ids.old, LONG_AGO, { ins: 3, visits: 3, bounces: 0 }),
      hour(ids.old, LONG_AGO + 60, { ins: 0, visits: 0, bounces: 0 }),
      hour(ids.new, DAY - 20, { ins: 5, visits: 5, bounces: 0 }),
      hour(ids.none, DAY - 3, { tickets: 4 }),
    ],
    'test',
  )
  // The hours that were expected and did not come are no counts.
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client }) })
})
afterAll(() => f.close())

const range = async (query: string) => (await f.get(`/compare/range?client=${client}${query}`, token)).body

test('the days with counts are those of the chosen locals, and an hour with a count of 0 is one', async () => {
  expect(await range('')).toMatchObject({ begin: '2012-01-01', end: '2026-10-31' })
  expect(await range(`&locals=${ids.old}`)).toMatchObject({ begin: '2012-01-01', end: '2012-03-01' })
  expect(await range(`&locals=${ids.new}`)).toEqual({ begin: '2026-10-31', end: '2026-10-31', gaps: [] })
})

test('a week or more between them without any count is a gap', async () => {
  expect(await range('')).toMatchObject({
    gaps: [
      { begin: '2012-01-02', end: '2012-02-29' },
      { begin: '2012-03-02', end: '2026-10-30' },
    ],
  })
})

test('without any counts there is no day: tickets and hours that did not come are none', async () => {
  expect(await range(`&locals=${ids.none}`)).toEqual({ begin: null, end: null })
})

test('a later count is known at once', async () => {
  await f.facts.upsertTraffic(
    [
      hourRow(DAY - 2, 11, {
        client,
        local: ids.new,
        ins: 1,
        visits: 1,
        bounces: 0,
        instant: (DAY - 2) * 86_400 + 10 * 3600,
      }),
    ],
    'test',
  )
  expect(await range(`&locals=${ids.new}`)).toMatchObject({ begin: '2026-10-31', end: '2026-11-18' })
})

test('a local of another client is refused with its name', async () => {
  expect(await f.get(`/compare/range?client=${client}&locals=${ids.old},999999`, token)).toMatchObject({
    status: 404,
    body: { code: 'LOCAL_NOT_FOUND' },
  })
})
