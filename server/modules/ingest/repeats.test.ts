import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Device } from './device-repo.ts'
import type { ValidatedReadings } from './validate-readings.ts'
import type { Reading } from './reading.ts'
import { createStage } from './stage.ts'

type Count = Extract<Reading, { kind: 'count' }>
const device = (id: number, area = 1): Device =>
  ({ id, client: 1, local: 1, area, reversed: false, reportS: 60 }) as Device
const count = (start: number, more: Partial<Count> = {}): Count => ({
  kind: 'count',
  line: '',
  start,
  end: start + 60_000,
  in: 3,
  out: 1,
  ...more,
})
const said = (readings: readonly Reading[], of = device(1), skewMs = 0): ValidatedReadings =>
  ({
    accepted: [
      {
        device: of,
        message: { device: '', readings, unread: [] },
        receivedAt: 0,
        skewMs,
        readings,
        isFromDevice: false,
      },
    ],
    quarantined: [],
    rejected: [],
    received: readings.length,
  }) as unknown as ValidatedReadings

test('a count that waits already, word for word, takes no room, and is counted as taken', () => {
  const stage = createStage()
  for (let again = 0; again < 3; again += 1) stage.take(said([count(0), count(60_000)]))
  expect([stage.counts.length, stage.readings, stage.rows]).toEqual([2, 6, 2])
})

test('what differs in one thing waits beside it: the facts judge between the two', () => {
  const stage = createStage()
  const others = [
    count(0, { in: 4 }),
    count(0, { out: null }),
    count(0, { revision: 1 }),
    count(0, { line: 'b' }),
    count(0, { end: 120_000 }),
    count(1),
    count(0, { atoms: { visits: 2 } }),
  ]
  stage.take(said([count(0), ...others, count(0, { atoms: { visits: 2 } })]))
  stage.take(said([count(0)], device(2)))
  stage.take(said([count(0)], device(1), 5 * 60_000))
  stage.take(said([count(0)], device(1, 2)))
  // Counts with atoms are never compared: both stay.
  expect(stage.counts.length).toBe(1 + others.length + 1 + 3)
})

test('two people of one millisecond, and a device that was turned round, are no repeats', () => {
  const event = (sequence: number): Reading => ({ kind: 'event', line: '', at: 0, in: 1, out: 0, sequence })
  const stage = createStage()
  stage.take(said([event(1), event(2), event(1)]))
  stage.take(said([event(1)], { ...device(1), reversed: true }))
  expect([stage.counts.length, Array.from(stage.counts.whole.sequence.slice(0, 3))]).toEqual([3, [1, 2, 1]])
})

test('a cleared stage is empty', () => {
  const stage = createStage()
  stage.take(said([count(0)]))
  stage.clear()
  stage.take(said([count(0)]))
  expect(stage.counts.length).toBe(1)
})

test('of any readings in any order, however many, each different one waits once', () => {
  const reading = fc.record({
    minute: fc.integer({ min: 0, max: 900 }),
    in: fc.constantFrom(0, 1, null),
    device: fc.constantFrom(1, 2),
  })
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 4000, size: 'max' }), (all) => {
      const stage = createStage()
      for (const one of all) stage.take(said([count(one.minute * 60_000, { in: one.in })], device(one.device)))
      const different = new Set(all.map((one) => `${one.device} ${one.minute} ${one.in}`))
      const kept = Array.from(
        { length: stage.counts.length },
        (_, i) =>
          `${stage.counts.whole.device[i]} ${stage.counts.wide.said[i]! / 60_000} ` +
          `${stage.counts.whole.ins[i] === -2147483648 ? null : stage.counts.whole.ins[i]}`,
      )
      expect(kept.toSorted()).toEqual([...different].toSorted())
    }),
    { numRuns: 30 },
  )
})
