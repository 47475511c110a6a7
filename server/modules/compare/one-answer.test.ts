/**
 * Compare is drawn from two answers: all that is counted by day and local, and by hour. The answers of other calls are
 * in the first, to the unit, for every choice of stores, gaps and estimates.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromJson, toRows } from '#domain/frame-build'
import type { Frame } from '#domain/frame'
import { aggregate } from '#domain/transform/aggregate'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hourRow } from '../../facts/testing.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { COMPARE_CALLS } from './calls.ts'

/** Five stores: two that count well, one with an outage, one that closed and one that opened in between. */
let f: Fixture
let token: string
let client: number
const [NEW, OLD] = [DAY - 14, DAY - 14 - 364]
const PERIODS = 'p1Start=2026-11-06&p1End=2026-11-12&p2Start=2025-11-07&p2End=2025-11-13'

/** Any number, the same in each run. */
const drawn = (day: number, hour: number, local: number, most: number) =>
  ((day * 7919 + hour * 104_729 + local * 15_485_863) >>> 3) % (most + 1)

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Cadena', type: 'basic' })).id
  for (const [at, name] of ['Uno', 'Dos', 'Roto', 'Cerrado', 'Nuevo'].entries()) {
    const { id: local } = await f.catalog.locals.insert(SYSTEM_SCOPE, {
      client,
      name,
      code: name,
      type: 'store',
      timeZone: 'Europe/Madrid',
      geo: { lat: null, lng: null },
    })
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local, weekDay, opening: '10:00', closing: '16:00' })),
    )
    const has = (day: number, hour: number) =>
      !(name === 'Cerrado' && day >= NEW) && !(name === 'Nuevo' && day < NEW) && !(name === 'Roto' && hour === 12)
    const days = [OLD - 28, NEW - 28].flatMap((from) => Array.from({ length: 35 }, (_, day) => from + day))
    await f.facts.upsertTraffic(
      days.flatMap((day) =>
        [10, 11, 12, 13, 14, 15]
          .filter((hour) => has(day, hour))
          .map((hour) => {
            const any = (most: number) => drawn(day, hour, at, most)
            const ins = 5 + any(60)
            const visits = any(ins)
            const identified = any(visits)
            return hourRow(day, hour, {
              client,
              local,
              instant: day * 86_400 + (hour - 1) * 3600,
              ins,
              visits,
              bounces: ins - visits,
              fro: ins + any(90),
              far: ins + any(200),
              tickets: any(visits),
              identifiedVisits: identified,
              insInRange0: ins,
              localRepRange0: any(identified),
              clientRepRange0: any(identified),
            })
          }),
      ),
      'test',
    )
  }
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog, { client }) })
})
afterAll(() => f.close())

async function ask(path: string, query: string): Promise<Frame> {
  const { status, body } = await f.get(`/compare${path}?client=${client}&${PERIODS}${query}`, token)
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  return fromJson(body)
}
const rowsOf = (frame: Frame, columns: readonly string[]) =>
  toRows(frame)
    .map((row) => Object.fromEntries(columns.map((id) => [id, row[frame.columns.findIndex((one) => one.id === id)]])))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

const INSIDE = ['/capconv/all', '/metrics/ins', '/metrics/repetitions', '/metrics/repetitions/local']

test.each(['', '&stores=all', '&estimates=with', '&stores=all&estimates=with', '&locals=shown&traffic=main'])(
  'what the other calls answer is in the answer by day and local, asked with "%s"',
  async (query) => {
    const main = await ask('/metrics/main/extended', query)
    expect(main.rows).toBeGreaterThan(20)
    for (const path of INSIDE) {
      const { by } = COMPARE_CALLS.find((call) => call.path === path)!
      const own = await ask(path, query)
      const columns = own.columns.map(({ id }) => id)
      expect([path, rowsOf(aggregate(main, { by: [...by], measures: 'all' }), columns)]).toEqual([
        path,
        rowsOf(own, columns),
      ])
    }
  },
)
