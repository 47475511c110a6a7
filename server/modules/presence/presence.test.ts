import { afterEach, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#domain/days'
import { takeSightings } from '../../facts/duckdb/sightings.ts'
import { createDuckDbFactStore } from '../../facts/duckdb/store.ts'
import type { SqlFactStore } from '../../facts/duckdb/sql-store.ts'
import type { StagedSightings } from '../../facts/readings.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { LATE_DAYS, UNLINKED } from './hash.ts'
import { createPresence, type PresenceParts } from './presence.ts'
import { MINUTE_MS } from './testing.ts'

const MAC = '10:40:F3:00:00:01'
let facts: SqlFactStore
let now = Date.UTC(2024, 6, 1, 8)
let settings: Record<string, unknown> = {}

beforeEach(async () => {
  now = Date.UTC(2024, 6, 1, 8)
  settings = {}
  facts = await createDuckDbFactStore({ path: ':memory:', clock: () => now })
})
afterEach(() => facts.close())

const catalog = {
  locals: {
    list: async () => [{ id: 1, type: 'store', paramStatus: 'operative', timeZone: 'Europe/Madrid' }],
    settings: async () => new Map([[1, settings]]),
  },
  openingHours: { list: async () => [] },
} as unknown as PresenceParts['catalog']
const open = () =>
  createPresence({
    facts,
    catalog,
    secrets: secretsOf('a key of the test that is long enough, and more'),
    clock: { now: () => now },
  })
const take = (staged: StagedSightings) => facts.write((connection) => takeSightings(connection, staged, now))
const door = { id: 4, client: 1, local: 1, area: 3 }
const traffic = () => facts.read('SELECT hour, fro, ins, visits, clientRepRange0 FROM traffic ORDER BY instant')

test('an address is hashed without waiting, from the first moment; one that comes too late is not', async () => {
  const presence = await open()
  expect([now, now - 20 * DAY_MS, now + DAY_MS].map((at) => presence.hashVisitor(MAC, at, 1) === UNLINKED)).toEqual([
    false,
    false,
    false,
  ])
  expect(presence.hashVisitor(MAC, now - (LATE_DAYS + 1) * DAY_MS, 1)).toBe(UNLINKED)
})

test('what was hashed is counted, and counted again when a threshold changes', async () => {
  const presence = await open()
  const sighting = {
    device: door,
    visitor: presence.hashVisitor(MAC, now, 1),
    first: now,
    last: now + 10 * MINUTE_MS,
    rssi: -70,
  }
  const { days } = await take(presence.sightings([sighting]))
  expect(await traffic()).toEqual([[10, 1, 0, 0, 0]])
  settings = { rssiInsideDbm: -75 }
  await presence.recompute(
    1,
    1,
    days.map(({ day }) => day),
  )
  expect(await traffic()).toEqual([[10, 0, 1, 1, 0]])
})

test('no address is anywhere in the store', async () => {
  const presence = await open()
  await take(presence.sightings([{ device: door, visitor: MAC, first: now, last: now, rssi: -60 }]))
  expect(await facts.read('SELECT count(*)::INTEGER FROM sighting')).toEqual([[0]])
})

test('salts, sightings and sessions are deleted when they expire', async () => {
  const presence = await open()
  await take(
    presence.sightings([
      { device: door, visitor: presence.hashVisitor(MAC, now, 1), first: now, last: now + 10 * MINUTE_MS, rssi: -60 },
    ]),
  )
  const counts = () =>
    facts.read('SELECT (SELECT count(*) FROM sighting)::INTEGER, (SELECT count(*) FROM visit_session)::INTEGER')
  now += (LATE_DAYS + 3) * DAY_MS
  await presence.runMaintenance()
  expect(await counts()).toEqual([[0, 1]])
  now += 120 * DAY_MS
  await presence.runMaintenance()
  expect(await counts()).toEqual([[0, 0]])
  const epochs = (await facts.read('SELECT epoch FROM presence_salt')).map(([epoch]) => Number(epoch))
  expect(Math.min(...epochs)).toBeGreaterThanOrEqual(Math.floor((now - LATE_DAYS * DAY_MS) / (60 * DAY_MS)))
  expect(await traffic()).toEqual([[10, 0, 1, 1, 0]])
})
