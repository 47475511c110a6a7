import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rowOf } from '../batch.ts'
import { SCHEMA } from './schema.ts'
import { STAGING_DDL } from './append.ts'
import { sightingColumns, stageSightings, type HashedSighting } from '../../modules/presence/sink.ts'
import { ingestSightings, recompute, takeSightings } from './sightings.ts'
import { forgetPresence, saltStore } from './presence-facts.ts'
import { PRESENCE_DDL } from './presence-tables.ts'
import { DAY, HOUR_MS, MINUTE_MS, SETTINGS_OF_TEST, TEN } from '../../modules/presence/testing.ts'

let instance: DuckDBInstance
let connection: DuckDBConnection
const NOW = TEN + 90 * 86_400_000

async function open() {
  const made = await DuckDBInstance.create(':memory:')
  const to = await made.connect()
  await to.run(SCHEMA)
  await to.run(STAGING_DDL)
  await to.run(PRESENCE_DDL)
  return { made, to }
}
beforeEach(async () => {
  ;({ made: instance, to: connection } = await open())
})
afterEach(() => {
  connection.closeSync()
  instance.closeSync()
})

let change: Partial<typeof SETTINGS_OF_TEST> = {}
beforeEach(() => {
  change = {}
})
const context = {
  settingsOf: async (locals: readonly number[]) =>
    new Map(locals.filter((local) => local < 9).map((local) => [local, { ...SETTINGS_OF_TEST, ...change, local }])),
}
const stage = stageSightings(context)
const sink = (on: DuckDBConnection, sightings: readonly HashedSighting[], nowMs: number) =>
  takeSightings(on, stage(sightings), nowMs)

const seen = (
  visitor: number,
  minute: number,
  { minutes = 5, rssi = -60, local = 1, day = 0, random = false } = {},
): HashedSighting => {
  const first = TEN + day * 86_400_000 + minute * MINUTE_MS
  return {
    device: { id: local * 10, client: 1, local, area: local * 100 },
    visitor: `${random ? 'r' : 'i'}${visitor.toString(16).padStart(16, '0')}`,
    first,
    last: first + minutes * MINUTE_MS,
    rssi,
  }
}
const rows = async (sql: string, on = connection) => (await on.run(sql)).getRowsJson()
const traffic = (what: string, on = connection) =>
  rows(`SELECT local, day, hour, ${what} FROM traffic ORDER BY local, instant, area`, on)

test('what is no hash is left out: an address is never written', async () => {
  expect(sightingColumns([{ ...seen(1, 0), visitor: '10:40:F3:00:00:01' }]).length).toBe(0)
})

test('sightings of a local without settings are kept and not counted', async () => {
  expect(await sink(connection, [seen(1, 0, { local: 9 })], NOW)).toEqual({ accepted: 1, days: [] })
})

test('a sighting sent twice is one', async () => {
  expect(await sink(connection, [seen(1, 0), seen(1, 0), seen(2, 0)], NOW)).toEqual({
    accepted: 2,
    days: [{ local: 1, day: DAY }],
  })
  expect(await sink(connection, [seen(2, 0)], NOW)).toEqual({ accepted: 0, days: [] })
  expect(await traffic('ins, visits, far')).toEqual([[1, DAY, 10, 2, 2, 0]])
})

test('a session that turns out to have begun earlier moves, and leaves a zero behind', async () => {
  await sink(connection, [seen(1, 65)], NOW)
  expect(await traffic('ins')).toEqual([[1, DAY, 11, 1]])
  await sink(connection, [seen(1, 50)], NOW)
  expect(await traffic('ins, insTimeS')).toEqual([
    [1, DAY, 10, 1, 1200],
    [1, DAY, 11, 0, 0],
  ])
})

test('a visit that comes late turns later visits into repetitions, also at the other local', async () => {
  await sink(connection, [seen(1, 0, { day: 5 }), seen(1, 0, { day: 6, local: 2 })], NOW)
  const repetitions = 'identifiedVisits, localRepRange0, clientRepRange0'
  expect(await traffic(repetitions)).toEqual([
    [1, DAY + 5, 10, 1, 0, 0],
    [2, DAY + 6, 10, 1, 0, 1],
  ])
  expect((await sink(connection, [seen(1, 0)], NOW)).days).toEqual([
    { local: 1, day: DAY },
    { local: 1, day: DAY + 5 },
    { local: 2, day: DAY + 6 },
  ])
  expect(await traffic(repetitions)).toEqual([
    [1, DAY, 10, 1, 0, 0],
    [1, DAY + 5, 10, 1, 1, 1],
    [2, DAY + 6, 10, 1, 0, 1],
  ])
})

test('a made-up address never repeats', async () => {
  await sink(connection, [seen(1, 0, { random: true }), seen(1, 0, { day: 3, random: true })], NOW)
  expect(await traffic('visits, identifiedVisits, clientRepRange0')).toEqual([
    [1, DAY, 10, 1, 0, 0],
    [1, DAY + 3, 10, 1, 0, 0],
  ])
})

test('after a change of thresholds a day is worked out again', async () => {
  await sink(connection, [seen(1, 0, { rssi: -70 }), seen(2, 0)], NOW)
  expect(await traffic('fro, ins')).toEqual([[1, DAY, 10, 1, 1]])
  change = { rssiInsideDbm: -72 }
  const batch = await recompute(connection, { client: 1, local: 1, days: [DAY] }, context)
  expect(rowOf(batch, 0)).toMatchObject({ fro: 0, ins: 2, tickets: null })
})

test('sightings older than needed are let go, and what they made stays', async () => {
  await sink(connection, [seen(1, 0)], NOW)
  expect(await forgetPresence(connection, { sightings: TEN + HOUR_MS, sessions: DAY })).toBe(1)
  expect((await recompute(connection, { client: 1, local: 1, days: [DAY] }, context)).length).toBe(0)
  await sink(connection, [seen(1, 0, { day: 2 })], NOW)
  expect(await traffic('visits, localRepRange0')).toEqual([
    [1, DAY, 10, 1, 0],
    [1, DAY + 2, 10, 1, 1],
  ])
})

test('the salts are kept in the fact file, the first of an epoch for good', async () => {
  const facts = {
    read: async (sql: string) => (await connection.run(sql)).getRows(),
    write: <T>(work: (to: DuckDBConnection) => Promise<T>) => work(connection),
  }
  const salts = saltStore(facts)
  await salts.add(5, 'one', 1)
  await salts.add(5, 'two', 2)
  expect(await salts.list()).toEqual([{ epoch: 5, sealed: 'one' }])
  await salts.remove([5])
  expect(await salts.list()).toEqual([])
})

const ATOMS =
  'area, fold, far, fro, ins, bounces, visits, insTimeS, visitTimeS, insInRange0, insInRange1, insInRange2, ' +
  'insInRange3, identifiedVisits, localRepRange0, localRepRange1, localRepRange2, clientRepRange0, clientRepRange1, ' +
  'clientRepRange2'
const arbitrary = fc
  .record({
    visitor: fc.integer({ min: 1, max: 3 }),
    minute: fc.integer({ min: -120, max: 900 }),
    minutes: fc.nat({ max: 200 }),
    rssi: fc.integer({ min: -95, max: -50 }),
    local: fc.integer({ min: 1, max: 2 }),
    day: fc.integer({ min: 0, max: 12 }),
  })
  .map(({ visitor, minute, ...given }) => seen(visitor, minute, given))

test(
  'the traffic does not depend on the order and the batches in which sightings arrive',
  { timeout: 90_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitrary, { minLength: 1, maxLength: 25 }),
        fc.infiniteStream(fc.nat()),
        async (sightings, numbers) => {
          const next = () => numbers.next().value
          const [one, other] = [await open(), await open()]
          try {
            await sink(one.to, sightings, NOW)
            const shuffled = [...sightings, ...sightings.filter(() => next() % 3 === 0)]
              .map((sighting) => [next(), sighting] as const)
              .sort(([a], [b]) => a - b)
              .map(([, sighting]) => sighting)
            while (shuffled.length > 0) await sink(other.to, shuffled.splice(0, 1 + (next() % 8)), NOW)
            expect(await traffic(ATOMS, other.to)).toEqual(await traffic(ATOMS, one.to))
            expect(await rows('SELECT count(*) FROM quarantine', other.to)).toEqual([['0']])
          } finally {
            for (const { made, to } of [one, other]) {
              to.closeSync()
              made.closeSync()
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  },
)

test('a batch has every atom but tickets, sales and exits', async () => {
  const { batch } = await ingestSightings(connection, sightingColumns([seen(1, 0, { rssi: -90 })]), context)
  expect(rowOf(batch, 0)).toEqual({
    client: 1,
    local: 1,
    area: 100,
    day: DAY,
    hour: 10,
    fold: 0,
    instant: TEN / 1000,
    far: 1,
    fro: 0,
    ins: 0,
    bounces: 0,
    visits: 0,
    tickets: null,
    insTimeS: 0,
    visitTimeS: 0,
    insInRange0: 0,
    insInRange1: 0,
    insInRange2: 0,
    insInRange3: 0,
    identifiedVisits: 0,
    localRepRange0: 0,
    localRepRange1: 0,
    localRepRange2: 0,
    localRepRange3: 0,
    clientRepRange0: 0,
    clientRepRange1: 0,
    clientRepRange2: 0,
    clientRepRange3: 0,
    outs: null,
    sales: null,
    units: null,
  })
})
