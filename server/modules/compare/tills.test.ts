import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromJson, toRows } from '#domain/frame-build'
import { isFrameJson } from '#schemas/generated/data/frame.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import { hourRow } from '../../facts/testing.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { DAY, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

/** A brand with a web shop, of which the tills alone are known, and a shop whose counter failed for a week. */
let f: Fixture
let token: string
let client: number
const locals = { web: 0, street: 0 }
const [NEW, OLD] = [DAY - 14, DAY - 21]
const BOTH = 'p1Start=2026-11-06&p1End=2026-11-12&p2Start=2026-10-30&p2End=2026-11-05'

beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('admin')
  client = (await f.catalog.clients.insert(SYSTEM_SCOPE, { name: 'Marca', type: 'basic' })).id
  await f.catalog.modules.saveClient(SYSTEM_SCOPE, client, { tickets: true })
  for (const name of ['web', 'street'] as const) {
    locals[name] = (
      await f.catalog.locals.insert(SYSTEM_SCOPE, {
        client,
        name,
        code: name,
        type: 'store',
        timeZone: 'UTC',
        geo: { lat: null, lng: null },
        openedOn: null,
      })
    ).id
    await f.catalog.openingHours.insertMany(
      SYSTEM_SCOPE,
      [1, 2, 3, 4, 5, 6, 7].map((weekDay) => ({ local: locals[name], weekDay, opening: '10:00', closing: '12:00' })),
    )
  }
  const hours = Array.from({ length: 28 }, (_, at) => ({ day: OLD + Math.floor(at / 2), hour: 10 + (at % 2) }))
  await f.facts.upsertTraffic(
    hours.flatMap(({ day, hour }) => [
      hourRow(day, hour, { client, local: locals.web, tickets: day < NEW ? 2 : 3, sales: day < NEW ? 4000 : 5000 }),
      hourRow(day, hour, { client, local: locals.street, ins: day < NEW ? 50 : null, tickets: 10, sales: 20_000 }),
    ]),
    'test',
  )
  await f.facts.rollForward({ nowMs: NOW, locals: await expectedLocals(f.catalog), fromDay: OLD })
})
afterAll(() => f.close())

async function ask(call: string, of: readonly number[]) {
  const { status, body } = await f.get(
    `/compare/metrics/${call}?client=${client}&locals=${of.join(',')}&${BOTH}`,
    token,
  )
  if (status !== 200 || !isFrameJson(body)) throw new Error(`${status} ${JSON.stringify(body)}`)
  const frame = fromJson(body)
  const sum = (id: string, period: string) => {
    const [at, side] = [id, 'period'].map((name) => frame.columns.findIndex((column) => column.id === name))
    return toRows(frame).reduce((all, row) => all + (row[side!] === period ? Number(row[at!] ?? 0) : 0), 0)
  }
  return { basis: frame.basis, sum, has: (id: string) => frame.columns.some((column) => column.id === id) }
}

test('a shop of which only the tills are known has no entries to compare', async () => {
  expect((await ask('ins', [locals.web])).basis).toMatchObject({ stores: 'all', why: 'none', compared: 0 })
})

test('its sales are compared, over all hours that the tills reported in both periods', async () => {
  const { basis, sum, has } = await ask('sales', [locals.web])
  expect(basis).toMatchObject({
    stores: 'same',
    asked: 1,
    compared: 1,
    comparing: 1,
    reference: 1,
    over: 1,
    leftOut: [],
  })
  expect([sum('sales', 'comparing'), sum('sales', 'reference')]).toEqual([14 * 50, 14 * 40])
  expect(has('sales.unpaired')).toBe(false)
})

test('where people are counted too, a store is compared only where its people were counted: shares of entries are among the figures', async () => {
  const { basis } = await ask('sales', [locals.web, locals.street])
  expect(basis).toMatchObject({
    stores: 'same',
    asked: 2,
    compared: 1,
    leftOut: [{ local: locals.street, reason: 'notComparing' }],
  })
})
