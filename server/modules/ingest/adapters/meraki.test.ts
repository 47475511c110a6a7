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

test('a bad observation is kept apart without saying who it was', () => {
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

test('version 3: a sighting for each access point that heard the phone', () => {
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
