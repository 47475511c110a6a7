import { expect, test } from 'vitest'
import { hikvision } from './hikvision.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)
const DEVICE = '28:57:BE:00:11:22'

test('a body without metadata or without a MAC address is refused', () => {
  expect(refusalOf(() => hikvision.parse({}, contextOf()))).toBe(
    'Metadata is missing; expected the JSON metadata of a counting camera.',
  )
  expect(refusalOf(() => hikvision.parse({ Metadata: { DevInfo: {} } }, contextOf()))).toBe(
    'Metadata.DevInfo.macAddress is missing; expected a MAC address of 12 hex digits.',
  )
})

test('a time without an offset and a missing counter are kept apart', () => {
  const read = (change: object) =>
    hikvision.parse(
      {
        Metadata: {
          subType: 'PeopleCounting',
          time: '2024-07-01T10:00:00+02:00',
          DevInfo: { macAddress: DEVICE },
          Situation: {},
          ...change,
        },
      },
      contextOf(),
    )[0]!.unread
  expect(read({ time: '2024-07-01T10:00:00' })).toMatchObject([{ reason: 'TIME_UNREADABLE' }])
  expect(read({})).toMatchObject([{ reason: 'COUNT_UNREADABLE' }])
})

test('people counting is a counter since the last reset', () => {
  expect(parseFixture(hikvision, 'counting.json')).toEqual([
    {
      device: DEVICE,
      sentAt: AT,
      unread: [],
      readings: [{ kind: 'counter', line: '', at: AT, totalIn: 41, totalOut: 38 }],
    },
  ])
})

test('people in a region are an occupancy of the channel', () => {
  expect(parseFixture(hikvision, 'region.json')).toEqual([
    { device: DEVICE, sentAt: AT, unread: [], readings: [{ kind: 'occupancy', line: '2', at: AT, people: 6 }] },
  ])
})
