import { describe, expect, test } from 'vitest'
import { NULL } from '../../facts/columns.ts'
import type { Device } from './device-repo.ts'
import type { ValidatedReadings } from './validate-readings.ts'
import type { DeviceMessage, Reading } from './reading.ts'
import { CLOCK_FLAG } from '../../facts/health-flags.ts'
import { createStage } from './stage.ts'

const AT = 1_800_000
const device = (id: number, more: Partial<Device> = {}): Device =>
  ({ id, client: 1, local: 2, area: 3, reversed: false, reportS: 60, ...more }) as Device
const ONE = device(7)
interface Said {
  readonly of?: Device
  readonly skewMs?: number
  readonly receivedAt?: number
  readonly isFromDevice?: boolean
  readonly message?: Partial<DeviceMessage>
}
const said = (
  readings: readonly Reading[],
  { of = ONE, skewMs = 0, receivedAt = AT, isFromDevice = true, message = {} }: Said = {},
): ValidatedReadings => ({
  accepted: [
    {
      device: of,
      message: { device: 'm', readings, unread: [], ...message },
      receivedAt,
      skewMs,
      readings,
      isFromDevice,
    },
  ],
  quarantined: [],
  rejected: [],
  received: readings.length,
})
const staged = (...all: ValidatedReadings[]) => {
  const stage = createStage()
  for (const one of all) stage.take(one)
  return stage
}
/** A row as a record of its columns. */
const row = (columns: { whole: Record<string, Int32Array>; wide: Record<string, Float64Array> }, i: number) =>
  Object.fromEntries(Object.entries({ ...columns.whole, ...columns.wide }).map(([name, values]) => [name, values[i]]))
const count = (more: object = {}): Reading => ({
  kind: 'count',
  line: '',
  start: AT,
  end: AT + 60_400,
  in: 3,
  out: null,
  ...more,
})
const event: Reading = { kind: 'event', line: 'b', at: AT, in: 1, out: 0, sequence: 4 }

describe('a row', () => {
  test('of a count has its seconds, and covers them', () => {
    const { counts } = staged(said([count(), count({ start: AT + 1, revision: 2, in: null, out: 5 })]))
    const first = {
      seq: 0,
      place: 0,
      device: 7,
      line: 0,
      seconds: 60,
      sequence: 0,
      ins: 3,
      outs: NULL,
      revision: 0,
      reversed: 0,
      skewMs: 0,
      covers: 60,
      said: AT,
      start: AT,
    }
    expect([row(counts, 0), row(counts, 1)]).toEqual([
      first,
      { ...first, seq: 1, ins: NULL, outs: 5, revision: 2, said: AT + 1, start: AT + 1 },
    ])
  })

  test('of an unknown count covers no time, unless it has atoms', () => {
    const { counts, atoms } = staged(
      said([count({ in: null }), count({ start: AT - 1, in: null, atoms: { visits: 2, insTimeS: 9 } })]),
    )
    expect([counts.whole.covers[0], counts.whole.covers[1], atoms.length]).toEqual([0, 60, 1])
    expect([atoms.whole.seq[0], atoms.whole.visits[0], atoms.whole.insTimeS[0], atoms.whole.bounces[0]]).toEqual([
      1,
      2,
      9,
      NULL,
    ])
  })

  test('of an event has its number, and covers the time since the report before', () => {
    const { counts } = staged(said([event], { of: device(7, { reversed: true, reportS: 600 }), skewMs: 90_000 }))
    expect(row(counts, 0)).toMatchObject({
      seconds: 0,
      sequence: 4,
      ins: 1,
      outs: 0,
      revision: 0,
      reversed: 1,
      skewMs: 90_000,
      covers: 600,
      said: AT,
      start: AT + 90_000,
    })
  })

  test.each([
    [0, 60],
    [59, 60],
    [61, 61],
    [3600, 3600],
    [3601, 3600],
  ])('of a device that reports every %i s covers %i s', (reportS, covers) => {
    const of = device(7, { reportS })
    const { counts, signs } = staged(said([event, { kind: 'heartbeat', at: AT, flags: [] }], { of }))
    expect([counts.whole.covers[0], signs.whole.covers[0]]).toEqual([covers, covers])
  })

  test('of a counter has its totals, and -1 for one that is not known', () => {
    const of = device(7, { reversed: true })
    const counter: Reading = { kind: 'counter', line: 'b', at: AT, totalIn: 0, totalOut: null, bits: 16 }
    const { counters } = staged(
      said([counter, { ...counter, totalIn: null, totalOut: 2 ** 40 }], { of, skewMs: -90_000 }),
      said([{ kind: 'counter', line: 'b', at: AT, totalIn: 1, totalOut: 1 }]),
    )
    const first = {
      seq: 0,
      place: 0,
      device: 7,
      line: 0,
      bits: 16,
      reversed: 1,
      skewMs: -90_000,
      said: AT,
      instant: AT - 90_000,
      totalIn: 0,
      totalOut: -1,
    }
    expect([row(counters, 0), row(counters, 1), row(counters, 2)]).toMatchObject([
      first,
      { seq: 1, totalIn: -1, totalOut: 2 ** 40 },
      { seq: 2, bits: 0, reversed: 0, instant: AT, totalIn: 1, totalOut: 1 },
    ])
  })

  test('of a sign of life has its flags, of an occupancy its people', () => {
    const { signs } = staged(
      said(
        [
          { kind: 'heartbeat', at: AT, flags: ['clockNotSynced'] },
          { kind: 'occupancy', line: 'hall', at: AT + 1, people: 9 },
        ],
        { skewMs: 90_000 },
      ),
    )
    const first = {
      seq: 0,
      place: 0,
      device: 7,
      line: 0,
      kind: 0,
      value: CLOCK_FLAG,
      skewMs: 90_000,
      covers: 60,
      said: AT,
      instant: AT + 90_000,
    }
    expect([row(signs, 0), row(signs, 1)]).toEqual([
      first,
      { ...first, seq: 1, line: 1, kind: 1, value: 9, said: AT + 1, instant: AT + 90_001 },
    ])
  })

  test('of a sighting is a sighting, at corrected instants', () => {
    const seen = { visitor: 'v', rssi: -60, associated: true }
    const { sightings } = staged(
      said([{ kind: 'sighting', first: AT, last: AT + 5, ...seen }], { skewMs: 90_000 }),
      said([{ kind: 'sighting', first: AT, last: AT, ...seen }], { skewMs: 700_000 }),
    )
    expect(sightings).toEqual([
      { device: ONE, ...seen, first: AT + 90_000, last: AT + 90_005 },
      { device: ONE, ...seen, first: AT, last: AT },
    ])
  })

  test('has the number of its line, of which the first 200 characters count', () => {
    const lines = ['a', 'b', 'a', 'x'.repeat(200), `${'x'.repeat(200)}y`]
    const stage = staged(said(lines.map((line, i) => ({ ...event, line, at: AT + i }) as Reading)))
    expect(Array.from(stage.counts.whole.line.slice(0, 5))).toEqual([0, 1, 0, 2, 2])
    expect([...stage.lines]).toEqual([
      ['a', 0],
      ['b', 1],
      ['x'.repeat(200), 2],
    ])
  })
})

test('a device that was moved has its old place and its current one', () => {
  const places = [ONE, { ...ONE }, device(7, { area: 4 }), device(7, { local: 9 }), device(7, { client: 9 }), device(8)]
  const stage = staged(...places.map((of, i) => said([count({ start: AT + i })], { of })))
  expect(Array.from(stage.counts.whole.place.slice(0, 6))).toEqual([0, 0, 1, 2, 3, 4])
  expect(stage.places).toEqual([ONE, ...places.slice(2)])
})

describe('the last word of a device', () => {
  const contact = (...all: ValidatedReadings[]) => staged(...all).contacts.get(7)
  const heartbeat = (at: number, more: object = {}): Reading => ({ kind: 'heartbeat', at, flags: [], ...more })
  const first = {
    device: ONE,
    firstAt: AT,
    lastAt: AT,
    lastData: null,
    messages: 1,
    sequence: null,
    missed: 0,
    firstSequence: null,
    skewMs: null,
    flags: null,
    flagsAt: -Infinity,
    firmware: null,
    battery: null,
  }

  test('is of all its messages, in any order: when, how many, and its current place', () => {
    const moved = device(7, { area: 9 })
    expect(contact(said([]))).toEqual(first)
    expect(
      contact(said([], { receivedAt: AT + 5 }), said([], { receivedAt: AT - 5 }), said([], { of: moved })),
    ).toEqual({ ...first, device: moved, firstAt: AT - 5, lastAt: AT + 5, messages: 3 })
  })

  test('is none of what a person released', () => {
    expect(contact(said([count()], { isFromDevice: false }))).toBe(undefined)
  })

  test('misses what its numbers leave out', () => {
    const numbered = (...sequences: (number | undefined)[]) => {
      const { sequence, firstSequence, missed } = contact(
        ...sequences.map((one) => said([], { message: one === undefined ? {} : { sequence: one } })),
      )!
      return { sequence, firstSequence, missed }
    }
    expect([
      numbered(4),
      numbered(4, 5),
      numbered(4, 7, 8, 10),
      numbered(7, 4, 5),
      numbered(undefined, 3, undefined, 5),
      numbered(4, 4),
      numbered(0, 1),
    ]).toEqual([
      { sequence: 4, firstSequence: 4, missed: 0 },
      { sequence: 5, firstSequence: 4, missed: 0 },
      { sequence: 10, firstSequence: 4, missed: 3 },
      { sequence: 5, firstSequence: 7, missed: 0 },
      { sequence: 5, firstSequence: 3, missed: 1 },
      { sequence: 4, firstSequence: 4, missed: 0 },
      { sequence: 1, firstSequence: 0, missed: 0 },
    ])
  })

  test('has the difference of its clock as it last said it, however small', () => {
    const sent = (sentAt?: number) => said([], { message: sentAt === undefined ? {} : { sentAt } })
    expect([contact(sent(AT - 5), sent())?.skewMs, contact(sent(AT), sent(AT + 7))?.skewMs]).toEqual([5, -7])
  })

  test('speaks up to the newest end of its readings, as corrected', () => {
    expect([
      contact(said([count(), event]))?.lastData,
      contact(said([event]), said([count()]), said([event]))?.lastData,
      contact(said([event], { skewMs: 90_000 }))?.lastData,
    ]).toEqual([AT + 60_400, AT + 60_400, AT + 90_000])
  })

  test('has the flags of its newest sign of life; its version and battery stay until they are reported again', () => {
    const stagedOf = (...all: Reading[]) => {
      const { flags, firmware, battery } = contact(said(all))!
      return { flags, firmware, battery }
    }
    const synced = heartbeat(AT, { flags: ['clockNotSynced'], firmware: '1', battery: 50.6 })
    expect([
      stagedOf(synced),
      stagedOf(synced, heartbeat(AT + 1)),
      stagedOf(heartbeat(AT + 1), synced),
      stagedOf(synced, heartbeat(AT, { firmware: '2', battery: 7 })),
      stagedOf(heartbeat(AT, { battery: 101 })),
      stagedOf(heartbeat(AT, { battery: -1 })),
      stagedOf(heartbeat(AT, { firmware: 'x'.repeat(101) })),
      stagedOf(event),
    ]).toEqual([
      { flags: CLOCK_FLAG, firmware: '1', battery: 51 },
      { flags: 0, firmware: '1', battery: 51 },
      { flags: 0, firmware: null, battery: null },
      { flags: 0, firmware: '2', battery: 7 },
      { flags: 0, firmware: null, battery: 100 },
      { flags: 0, firmware: null, battery: 0 },
      { flags: 0, firmware: 'x'.repeat(100), battery: null },
      { flags: null, firmware: null, battery: null },
    ])
  })
})

test('all that waits takes room: rows, devices and what is quarantined; a cleared stage takes none', () => {
  const apart = { client: 1, local: 0, device: 'm', reason: 'FUTURE', adapter: '', reading: event } as const
  const sighting: Reading = { kind: 'sighting', visitor: 'v', first: AT, last: AT, rssi: 0, associated: false }
  const all: Reading[] = [
    count(),
    count({ atoms: { visits: 1 } }),
    { kind: 'counter', line: 'c', at: AT, totalIn: 1, totalOut: 1 },
    { kind: 'heartbeat', at: AT, flags: [] },
    sighting,
  ]
  const stage = staged({ ...said(all), quarantined: [apart] })
  // Five readings, one quarantined, one device.
  expect([stage.readings, stage.rows]).toEqual([5, 7])
  stage.clear()
  expect([stage.readings, stage.rows, stage.places.length, stage.lines.size, stage.atoms.length]).toEqual([
    0, 0, 0, 0, 0,
  ])
  stage.take(said([count({ atoms: { visits: 1 } })], { of: device(9) }))
  expect([stage.rows, stage.atoms.whole.seq[0], stage.counts.whole.place[0]]).toEqual([2, 0, 0])
})

test('columns grow by doubling, and what was in them stays', () => {
  const { counts } = staged(said(Array.from({ length: 600 }, (_, i) => count({ start: AT + i, in: i }))))
  expect([
    counts.length,
    counts.whole.ins[0],
    counts.whole.ins[599],
    counts.wide.said[0],
    counts.wide.said[599],
  ]).toEqual([600, 0, 599, AT, AT + 599])
  expect([counts.whole.ins.length, counts.wide.said.length]).toEqual([1024, 1024])
})
