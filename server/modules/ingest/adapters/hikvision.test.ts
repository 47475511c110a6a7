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

test('a time without an offset and a missing counter are quarantined', () => {
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

test('a camera says its channel, of which the first has no name; an alarm of another kind is a sign of life', () => {
  const read = (change: object, info: object = {}) =>
    hikvision.parse(
      {
        Metadata: {
          time: '2024-07-01T10:00:00+02:00',
          DevInfo: { macAddress: DEVICE, ...info },
          Situation: { enterRegionPeopleNum: 1, leaveRegionPeopleNum: 2, personCount: 3 },
          ...change,
        },
      },
      contextOf(),
    )[0]!
  const counter = { kind: 'counter', at: AT, totalIn: 1, totalOut: 2 }
  const lines = [{}, { channel: '1' }, { channel: 1 }, { channel: '2' }].map(
    (info) => read({ subType: 'PeopleCounting' }, info).readings,
  )
  expect(lines).toEqual(['', '', '', '2'].map((line) => [{ ...counter, line }]))
  expect(read({ subType: 'framesPeopleCounting' })).toMatchObject({ sentAt: AT, readings: [{ line: '', people: 3 }] })
  expect(read({ subType: 'motion' })).toEqual({
    device: DEVICE,
    readings: [{ kind: 'heartbeat', at: AT, flags: [] }],
    unread: [],
  })
})

test.each([
  [{ time: 'now' }, 'time as an ISO time with an offset'],
  [{ Situation: { enterRegionPeopleNum: 1 } }, 'enterRegionPeopleNum and leaveRegionPeopleNum as whole numbers'],
  [{ Situation: { leaveRegionPeopleNum: 1 } }, 'enterRegionPeopleNum and leaveRegionPeopleNum as whole numbers'],
  [{ subType: 'framesPeopleCounting' }, 'personCount as a whole number'],
])('what cannot be read says what was expected: %j', (change, expected) => {
  const body = {
    Metadata: { subType: 'PeopleCounting', time: '2024-07-01T08:00:00Z', DevInfo: { macAddress: DEVICE }, ...change },
  }
  expect(hikvision.parse([body], contextOf())[0]!).toMatchObject({ readings: [], unread: [{ expected }] })
})
