/** Which readings count and which are quarantined: every rule at its limit and one beyond it. */
import { describe, expect, test } from 'vitest'
import { READING_QUARANTINE_REASONS } from '#domain/reading-quarantine-reasons'
import { brokenReading, endOf, EXPECTED, shiftOf, skewOf } from './checks.ts'
import type { CheckOptions } from './checks.ts'
import type { Reading } from './reading.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const [SECOND, HOUR, DAY] = [1000, 3_600_000, 86_400_000]
const OLDEST = Date.UTC(2001, 0, 1)
const options = (more: Partial<CheckOptions> = {}): CheckOptions => ({
  receivedAt: NOW,
  shiftMs: 0,
  readingDays: 400,
  ...more,
})
type Kind<K extends Reading['kind']> = Partial<Extract<Reading, { kind: K }>>
const count = (more: Kind<'count'> = {}): Reading => {
  const start = more.start ?? NOW - HOUR
  return { kind: 'count', line: '', start, end: start + 60_000, in: 3, out: 1, ...more }
}
const counter = (more: Kind<'counter'> = {}): Reading => ({
  kind: 'counter',
  line: '',
  at: NOW,
  totalIn: 1,
  totalOut: 1,
  ...more,
})
const event = (more: Kind<'event'> = {}): Reading => ({
  kind: 'event',
  line: '',
  at: NOW,
  in: 1,
  out: 0,
  sequence: 0,
  ...more,
})
const people = (more: Kind<'occupancy'> = {}): Reading => ({ kind: 'occupancy', line: '', at: NOW, people: 1, ...more })
const sighting = (more: Kind<'sighting'> = {}): Reading => ({
  kind: 'sighting',
  visitor: 'x',
  first: NOW - 5,
  last: NOW,
  rssi: -60,
  associated: false,
  ...more,
})
const heartbeat = (at = NOW): Reading => ({ kind: 'heartbeat', at, flags: [] })
const broken = (reading: Reading, more: Partial<CheckOptions> = {}) => brokenReading(reading, options(more))

test('one reading of each kind that says what it may is counted', () => {
  expect([count(), counter(), event(), people(), sighting(), heartbeat()].map((one) => broken(one))).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

describe('a clock', () => {
  test('differs only by more than a minute, and by at most what 32 bits hold', () => {
    expect(
      [undefined, NOW, NOW - 60_000, NOW + 60_000, NOW - 60_001, NOW + 60_001.4, 0, NOW + 1e12].map((sentAt) =>
        skewOf(sentAt, NOW),
      ),
    ).toEqual([0, 0, 0, 0, 60_001, -60_001, 2_000_000_000, -2_000_000_000])
  })

  test('is corrected by up to ten minutes, and not at all by more', () => {
    expect([0, 600_000, -600_000, 600_001, -600_001].map(shiftOf)).toEqual([0, 600_000, -600_000, 0, 0])
  })
})

test('a reading speaks up to its end, its last sight or its instant', () => {
  expect([count({ start: 5, end: 7 }), sighting({ first: 1, last: 9 }), event({ at: 3 })].map(endOf)).toEqual([7, 9, 3])
})

describe('a time', () => {
  const FUTURE = NOW + DAY
  test.each([
    ['count', (at: number) => count({ start: at - 60_000, end: at })],
    ['sighting', (last: number) => sighting({ last })],
    ['event', (at: number) => event({ at })],
    ['heartbeat', heartbeat],
  ] as const)('of a %s is at most a day ahead, as corrected', (_, at) => {
    expect([broken(at(FUTURE)), broken(at(FUTURE + 1))]).toEqual([null, 'FUTURE'])
    expect([broken(at(FUTURE - 5), { shiftMs: 5 }), broken(at(FUTURE), { shiftMs: 5 })]).toEqual([null, 'FUTURE'])
  })

  test.each([
    ['count', (start: number) => count({ start })],
    ['sighting', (first: number) => sighting({ first, last: first })],
    ['event', (at: number) => event({ at })],
  ] as const)('of a %s is of the days that readings are kept, from its begin', (_, at) => {
    const oldest = NOW - 400 * DAY
    expect([broken(at(oldest)), broken(at(oldest - 1))]).toEqual([null, 'TOO_OLD'])
    expect([broken(at(oldest - 5), { shiftMs: 5 }), broken(at(oldest), { shiftMs: -5 })]).toEqual([null, 'TOO_OLD'])
  })

  test('is since 2001 where readings are kept for ever', () => {
    const [kept, gone] = [event({ at: OLDEST }), event({ at: OLDEST - 1 })]
    expect([broken(kept, { readingDays: 0 }), broken(gone, { readingDays: 0 }), broken(kept)]).toEqual([
      null,
      'TOO_OLD',
      'TOO_OLD',
    ])
    expect(broken(kept, { readingDays: 0, shiftMs: -1 })).toBe('TOO_OLD')
  })

  test.each([
    count({ start: Number.NaN, end: NOW }),
    count({ start: NOW, end: Infinity }),
    event({ at: Number.NaN }),
    sighting({ first: -Infinity }),
  ])('that is no number is no interval: %j', (reading) => {
    expect(broken(reading)).toBe('INTERVAL_INVALID')
  })
})

describe('an interval', () => {
  const start = NOW - 30 * HOUR
  const long = (ms: number, more: Kind<'count'> = {}) => broken(count({ start, end: start + ms, ...more }))

  test('of a count is from a second to an hour and a minute', () => {
    expect([0, -1, SECOND - 1, SECOND, HOUR + 60_000, HOUR + 60_001].map((ms) => long(ms))).toEqual([
      'INTERVAL_INVALID',
      'INTERVAL_INVALID',
      'INTERVAL_INVALID',
      null,
      null,
      'LONGER_THAN_AN_HOUR',
    ])
  })

  test('of a count that may be divided evenly is up to 25 hours, the day on which clocks go back', () => {
    expect([25 * HOUR, 25 * HOUR + 1].map((ms) => long(ms, { spread: true }))).toEqual([null, 'INTERVAL_INVALID'])
    expect([long(25 * HOUR, { spread: false }), long(25 * HOUR + 1)]).toEqual([
      'LONGER_THAN_AN_HOUR',
      'INTERVAL_INVALID',
    ])
  })

  test('of a sighting may be a moment and does not run backwards', () => {
    expect([broken(sighting({ first: NOW })), broken(sighting({ first: NOW + 1 }))]).toEqual([null, 'INTERVAL_INVALID'])
  })
})

describe('a number', () => {
  const MAX = 200_000
  const each: readonly (readonly [string, (value: number) => Reading, number])[] = [
    ['in of a count', (value) => count({ in: value }), MAX],
    ['out of a count', (value) => count({ out: value }), MAX],
    ['in of an event', (value) => event({ in: value }), MAX],
    ['out of an event', (value) => event({ out: value }), MAX],
    ['people of an occupancy', (value) => people({ people: value }), MAX],
    ['totalIn of a counter', (value) => counter({ totalIn: value }), 2 ** 40],
    ['totalOut of a counter', (value) => counter({ totalOut: value }), 2 ** 40],
    ['seconds of an atom', (value) => count({ atoms: { insTimeS: value } }), 2_000_000_000],
  ]
  test.each(each)('%s is whole, not negative and not absurd', (_, of, most) => {
    expect([0, most, most + 1, -1, 1.5, Number.NaN].map((value) => broken(of(value)))).toEqual([
      null,
      null,
      'ABSURD',
      'NEGATIVE',
      'NOT_A_COUNT',
      'NOT_A_COUNT',
    ])
  })

  test('may be not known', () => {
    expect([
      broken(count({ in: null, out: null })),
      broken(counter({ totalIn: null, totalOut: null })),
      broken(count({ in: null, atoms: { visits: 1 } })),
    ]).toEqual([null, null, null])
  })

  test('of people may be as many times as large as its interval has hours', () => {
    const start = NOW - 30 * HOUR
    const of = (ins: number, hours: number) =>
      broken(count({ start, end: start + hours * HOUR, in: ins, spread: true }))
    expect([of(3 * MAX, 3), of(3 * MAX + 1, 3), of(MAX, 0.5), of(MAX + 1, 0.5)]).toEqual([
      null,
      'ABSURD',
      null,
      'ABSURD',
    ])
  })
})

test.each([
  [{ in: 5, atoms: { bounces: 2, visits: 3 } }, null],
  [{ in: 5, atoms: { bounces: 2, visits: 4 } }, 'INS_NOT_BOUNCES_PLUS_VISITS'],
  [{ in: 5, atoms: { visits: 6 } }, 'VISITS_ABOVE_INS'],
  [{ in: null, atoms: { visits: 6 } }, null],
  [{ in: 5, atoms: { insInRange0: 1, insInRange1: 1, insInRange2: 1, insInRange3: 1 } }, 'RANGES_NOT_INS'],
  [
    { atoms: { visits: 1, localRepRange0: 2, localRepRange1: 0, localRepRange2: 0, localRepRange3: 0 } },
    'LOCAL_REPETITIONS_ABOVE_VISITS',
  ],
  [
    { atoms: { visits: 1, clientRepRange0: 2, clientRepRange1: 0, clientRepRange2: 0, clientRepRange3: 0 } },
    'CLIENT_REPETITIONS_ABOVE_VISITS',
  ],
  [{ atoms: { visits: 1, identifiedVisits: 2 } }, 'IDENTIFIED_ABOVE_VISITS'],
  [{ in: 200_001, atoms: { visits: 1.5 } }, 'ABSURD'],
  [{ atoms: {} }, null],
] as const)('the atoms of a count agree with each other: %j', (more, reason) => {
  expect(broken(count(more))).toBe(reason)
})

test('answers of one count are not remembered for the next', () => {
  expect(broken(count({ in: 5, atoms: { bounces: 1, visits: 3 } }))).toBe('INS_NOT_BOUNCES_PLUS_VISITS')
  expect(broken(count({ in: 5, atoms: { visits: 3 } }))).toBe(null)
})

test('each reason says what was expected instead', () => {
  const consistent = 'atoms that agree with each other; see docs/ingest.md'
  expect(READING_QUARANTINE_REASONS.map((reason) => EXPECTED[reason])).toEqual([
    'a device that is a footscan of the client',
    'a footscan that is switched on',
    'an instant at most 24 hours ahead of the server',
    'an instant since 2001 and within the days that readings are kept',
    'an interval of 1 second to 25 hours',
    'an interval of at most an hour, or "spread": true when the count may be divided evenly over its hours',
    'a count of 0 or more',
    'a whole number',
    'at most 200000 people an hour',
    'a server that makes visits of sightings',
    ...Array.from({ length: 7 }, () => consistent),
  ])
})
