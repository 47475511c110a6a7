/**
 * The facts are a function of the set of readings: order, repetition, grouping and delay change nothing (reliability.md
 * D2, D13).
 */
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Catalog } from '../../catalog.ts'
import { memoryCatalog } from '../../testing/catalog.ts'
import { FOREIGN, MACS, NOW, testIngest } from './testing.ts'
import type { DeviceMessage, Reading } from './reading.ts'

const RUNS = Number(process.env.AFORO_ORDER_RUNS ?? 15)
const MINUTE = 60_000
const TEN = Date.UTC(2026, 10, 20, 9)

let catalog: Catalog
beforeAll(async () => {
  catalog = await memoryCatalog()
  const t = await testIngest({ catalog })
  await t.close()
})
afterAll(() => catalog.close())

const slot = fc.integer({ min: 0, max: 12 }).map((n) => TEN + n * 13 * MINUTE)
const line = fc.constantFrom('', 'b')
const small = fc.option(fc.nat(9), { nil: null, freq: 6 })
const reading: fc.Arbitrary<Reading> = fc.oneof(
  fc
    .record({
      kind: fc.constant('count' as const),
      line,
      start: slot,
      length: fc.constantFrom(1, 5, 70),
      in: small,
      out: small,
      revision: fc.nat(2),
      bounces: fc.option(fc.nat(3), { nil: null, freq: 2 }),
    })
    .map(({ length, bounces, ...count }): Reading => ({
      ...count,
      end: count.start + length * MINUTE,
      ...(bounces !== null &&
        count.in !== null &&
        bounces <= count.in && { atoms: { bounces, visits: count.in - bounces, insTimeS: bounces * 7 } }),
    })),
  fc
    .record(
      {
        kind: fc.constant('counter' as const),
        line: fc.constant('c'),
        at: slot,
        totalIn: fc.nat(70_000),
        totalOut: small,
      },
      { requiredKeys: ['kind', 'line', 'at', 'totalIn', 'totalOut'] },
    )
    .map((one): Reading => ({ ...one, bits: 16 })),
  fc.record({
    kind: fc.constant('event' as const),
    line,
    at: slot,
    in: fc.nat(2),
    out: fc.nat(2),
    sequence: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('occupancy' as const), line, at: slot, people: fc.nat(30) }),
  fc.record({
    kind: fc.constant('heartbeat' as const),
    at: slot,
    flags: fc.subarray(['stuck', 'covered', 'lowBattery'] as const, { maxLength: 1 }),
  }),
  // Readings that are quarantined are part of the set too.
  fc
    .record({
      kind: fc.constant('count' as const),
      line,
      start: fc.constantFrom(NOW + 30 * 3_600_000, 0),
      in: fc.constant(1),
      out: fc.constant(-1),
    })
    .map((one): Reading => ({ ...one, end: one.start + MINUTE })),
)
const said: fc.Arbitrary<DeviceMessage> = fc
  .record({
    device: fc.constantFrom(...MACS, '00:00:00:00:00:77'),
    readings: fc.array(reading, { minLength: 1, maxLength: 6 }),
    skew: fc.constantFrom(0, 0, 0, 4 * MINUTE, 20 * MINUTE),
  })
  .map(({ device, readings, skew }) => ({ device, readings, unread: [], ...(skew > 0 && { sentAt: NOW - skew }) }))

interface Way {
  readonly order: readonly number[]
  readonly again: readonly number[]
  readonly split: boolean
  readonly groups: number
  readonly memory: boolean
}
const way = (messages: number): fc.Arbitrary<Way> =>
  fc.record({
    order: fc.shuffledSubarray(
      Array.from({ length: messages }, (_, i) => i),
      { minLength: messages, maxLength: messages },
    ),
    again: fc.array(fc.nat(Math.max(0, messages - 1)), { maxLength: messages }),
    split: fc.boolean(),
    groups: fc.integer({ min: 1, max: 4 }),
    memory: fc.boolean(),
  })

async function factsAfter(messages: readonly DeviceMessage[], { order, again, split, groups, memory }: Way) {
  const t = await testIngest({ catalog, most: { rows: memory ? 300_000 : 1 } })
  try {
    const sent = [...order, ...again]
      .map((i) => messages[i]!)
      .flatMap((message) => (split ? message.readings.map((one) => ({ ...message, readings: [one] })) : [message]))
    const size = Math.max(1, Math.ceil(sent.length / groups))
    for (let at = 0; at < sent.length; at += size) {
      await Promise.all(sent.slice(at, at + size).map((message) => t.send([message], NOW)))
      await t.ingest.applied()
    }
    expect(t.errors).toEqual([])
    const { totals } = t.ingest.counters
    expect(totals.sent).toBe(totals.accepted + totals.duplicate + totals.quarantined + totals.refused)
    const rows = [
      await t.rows('SELECT * EXCLUDE (learntAt) FROM traffic ORDER BY client, local, area, instant'),
      await t.rows('SELECT * EXCLUDE (learntAt) FROM device_hour ORDER BY device, instant'),
      await t.rows('SELECT client, local, device, reason, reading FROM reading_quarantine ORDER BY ALL'),
    ]
    return { hash: createHash('sha256').update(JSON.stringify(rows)).digest('hex'), rows }
  } finally {
    await t.close()
  }
}

test('any order, repetition, division and grouping of the same messages gives the same facts', async () => {
  const cases = fc
    .array(said, { minLength: 1, maxLength: 10 })
    .chain((messages) => fc.tuple(fc.constant(messages), way(messages.length), way(messages.length)))
  await fc.assert(
    fc.asyncProperty(cases, async ([messages, one, other]) => {
      const [a, b] = [await factsAfter(messages, one), await factsAfter(messages, other)]
      if (a.hash !== b.hash) expect(a.rows).toEqual(b.rows)
      expect(a.hash).toBe(b.hash)
    }),
    { numRuns: RUNS, endOnFailure: process.env.AFORO_ORDER_SHRINK === undefined },
  )
}, 120_000)

test('whole refusals are part of the sum too', async () => {
  const t = await testIngest({ catalog })
  await t.send([
    {
      device: MACS[0],
      readings: [{ kind: 'heartbeat', at: TEN, flags: [] }],
      unread: [{ reason: 'COUNT_UNREADABLE', what: 1, expected: 'a number' }],
    },
  ])
  await t
    .send([{ device: FOREIGN, readings: [{ kind: 'heartbeat', at: TEN, flags: [] }], unread: [] }])
    .catch(() => undefined)
  await t.ingest.applied()
  expect(t.ingest.counters.totals).toEqual({
    sent: 3,
    accepted: 1,
    duplicate: 0,
    quarantined: 1,
    refused: 1,
    messages: 2,
  })
  await t.close()
})
