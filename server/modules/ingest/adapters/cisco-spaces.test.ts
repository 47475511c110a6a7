import { expect, test } from 'vitest'
import { ciscoSpaces } from './cisco-spaces.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)
const parse = (text: string) => ciscoSpaces.parse(Buffer.from(text), contextOf())

test('a body in which no line names a location is refused', () => {
  expect(refusalOf(() => parse('hello\n'))).toBe('No element names its device: one JSON object a line')
  expect(refusalOf(() => ciscoSpaces.parse({}, contextOf()))).toBe(
    'The body was not read as bytes; send it as newline-delimited JSON.',
  )
})

const entered = (recordTimestamp: number | string, device: Readonly<Record<string, string>>) =>
  JSON.stringify({
    eventType: 'DEVICE_ENTRY',
    recordTimestamp,
    deviceEntry: { device, location: { locationId: 'l' } },
  })

test('a broken line costs itself, and nothing says who the phone belongs to', () => {
  const [message] = parse(
    [
      entered(AT, { macAddress: '10:40:f3:00:00:01' }),
      '{"eventType":',
      entered('soon', { macAddress: '10:40:f3:00:00:02', email: 'a@example.com' }),
    ].join('\n'),
  )
  expect(message).toMatchObject({
    device: 'l',
    readings: [{ kind: 'sighting' }],
    unread: [{ reason: 'TIME_UNREADABLE' }, { reason: 'FIELD_MISSING', what: { line: 2 } }],
  })
  expect(JSON.stringify(message!.unread)).not.toMatch(/f3:00|example/)
})

test('an entry is a moment and an exit the stay; an event sent twice counts once; others are left out', () => {
  expect(parseFixture(ciscoSpaces, 'events.ndjson')).toEqual([
    {
      device: 'location-5a3b0c11',
      unread: [],
      readings: [
        { kind: 'sighting', visitor: '10:40:F3:00:00:01', first: AT, last: AT, rssi: 0, associated: false },
        {
          kind: 'sighting',
          visitor: 'DA:A1:19:00:00:02',
          first: AT + 60_000,
          last: AT + 60_000,
          rssi: 0,
          associated: true,
        },
        { kind: 'sighting', visitor: '10:40:F3:00:00:01', first: AT, last: AT + 900_000, rssi: 0, associated: false },
      ],
    },
  ])
})

test('a phone whose address Spaces hides is one with a made-up address', () => {
  const [message] = parse(entered(AT, { deviceId: 'dev-9' }))
  expect(message!.readings).toEqual([
    {
      kind: 'sighting',
      visitor: expect.stringMatching(/^[0-9A-F][26AE](:[0-9A-F]{2}){5}$/),
      first: AT,
      last: AT,
      rssi: 0,
      associated: false,
    },
  ])
})

const MAC = '10:40:F3:00:00:01'
const FIELDS = {
  DEVICE_ENTRY: 'deviceEntry',
  DEVICE_EXIT: 'deviceExit',
  DEVICE_PRESENCE: 'devicePresence',
  DEVICE_LOCATION_UPDATE: 'deviceLocationUpdate',
}
const line = (type: keyof typeof FIELDS, presence: object = {}, event: object = {}) =>
  JSON.stringify({
    eventType: type,
    recordTimestamp: AT,
    [FIELDS[type]]: { device: { macAddress: MAC }, location: { locationId: 'l' }, ...presence },
    ...event,
  })
const read = (...lines: string[]) => parse(lines.join('\n'))[0]!
const stay = (first: number, last = first, more: object = {}) => ({
  kind: 'sighting',
  visitor: MAC,
  first,
  last,
  rssi: 0,
  associated: false,
  ...more,
})

test.each(Object.keys(FIELDS) as (keyof typeof FIELDS)[])('%s is a sighting, by the object that it carries', (type) => {
  expect(read(line(type))).toEqual({ device: 'l', readings: [stay(AT)], unread: [] })
})

test.each([
  [
    'an entry, when it was last seen',
    'DEVICE_ENTRY',
    { lastSeenTime: AT + 5, entryTimestamp: AT - 9 },
    [AT + 5, AT + 5],
  ],
  ['zero means no value', 'DEVICE_ENTRY', { lastSeenTime: 0 }, [AT, AT]],
  ['an exit', 'DEVICE_EXIT', { entryTimestamp: AT - 60_000, exitTimestamp: AT + 60_000 }, [AT - 60_000, AT + 60_000]],
  ['an exit that does not say when', 'DEVICE_EXIT', { entryTimestamp: AT - 60_000 }, [AT - 60_000, AT]],
  [
    'an exit without an entry',
    'DEVICE_EXIT',
    { exitTimestamp: AT + 60_000, entryTimestamp: 0 },
    [AT + 60_000, AT + 60_000],
  ],
  [
    'a presence that is an exit',
    'DEVICE_PRESENCE',
    { presenceEventType: 'DEVICE_EXIT_EVENT', entryTimestamp: AT - 1, exitTimestamp: AT },
    [AT - 1, AT],
  ],
  [
    'an invalid presence',
    'DEVICE_PRESENCE',
    { presenceEventType: 'DEVICE_ENTRY_EVENT', entryTimestamp: AT - 1 },
    [AT, AT],
  ],
  ['a whole day', 'DEVICE_EXIT', { entryTimestamp: AT - 86_400_000, exitTimestamp: AT }, [AT - 86_400_000, AT]],
] as const)('when a phone was there: %s', (_, type, presence, [first, last]) => {
  expect(read(line(type, presence)).readings).toEqual([stay(first, last)])
})

test.each([
  ['longer than a day', 'DEVICE_EXIT', { entryTimestamp: AT - 86_400_001, exitTimestamp: AT }, {}],
  ['that ends before it begins', 'DEVICE_EXIT', { entryTimestamp: AT + 1, exitTimestamp: AT }, {}],
  ['without any time', 'DEVICE_ENTRY', {}, { recordTimestamp: 0 }],
] as const)('a stay %s is quarantined', (_, type, presence, event) => {
  expect(read(line(type, presence, event))).toMatchObject({
    readings: [],
    unread: [{ reason: 'TIME_UNREADABLE', expected: 'recordTimestamp, entryTimestamp or exitTimestamp in epoch ms' }],
  })
})

test('a signal and a network are reported where they are known', () => {
  expect(read(line('DEVICE_ENTRY', { maxDetectedRssi: -50, ssid: 'Guests' })).readings).toEqual([
    stay(AT, AT, { rssi: -50, associated: true }),
  ])
})

test('without a phone, and without a location, an event is quarantined', () => {
  expect(read(line('DEVICE_ENTRY', { device: {} }), line('DEVICE_ENTRY', { location: {} })).unread).toMatchObject([
    { reason: 'FIELD_MISSING', expected: 'device.macAddress or device.deviceId' },
    { reason: 'FIELD_MISSING', expected: 'location.locationId' },
  ])
})

test('an event is known by its uid; events without one are all taken, and other kinds are left out', () => {
  const uid = { recordUid: 'event-1' }
  const { readings } = read(
    line('DEVICE_ENTRY', {}, uid),
    '',
    line('DEVICE_ENTRY', {}, uid),
    line('DEVICE_ENTRY'),
    line('DEVICE_ENTRY'),
    '{"eventType":"KEEP_ALIVE"}',
  )
  expect(readings).toHaveLength(3)
  expect(parse('{"eventType":"KEEP_ALIVE"}')).toEqual([])
  expect(refusalOf(() => parse('[1]'))).toBe('No element names its device: one JSON object a line')
})

test('one hidden phone is always one phone, and another is another', () => {
  const visitorOf = (deviceId: string) =>
    read(line('DEVICE_ENTRY', { device: { deviceId } })).readings.map(
      (reading) => 'visitor' in reading && reading.visitor,
    )
  expect(visitorOf('dev-9')).toEqual(visitorOf('dev-9'))
  expect(visitorOf('dev-9')).not.toEqual(visitorOf('dev-8'))
  // Locally administered, and of one device: bit 1 is set and bit 0 is not.
  for (const id of ['a', 'b', 'c', 'd', 'e']) expect(parseInt(String(visitorOf(id)[0]).slice(0, 2), 16) & 3).toBe(2)
})

test('all personal data is removed from what is stored', () => {
  const who = { rawUserId: 'b', userId: 'c', macAddress: 'd', ipAddress: 'e', mobile: 'f', email: 'g' }
  const { unread } = read(line('DEVICE_ENTRY', { ...who, floor: 2 }, { recordTimestamp: 'soon' }))
  expect(unread[0]!.what).toEqual({
    eventType: 'DEVICE_ENTRY',
    recordTimestamp: 'soon',
    deviceEntry: {
      ...Object.fromEntries(Object.keys(who).map((key) => [key, '(hidden)'])),
      device: '(hidden)',
      location: { locationId: 'l' },
      floor: 2,
    },
  })
})

test('a body has 200,000 events and no more', () => {
  expect(refusalOf(() => parse('{}\n'.repeat(200_001)))).toBe(
    'The body has 200001 events; at most 200000 are read at once.',
  )
})
