import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toRows } from '#domain/frame-build'
import { createDuckDbFactStore } from './duckdb/store.ts'
import type { FactStore } from './store.ts'
import type { TrafficRow } from './traffic-row.ts'
import { arbitraryRow, hourRow } from './testing.ts'

const DAY = 20_500
const NOW = (DAY + 40) * 86_400_000

let store: FactStore
beforeEach(async () => {
  store = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
})
afterEach(() => store.close())

const totals = async (of: FactStore = store) =>
  toRows(
    await of.query({
      table: 'traffic',
      measures: ['far', 'fro', 'ins', 'tickets', 'hours'],
      by: ['local', 'day', 'hour'],
      where: { client: [1, 2, 3] },
      periods: [{ name: 'only', from: DAY - 9, to: DAY + 50 }],
    }),
  )

const full: Partial<TrafficRow> = {
  far: 900,
  fro: 400,
  ins: 100,
  bounces: 25,
  visits: 75,
  tickets: 30,
  insInRange0: 40,
  insInRange1: 30,
  insInRange2: 20,
  insInRange3: 10,
  identifiedVisits: 60,
  localRepRange0: 10,
  localRepRange1: 6,
  localRepRange2: 4,
  localRepRange3: 0,
  clientRepRange0: 14,
  clientRepRange1: 8,
  clientRepRange2: 5,
  clientRepRange3: 1,
}

test.each<[string, Partial<TrafficRow>]>([
  ['INS_NOT_BOUNCES_PLUS_VISITS', { ...full, visits: 74 }],
  ['VISITS_ABOVE_INS', { ins: 10, visits: 11 }],
  ['RANGES_NOT_INS', { ...full, insInRange3: 11 }],
  ['LOCAL_REPETITIONS_ABOVE_VISITS', { ...full, localRepRange3: 41 }],
  ['CLIENT_REPETITIONS_ABOVE_VISITS', { ...full, clientRepRange3: 34 }],
  ['LOCAL_REPETITIONS_ABOVE_CLIENT', { ...full, localRepRange3: 9 }],
  ['IDENTIFIED_ABOVE_VISITS', { ...full, identifiedVisits: 76 }],
  ['NEGATIVE', { ins: -1 }],
  ['ABSURD', { ins: 1_000_000 }],
  ['NOT_A_COUNT', { ins: 1.5 }],
  ['NOT_A_COUNT', { ins: Number.NaN }],
  ['KEY_INVALID', { ins: 1, hour: 25 }],
  ['KEY_INVALID', { ins: 1, local: 0 }],
  ['INSTANT_MISMATCH', { ins: 1, instant: DAY * 86_400 + 60 }],
  ['FUTURE', { ins: 1, day: DAY + 42, instant: (DAY + 42) * 86_400 + 10 * 3600 }],
  ['TOO_OLD', { ins: 1, day: 3, instant: 3 * 86_400 + 10 * 3600 }],
])('a row that breaks %s is quarantined with the reason, not counted and not dropped', async (reason, given) => {
  const row = hourRow(DAY, 10, given)
  expect(await store.upsertTraffic([row, hourRow(DAY, 11, full)], 'device 7')).toEqual({
    accepted: 1,
    duplicate: 0,
    restated: 0,
    quarantined: 1,
  })
  expect(await totals()).toEqual([[1, DAY, 11, 900, 400, 100, 30, 1]])
  const [kept, ...more] = (await store.quarantined({ client: [1] })).filter(({ local }) => local <= 1)
  expect(more).toEqual([])
  expect(kept).toMatchObject({ reason, source: 'device 7', learntAt: NOW, row: { day: row.day, hour: row.hour } })
})

test('a row of which only the entries are known is fine, and the rest stays unknown', async () => {
  expect(await store.upsertTraffic([hourRow(DAY, 10, { ins: 12 })], 'test')).toEqual({
    accepted: 1,
    duplicate: 0,
    restated: 0,
    quarantined: 0,
  })
  expect(await totals()).toEqual([[1, DAY, 10, null, null, 12, null, 1]])
})

test('an honest 4095 in a busy street counts, a 4095 in a quiet one is quarantined', async () => {
  const hours = (local: number, ins: number) =>
    Array.from({ length: 12 }, (_, i) => hourRow(DAY, 8 + i, { local, ins }))
  const busy = [...hours(1, 3900), hourRow(DAY + 1, 10, { local: 1, ins: 4095 })]
  const quiet = [
    ...hours(2, 6),
    hourRow(DAY + 1, 10, { local: 2, ins: 4095 }),
    hourRow(DAY + 1, 11, { local: 2, ins: 8191 }),
  ]
  expect(await store.upsertTraffic([...busy, ...quiet], 'test')).toEqual({
    accepted: 25,
    duplicate: 0,
    restated: 0,
    quarantined: 2,
  })
  expect((await store.quarantined({ client: [1] })).map(({ reason, local }) => [reason, local])).toEqual([
    ['SENTINEL', 2],
    ['SENTINEL', 2],
  ])
  // A later batch is judged by what is stored already.
  expect(await store.upsertTraffic([hourRow(DAY + 2, 10, { local: 2, ins: 4095 })], 'test')).toMatchObject({
    quarantined: 1,
  })
})

test('the same row again is a duplicate, other values are a restatement whose old values stay in the log', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, full)], 'test')
  expect(await store.upsertTraffic([hourRow(DAY, 10, full)], 'test')).toEqual({
    accepted: 0,
    duplicate: 1,
    restated: 0,
    quarantined: 0,
  })
  expect(await store.upsertTraffic([hourRow(DAY, 10, { fro: 401 })], 'test')).toEqual({
    accepted: 0,
    duplicate: 0,
    restated: 1,
    quarantined: 0,
  })
  expect(await totals()).toEqual([[1, DAY, 10, 900, 401, 100, 30, 1]])
})

test('tickets that come later complete the hour and leave the counts alone', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { ...full, tickets: null })], 'counter')
  expect(await store.upsertTraffic([hourRow(DAY, 10, { tickets: 31 })], 'till')).toEqual({
    accepted: 1,
    duplicate: 0,
    restated: 0,
    quarantined: 0,
  })
  expect(await totals()).toEqual([[1, DAY, 10, 900, 400, 100, 31, 1]])
})

test('a correction that contradicts what is stored is quarantined and changes nothing', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, full)], 'test')
  expect(await store.upsertTraffic([hourRow(DAY, 10, { ins: 99 })], 'test')).toEqual({
    accepted: 0,
    duplicate: 0,
    restated: 0,
    quarantined: 1,
  })
  expect(await totals()).toEqual([[1, DAY, 10, 900, 400, 100, 30, 1]])
})

test('within one batch the later row of an hour wins, and the four numbers add up', async () => {
  const rows = [
    hourRow(DAY, 10, { ins: 1 }),
    hourRow(DAY, 10, { ins: 2 }),
    hourRow(DAY, 10, { ins: 2 }),
    hourRow(DAY, 11, { ins: -1 }),
  ]
  expect(await store.upsertTraffic(rows, 'test')).toEqual({ accepted: 1, duplicate: 1, restated: 1, quarantined: 1 })
  expect(await totals()).toEqual([[1, DAY, 10, null, null, 2, null, 1]])
})

test('a bad row that is sent again is quarantined once', async () => {
  for (let i = 0; i < 3; i += 1) await store.upsertTraffic([hourRow(DAY, 10, { ins: -4 })], 'test')
  expect(await store.quarantined({ client: [1] })).toHaveLength(1)
})

test('callers that write at the same time each get their own report', async () => {
  const reports = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      store.upsertTraffic([hourRow(DAY + i, 10, { ins: i }), hourRow(DAY + i, 11, { ins: -1 })], `writer ${i}`),
    ),
  )
  expect(reports).toEqual(reports.map(() => ({ accepted: 1, duplicate: 0, restated: 0, quarantined: 1 })))
  expect((await totals()).length).toBe(40)
})

test('the watermark is the newest reported hour', async () => {
  await store.upsertTraffic([hourRow(DAY, 10, { ins: 1 }), hourRow(DAY, 12, { ins: 1 })], 'test')
  await store.upsertTraffic([hourRow(DAY, 11, { ins: 1 })], 'test')
  expect(await store.watermark({ client: [1, 2] })).toEqual([
    { local: 1, instant: DAY * 86_400 + 12 * 3600, learntAt: NOW },
  ])
})

test('any splitting, repetition and interleaving of the same rows gives the same totals', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow(DAY, 6), { minLength: 1, maxLength: 60 }),
      fc.infiniteStream(fc.nat()),
      async (given, random) => {
        const rows = [
          ...new Map(given.map((row) => [[row.local, row.area, row.day, row.hour, row.fold].join(), row])).values(),
        ]
        const pick = (below: number) => (random.next().value as number) % below
        const once = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
        await once.upsertTraffic(rows, 'once')
        const often = await createDuckDbFactStore({ path: ':memory:', clock: () => NOW })
        const batches = Array.from({ length: 6 }, () => rows.filter(() => pick(2) === 0))
        batches.push(rows)
        const reports = await Promise.all(
          batches.map((batch, i) =>
            often.upsertTraffic(
              batch.sort(() => pick(3) - 1),
              `batch ${i}`,
            ),
          ),
        )
        expect(
          reports.map((report) => report.accepted + report.duplicate + report.restated + report.quarantined),
        ).toEqual(batches.map(({ length }) => length))
        expect(await totals(often)).toEqual(await totals(once))
        await once.close()
        await often.close()
      },
    ),
    { numRuns: 30 },
  )
}, 60_000)
