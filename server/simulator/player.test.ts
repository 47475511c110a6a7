import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountReading } from '../modules/ingest/reading.ts'
import type { FleetDevice } from './fleet.ts'
import { createPlayer, NO_FAULTS, type Delivery, type Faults, type Source } from './player.ts'

const FROM = Date.UTC(2026, 10, 20, 10)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const device = (n: number, more: Partial<FleetDevice> = {}): FleetDevice => ({
  mac: `02:00:00:00:00:0${n}`,
  key: `key-${n}`,
  adapter: 'aforo',
  line: 'door',
  reportS: 60,
  timeZone: 'Europe/Madrid',
  ...more,
})

/** One person a minute. */
const steady: Source = {
  readings({ line }, from, to) {
    const readings: CountReading[] = []
    for (let start = Math.floor(from / MINUTE) * MINUTE; start + MINUTE <= to; start += MINUTE)
      readings.push({ kind: 'count', line, start, end: start + MINUTE, in: 1, out: 1 })
    return readings
  },
}

const counted = (deliveries: readonly Delivery[]) =>
  deliveries
    .flatMap(
      ({ written }) => (JSON.parse(written.body) as { devices: { readings: CountReading[] }[] }).devices[0]!.readings,
    )
    .filter(({ kind }) => kind === 'count')
const starts = (deliveries: readonly Delivery[]) => counted(deliveries).map(({ start }) => (start - FROM) / MINUTE)
const play = (faults: Partial<Faults> = {}, fleet = [device(1)], source = steady) =>
  createPlayer({ fleet, source, faults: { ...NO_FAULTS, ...faults }, from: FROM })

test('a device that is off and keeps its counts sends them when it is back', () => {
  const player = play({ outages: [{ from: FROM + 10 * MINUTE, to: FROM + 40 * MINUTE, lost: false }] })
  expect(Math.max(...starts(player.advance(FROM + 30 * MINUTE)))).toBeLessThan(10)
  const late = player.advance(FROM + HOUR)
  expect(starts(late).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 51 }, (_, i) => i + 9))
  expect(starts(late).slice(0, 31)).toEqual(Array.from({ length: 31 }, (_, i) => i + 9))
})

test('a device that is off and forgets leaves a hole', () => {
  const player = play({ outages: [{ from: FROM + 10 * MINUTE, to: FROM + 40 * MINUTE, lost: true }] })
  const all = new Set(starts(player.advance(FROM + HOUR)))
  expect([...Array(60).keys()].filter((minute) => !all.has(minute))).toEqual(
    Array.from({ length: 30 }, (_, i) => i + 9),
  )
})

test('a device can be unplugged manually, and an unknown one cannot', () => {
  const player = play()
  expect(player.unplug('02:00:00:00:00:09')).toBe(false)
  expect(player.unplug('02:00:00:00:00:01')).toBe(true)
  expect(player.advance(FROM + HOUR)).toEqual([])
  expect(player.plug('02:00:00:00:00:01')).toBe(true)
  expect(starts(player.advance(FROM + HOUR + MINUTE))).toHaveLength(61)
})

test('a device without power says nothing, a device without people says that it lives', () => {
  expect(play({}, [device(1)], { readings: () => null }).advance(FROM + HOUR)).toEqual([])
  const [first] = play({}, [device(1)], { readings: () => [] }).advance(FROM + HOUR)
  expect(JSON.parse(first!.written.body)).toMatchObject({ devices: [{ readings: [{ kind: 'heartbeat', at: FROM }] }] })
})

test('a clock that is wrong and drifts moves everything the device says', () => {
  const player = play({ skewMs: 90_000, driftPpm: 1000 })
  const deliveries = player.advance(FROM + HOUR)
  const last = counted(deliveries).at(-1)!
  expect(last.end - (FROM + HOUR)).toBe(90_000 + 3_600)
  expect((JSON.parse(deliveries.at(-1)!.written.body) as { sentAt: number }).sentAt).toBe(FROM + HOUR + 93_600)
})

test('messages of a long outage are cut', () => {
  const player = play({ outages: [{ from: FROM, to: FROM + 20 * HOUR, lost: false }] })
  const sizes = player
    .advance(FROM + 21 * HOUR)
    .map(
      ({ written }) => (JSON.parse(written.body) as { devices: { readings: unknown[] }[] }).devices[0]!.readings.length,
    )
  expect(Math.max(...sizes)).toBe(500)
})

test('with every fault in transit, each minute that was not lost arrives, and only duplicates arrive twice', () => {
  fc.assert(
    fc.property(
      fc.record({ duplicate: fc.double({ min: 0, max: 1, noNaN: true }), delayMs: fc.nat(2 * HOUR) }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.nat(6 * HOUR), { maxLength: 8 }),
      (faults, devices, stops) => {
        const fleet = Array.from({ length: devices }, (_, n) => device(n + 1, { reportS: 60 + n * 45 }))
        const steps = (times: readonly number[]) => {
          const player = play(
            { ...faults, outages: [{ mac: '02:00:00:00:00:01', from: FROM + HOUR, to: FROM + 2 * HOUR, lost: false }] },
            fleet,
          )
          const inSteps = times.toSorted((a, b) => a - b).flatMap((at) => player.advance(FROM + at))
          return [...inSteps, ...player.advance(FROM + 6 * HOUR), ...player.rest()]
        }
        const [stepped, whole] = [steps(stops), steps([])]
        for (const { mac } of fleet) {
          const of = (deliveries: readonly Delivery[]) =>
            [...new Set(starts(deliveries.filter((delivery) => delivery.device.mac === mac)))].sort((a, b) => a - b)
          // Reported up to its last report; the rest of the minute is still in the device.
          expect(of(stepped)).toEqual(Array.from({ length: of(stepped).length }, (_, i) => i))
          expect(of(stepped).length).toBeGreaterThan(350)
          expect(of(stepped)).toEqual(of(whole))
        }
        expect(stepped.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual(stepped.map(({ at }) => at))
      },
    ),
    { numRuns: 60 },
  )
})
