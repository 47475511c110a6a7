import { expect, test } from 'vitest'
import { meraki } from './meraki.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)
const visitor = '10:40:F3:00:00:01'

test('another type is refused, and so is a body without data', () => {
  expect(refusalOf(() => meraki.parse({ type: 'Camera', data: {} }, contextOf()))).toBe(
    'type is "Camera"; expected WiFi or DevicesSeen.',
  )
  expect(refusalOf(() => meraki.parse({ type: 'WiFi' }, contextOf()))).toBe(
    'data is missing; expected the JSON of the Scanning API.',
  )
  expect(refusalOf(() => meraki.parse({ type: 'DevicesSeen', data: { apMac: 'x' } }, contextOf()))).toBe(
    'data.apMac is "x"; expected the MAC address of the access point.',
  )
})

test('Bluetooth is left out: tags are things', () => {
  expect(meraki.parse({ type: 'Bluetooth', data: { observations: [{ clientMac: visitor }] } }, contextOf())).toEqual([])
})

test('a bad observation is quarantined without saying who it was', () => {
  const [message] = meraki.parse(
    {
      type: 'DevicesSeen',
      data: {
        apMac: '00180a001122',
        observations: [
          { clientMac: visitor, seenEpoch: 0, rssi: 30, ipv4: '/192.0.2.9' },
          { clientMac: visitor, seenEpoch: 1719820800, rssi: 400 },
        ],
      },
    },
    contextOf(),
  )
  expect(message!.unread.map(({ reason }) => reason)).toEqual(['TIME_UNREADABLE', 'COUNT_UNREADABLE'])
  expect(JSON.stringify(message)).not.toMatch(/10:40|192\.0/)
})

test('version 3: a sighting for each access point that received the phone', () => {
  expect(parseFixture(meraki, 'v3.json')).toEqual([
    {
      device: 'E0:55:3D:00:11:22',
      unread: [],
      readings: [
        { kind: 'sighting', visitor, first: AT, last: AT, rssi: -61, associated: false },
        { kind: 'sighting', visitor, first: AT + 30_000, last: AT + 30_000, rssi: -58, associated: false },
      ],
    },
    {
      device: 'E0:55:3D:00:11:33',
      unread: [],
      readings: [{ kind: 'sighting', visitor, first: AT, last: AT, rssi: -74, associated: false }],
    },
  ])
})

test('version 2: its signal is above -95 dBm', () => {
  expect(parseFixture(meraki, 'v2.json')).toEqual([
    {
      device: '00:18:0A:00:11:22',
      unread: [],
      readings: [{ kind: 'sighting', visitor, first: AT, last: AT, rssi: -64, associated: false }],
    },
  ])
})

const AP = '00180a001122'
const parse = (body: unknown) => meraki.parse(body, contextOf())
const seen = (more: object, body: object = {}) =>
  parse({
    type: 'DevicesSeen',
    data: { apMac: AP, observations: [{ clientMac: visitor, seenEpoch: AT / 1000, rssi: 31, ...more }] },
    ...body,
  })[0]!
const sighted = (more: object = {}) => ({
  kind: 'sighting',
  visitor,
  first: AT,
  last: AT,
  rssi: -64,
  associated: false,
  ...more,
})

test.each([
  [{}, {}],
  [{ seenEpoch: undefined, seenTime: '2024-07-01T08:00:00Z' }, {}],
  [{ ssid: 'Guests' }, { associated: true }],
  [{ ssid: '' }, {}],
  [{ ssid: null }, {}],
  [{ ssid: 7 }, {}],
])('version 2: an observation with %j', (more, said) => {
  expect(seen(more)).toEqual({ device: '00:18:0A:00:11:22', readings: [sighted(said)], unread: [] })
})

test.each([
  [{ clientMac: 'x' }, 'FIELD_MISSING', 'clientMac as a MAC address'],
  [{ seenEpoch: 'x' }, 'TIME_UNREADABLE', 'seenEpoch in seconds or seenTime as an ISO time'],
  [{ seenEpoch: 0 }, 'TIME_UNREADABLE', 'seenEpoch in seconds or seenTime as an ISO time'],
  [{ rssi: 96 }, 'COUNT_UNREADABLE', 'rssi in dB above -95 dBm'],
])('version 2: an observation with %j is quarantined', (more, reason, expected) => {
  expect(seen(more)).toMatchObject({ readings: [], unread: [{ reason, expected }] })
})

test('a message with an access point is of version 2, unless it is of Bluetooth', () => {
  expect(seen({}, { type: 'anything' }).readings).toEqual([sighted()])
  expect(seen({}, { type: undefined }).readings).toEqual([sighted()])
  for (const type of ['Bluetooth', 'BluetoothDevicesSeen'])
    expect([
      parse({ type, data: { apMac: AP, observations: [{ clientMac: visitor }] } }),
      parse({ type, data: {} }),
    ]).toEqual([[], []])
  expect(refusalOf(() => parse({ type: 'DevicesSeen', data: {} }))).toBe(
    'data.apMac is missing; expected the MAC address of the access point.',
  )
  expect(refusalOf(() => parse(null))).toBe('data is missing; expected the JSON of the Scanning API.')
  expect(refusalOf(() => parse({ type: 'WiFi', data: [] }))).toBe(
    'data is a list; expected the JSON of the Scanning API.',
  )
})

const observed = (...observations: object[]) => parse({ type: 'WiFi', data: { observations } })
const record = (more: object = {}) => ({ apMac: AP, rssi: -61, ...more })
const location = (records: unknown, more: object = {}) => ({
  time: '2024-07-01T08:00:00Z',
  rssiRecords: records,
  ...more,
})

test('version 3: the latest record is a sighting too, and a time may be in epoch ms', () => {
  expect(
    observed({
      clientMac: visitor,
      ssid: 'Guests',
      locations: [location([record()], { time: AT })],
      latestRecord: { time: '2024-07-01T08:01:00Z', nearestApMac: AP, nearestApRssi: -50 },
    }),
  ).toEqual([
    {
      device: '00:18:0A:00:11:22',
      readings: [
        sighted({ rssi: -61, associated: true }),
        sighted({ first: AT + 60_000, last: AT + 60_000, rssi: -50, associated: true }),
      ],
      unread: [],
    },
  ])
  expect(observed({ clientMac: visitor, latestRecord: null }, { clientMac: visitor, locations: [] })).toEqual([])
})

test('version 3: what cannot be read is quarantined by itself, without saying who it was', () => {
  const [message] = observed(
    { clientMac: 'x', locations: [location([record()])] },
    {
      clientMac: visitor,
      locations: [
        location([record({ apMac: 'x' }), record({ rssi: -130 }), record()]),
        location([record()], { time: 'now' }),
      ],
    },
  )
  expect(message!.readings).toEqual([sighted({ rssi: -61 })])
  expect(message!.unread.map(({ reason, expected }) => [reason, expected])).toEqual([
    ['COUNT_UNREADABLE', 'rssi in dBm'],
    ['TIME_UNREADABLE', 'time as an ISO time'],
    ['FIELD_MISSING', 'clientMac as a MAC address'],
    ['FIELD_MISSING', 'apMac as a MAC address'],
  ])
  expect(message!.unread[1]!.what).toEqual({ time: 'now', what: record() })
  expect(JSON.stringify(message!.unread)).not.toContain(visitor)
})

test('the secret and all personal data are removed from what is stored', () => {
  const who = { clientMac: 'a', clientId: 'b', userId: 'c', ipv4: 'd', ipv6: 'e', secret: 'f', name: 'g' }
  expect(seen({ ...who, manufacturer: 'Acme' }).unread[0]!.what).toEqual({
    ...Object.fromEntries(Object.keys(who).map((key) => [key, '(hidden)'])),
    manufacturer: 'Acme',
    seenEpoch: AT / 1000,
    rssi: 31,
  })
})
