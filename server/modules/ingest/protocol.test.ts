/** Our own protocol: each kind of reading with its minimum and maximum, and the error of an invalid one. */
import { describe, expect, test } from 'vitest'
import { readOwn } from './protocol.ts'

type Body = Parameters<typeof readOwn>[0]
const MAC = '00:1A:2B:3C:4D:5E'
const AT = Date.UTC(2026, 10, 20, 10)
const STAMP = '2026-11-20T10:00:00Z'
const read = (readings: readonly object[], more: object = {}) =>
  readOwn({ mac: MAC, readings, ...more } as unknown as Body)[0]!
const one = (reading: object) => read([reading]).readings[0]

test.each([
  [
    { kind: 'count', start: AT, end: STAMP },
    { kind: 'count', line: '', start: AT, end: AT, in: null, out: null, revision: 0 },
  ],
  [
    { kind: 'count', start: AT, end: AT, line: 'a', in: 1, out: 0, revision: 2, spread: true, atoms: { visits: 1 } },
    { kind: 'count', line: 'a', start: AT, end: AT, in: 1, out: 0, revision: 2, spread: true, atoms: { visits: 1 } },
  ],
  [
    { kind: 'count', start: AT, end: AT, in: null, spread: false, atoms: {} },
    { kind: 'count', line: '', start: AT, end: AT, in: null, out: null, revision: 0 },
  ],
  [
    { kind: 'counter', at: AT },
    { kind: 'counter', line: '', at: AT, totalIn: null, totalOut: null },
  ],
  [
    { kind: 'counter', at: STAMP, line: 'a', totalIn: 0, totalOut: 7, bits: 16 },
    { kind: 'counter', line: 'a', at: AT, totalIn: 0, totalOut: 7, bits: 16 },
  ],
  [
    { kind: 'event', at: AT },
    { kind: 'event', line: '', at: AT, in: 0, out: 0, sequence: 0 },
  ],
  [
    { kind: 'event', at: STAMP, line: 'a', in: 1, out: 2, sequence: 3 },
    { kind: 'event', line: 'a', at: AT, in: 1, out: 2, sequence: 3 },
  ],
  [
    { kind: 'occupancy', at: AT, people: 0 },
    { kind: 'occupancy', line: '', at: AT, people: 0 },
  ],
  [
    { kind: 'occupancy', at: AT, people: 4, line: 'hall' },
    { kind: 'occupancy', line: 'hall', at: AT, people: 4 },
  ],
  [
    { kind: 'heartbeat', at: AT },
    { kind: 'heartbeat', at: AT, flags: [] },
  ],
  [
    { kind: 'heartbeat', at: AT, flags: ['stopped'], firmware: '1', battery: 0 },
    { kind: 'heartbeat', at: AT, flags: ['stopped'], firmware: '1', battery: 0 },
  ],
  [
    { kind: 'sighting', first: AT, last: STAMP, visitor: '00-1a-2b-3c-4d-5e', rssi: -60 },
    { kind: 'sighting', visitor: MAC, first: AT, last: AT, rssi: -60, associated: false },
  ],
  [
    { kind: 'sighting', first: AT, last: AT, visitor: MAC, rssi: -60, associated: true },
    { kind: 'sighting', visitor: MAC, first: AT, last: AT, rssi: -60, associated: true },
  ],
])('%j is read', (sent, reading) => {
  expect(read([sent])).toStrictEqual({ device: MAC, readings: [reading], unread: [] })
})

describe('an instant', () => {
  const at = (value: unknown) => {
    const reading = one({ kind: 'event', at: value })
    return reading !== undefined && 'at' in reading ? reading.at : null
  }

  test.each([
    [AT, AT],
    ['2026-11-20T11:00:00+01:00', AT],
    ['2026-11-20T10:00:00.5Z', AT + 500],
    ['2026-11-20T10:00:00.123456789Z', AT + 123],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['2026-01-31T00:00:00Z', Date.UTC(2026, 0, 31)],
  ])('%j exists', (value, ms) => {
    expect(at(value)).toBe(ms)
  })

  test.each([
    '2026-02-29T00:00:00Z',
    '2026-02-31T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-20T25:00:00Z',
  ])('%s does not exist: the reading is distinguished', (value) => {
    const sent = { kind: 'event', at: value }
    expect(read([sent])).toEqual({
      device: MAC,
      readings: [],
      unread: [
        {
          reason: 'TIME_UNREADABLE',
          what: sent,
          expected: 'an instant that exists, as epoch milliseconds or like 2026-11-20T10:00:00Z',
          index: 0,
        },
      ],
    })
  })

  test.each([
    { kind: 'count', start: '2026-02-30T00:00:00Z', end: AT },
    { kind: 'count', start: AT, end: '2026-02-30T00:00:00Z' },
    { kind: 'sighting', first: '2026-02-30T00:00:00Z', last: AT, visitor: MAC, rssi: -60 },
    { kind: 'sighting', first: AT, last: '2026-02-30T00:00:00Z', visitor: MAC, rssi: -60 },
  ])('that does not exist at either end costs the reading: %j', (sent) => {
    expect(read([sent])).toMatchObject({ readings: [], unread: [{ reason: 'TIME_UNREADABLE' }] })
  })
})

const TIME = 'an instant as epoch milliseconds or like 2026-11-20T10:00:00Z'
test.each([
  [
    { kind: 'count' },
    `a count has start and end, each ${TIME}; in and out are whole numbers or null; other fields are line, atoms, ` +
      'revision, spread',
  ],
  [
    { kind: 'counter' },
    `a counter has at, ${TIME}; totalIn and totalOut are whole numbers or null; other fields are line, bits`,
  ],
  [{ kind: 'event' }, `an event has at, ${TIME}; in and out are whole numbers; other fields are line, sequence`],
  [{ kind: 'occupancy' }, `an occupancy has at, ${TIME}, and people, a whole number; the other field is line`],
  [{ kind: 'heartbeat' }, `a heartbeat has at, ${TIME}; other fields are flags, firmware, battery`],
  [
    { kind: 'sighting' },
    `a sighting has first and last, each ${TIME}, visitor, a MAC address, and rssi, a whole number; the other field ` +
      'is associated',
  ],
  [{ kind: 'toString' }, 'a kind: count, counter, event, occupancy, heartbeat, sighting'],
  [{ kind: 7 }, 'a kind: count, counter, event, occupancy, heartbeat, sighting'],
  [{}, 'a kind: count, counter, event, occupancy, heartbeat, sighting'],
])('%j is no reading, and its error names what a reading has', (what, expected) => {
  expect(read([what])).toEqual({
    device: MAC,
    readings: [],
    unread: [{ reason: 'READING_INVALID', what, expected, index: 0 }],
  })
})

describe('a body', () => {
  const event = { kind: 'event', at: AT }

  test('has one device, or several, each with its own clock and number, else the clock of the body', () => {
    const own = { sentAt: '2026-11-20T10:00:00Z', sequence: 4 }
    expect(read([event], own)).toMatchObject({ device: MAC, sentAt: AT, sequence: 4 })
    expect(
      readOwn({
        sentAt: AT + 5,
        devices: [
          { mac: '001a2b3c4d5e', readings: [event], sequence: 0 },
          { mac: '24e1-24ff-fe00-1122', readings: [], sentAt: AT },
          { mac: MAC, readings: [], sentAt: '2026-02-30T00:00:00Z' },
        ],
      } as unknown as Body),
    ).toStrictEqual([
      { device: MAC, readings: [one(event)], unread: [], sentAt: AT + 5, sequence: 0 },
      { device: '24E124FFFE001122', readings: [], unread: [], sentAt: AT },
      { device: MAC, readings: [], unread: [] },
    ])
  })

  test('reports an invalid reading by its place among all of its readings', () => {
    const places = readOwn({
      devices: [
        { mac: MAC, readings: [event, {}, { kind: 'event', at: '2026-02-30T00:00:00Z' }] },
        { mac: MAC, readings: [event, {}] },
      ],
    } as unknown as Body).map(({ readings, unread }) => [readings.length, unread.map(({ index }) => index)])
    expect(places).toEqual([
      [1, [1, 2]],
      [1, [4]],
    ])
  })

  test.each([
    {},
    { mac: MAC },
    { readings: [] },
    { devices: [], mac: MAC, readings: [] },
    { devices: [], mac: MAC },
    { devices: [], sequence: 0 },
    { devices: [], readings: [] },
  ])('has either devices, or mac and readings: %j is refused', (body) => {
    expect(() => readOwn(body as unknown as Body)).toThrow(
      expect.objectContaining({
        code: 'REQUEST_INVALID',
        message: 'body must have either devices, or mac and readings.',
        details: { place: 'body' },
      }),
    )
  })
})
