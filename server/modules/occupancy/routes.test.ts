/** Who may ask for people inside, and that each call answers with its own columns. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  OCCUPANCY_HOURS,
  OCCUPANCY_LEVELS,
  OCCUPANCY_LOCALS,
  OCCUPANCY_MINUTES,
  OCCUPANCY_NOW,
  OCCUPANCY_ROOMS,
} from '#domain/occupancy-columns'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { storeMinutes } from '../../facts/duckdb/store-minutes.testing.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

const PERIOD = 'p1Start=2026-11-18&p1End=2026-11-18'
const CALLS = [
  ['now', '', OCCUPANCY_NOW],
  ['minutes', '', OCCUPANCY_MINUTES],
  ['levels', '&begin=2026-11-18&end=2026-11-18', OCCUPANCY_LEVELS],
  ['hours', `&${PERIOD}`, OCCUPANCY_HOURS],
  ['rooms', `&${PERIOD}`, OCCUPANCY_ROOMS],
  ['locals', '', OCCUPANCY_LOCALS],
] as const

let f: Fixture
beforeAll(async () => {
  f = await fixture()
  const begin = Date.UTC(2026, 10, 18, 9) / 1000
  await f.facts.write((connection) =>
    storeMinutes(
      connection,
      [2, 3].map((people, at) => ({
        client: f.ids.uno,
        local: f.ids.granVia,
        area: f.ids.door,
        instant: begin + at * 60,
        people,
      })),
      { presence: false, source: 'a.csv', nowMs: NOW },
    ),
  )
})
afterAll(() => f.close())

async function as(name: string): Promise<string> {
  const token = newToken()
  const { id: userId } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))!
  await f.catalog.sessions.open({ tokenHash: hashOf(token), userId, at: NOW, address: '10.0.0.1', agent: 'test' })
  return token
}

test('people inside are refused without a session or a right, or for another client', async () => {
  const [analyst, withoutRights] = [await as('analyst'), await as('nobody')]
  for (const [call, more] of CALLS) {
    const path = (client: number) => `/occupancy/${call}?client=${client}${more}`
    expect((await f.get(path(f.ids.uno))).status, call).toBe(401)
    expect((await f.get(path(f.ids.uno), withoutRights)).body, call).toMatchObject({ code: 'FLAG_REQUIRED' })
    expect((await f.get(path(f.ids.dos), analyst)).body, call).toMatchObject({ code: 'CLIENT_NOT_FOUND' })
    expect((await f.get(`/occupancy/${call}?client=x`, analyst)).body, call).toMatchObject({ code: 'REQUEST_INVALID' })
  }
})

test('each call answers with its own columns: of the locals of the client, or of those with minutes', async () => {
  const analyst = await as('analyst')
  for (const [call, more, columns] of CALLS) {
    const { status, body } = await f.get(`/occupancy/${call}?client=${f.ids.uno}${more}`, analyst)
    const frame = body as { columns: { id: string }[]; rows: number }
    expect([call, status, frame.columns.map(({ id }) => id)]).toEqual([call, 200, columns.map(({ id }) => id)])
    // The doors of these locals have no counters, so no minute of the last hour is known.
    if (call !== 'minutes') expect(frame.rows, call).toBeGreaterThan(0)
  }
})
