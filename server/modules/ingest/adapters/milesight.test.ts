import { expect, test } from 'vitest'
import { readFrame } from './milesight-frame.ts'
import { milesight } from './milesight.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const frame = (hex: string) => readFrame(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
const AT = Date.UTC(2024, 6, 1, 8)
const DEVICE = '24E124FFFE001122'
const read = (data: string, model?: string) =>
  milesight.parse({ devEUI: DEVICE, fPort: 85, time: '2024-07-01T08:00:00Z', data, model }, contextOf())[0]!
const heartbeat = { kind: 'heartbeat', at: AT, flags: [] }

test('an envelope without a device is refused', () => {
  expect(refusalOf(() => milesight.parse({ data: '04CC12001600' }, contextOf()))).toBe(
    'No uplink names its device: devEUI is missing; expected 16 hex digits.',
  )
  expect(refusalOf(() => milesight.parse([{ devEUI: '12' }], contextOf()))).toBe(
    'No uplink names its device: devEUI is "12"; expected 16 hex digits.',
  )
})

test('bytes that are neither hex nor base64, and channels that nobody knows, are kept apart', () => {
  expect(read('not bytes!').unread).toMatchObject([{ reason: 'COUNT_UNREADABLE' }])
  expect(read('03D248000000 AABB01').unread).toEqual([
    {
      reason: 'FIELD_MISSING',
      what: { data: 'AABB01', byte: 6 },
      expected: 'a channel of VS121, VS133, VS135 or VS350 with all its bytes',
    },
  ])
  expect(read('03D24800').unread).toMatchObject([{ reason: 'FIELD_MISSING', what: { byte: 0 } }])
})

test.each([
  ['03D248000000', 1, { in: 72, bits: 32 }],
  ['04D2C8000000', 1, { out: 200, bits: 32 }],
  ['0CD2B4140000', 4, { in: 5300, bits: 32 }],
  ['0DD28D1A0000', 4, { out: 6797, bits: 32 }],
  ['04CC12001600', 1, { in: 18, out: 22, bits: 16 }],
  ['84CC0111081101', 1, { in: 4353, out: 4360, bits: 16 }],
])('totals of %s', (hex, line, total) => {
  expect(frame(hex).totals).toEqual(new Map([[line, total]]))
})

test.each([
  ['0ECC05000700', 4, { in: 5, out: 7 }],
  ['05CC13001400', 1, { in: 19, out: 20 }],
  ['85CCE803E90301', 1, { in: 1000, out: 1001 }],
  ['05CC02000100', 1, { in: 2, out: 1 }],
])('periods of %s', (hex, line, period) => {
  expect(frame(hex).periods).toEqual(new Map([[line, period]]))
})

test('regions and dwell of VS135', () => {
  expect(frame('0FE302100709').regions).toEqual(
    new Map([
      [1, 2],
      [2, 16],
      [3, 7],
      [4, 9],
    ]),
  )
  expect(frame('10E40109101121 10E40275217533').dwell).toEqual(
    new Map([
      [1, { averageS: 4105, longestS: 8465 }],
      [2, { averageS: 8565, longestS: 13_173 }],
    ]),
  )
})

test('people, regions taken and counts of VS121', () => {
  expect(frame('04C9030800A1 06CD05')).toMatchObject({ people: 3, peopleMost: 5, taken: [1, 0, 0, 0, 0, 1, 0, 1] })
  expect([...frame('07D50001000000000003 08D50100000000000000').regions].filter(([, people]) => people > 0)).toEqual([
    [2, 1],
    [8, 3],
    [9, 1],
  ])
})

test('battery and temperature of VS350, and its history', () => {
  expect(frame('017564 03670C01')).toMatchObject({ battery: 100, temperature: 26.8, model: 'vs350' })
  expect(frame('20CE7B3AF164000B000400').history).toEqual([{ at: 1_693_530_747_000, in: 11, out: 4 }])
  expect(frame('20CEFF3DF16401070002001D000800').history).toEqual([
    { at: 1_693_531_647_000, in: 7, out: 2, totalIn: 29, totalOut: 8 },
  ])
})

test('totals are counters of 32 bits a line, and the first line has no name', () => {
  expect(parseFixture(milesight, 'vs133-totals.hex')[0]!.readings).toEqual([
    { kind: 'counter', line: '', at: AT, totalIn: 72, totalOut: 200, bits: 32 },
    { kind: 'counter', line: '2', at: AT, totalIn: 0, totalOut: 0, bits: 32 },
    { kind: 'counter', line: '3', at: AT, totalIn: 0, totalOut: 0, bits: 32 },
    { kind: 'counter', line: '4', at: AT, totalIn: 5300, totalOut: 6797, bits: 32 },
    heartbeat,
  ])
})

test('periods beside totals are the same people: only the totals count', () => {
  expect(parseFixture(milesight, 'vs350.hex')[0]!.readings).toEqual([
    { kind: 'counter', line: '', at: AT, totalIn: 18, totalOut: 22, bits: 16 },
    { ...heartbeat, battery: 100 },
  ])
  expect(parseFixture(milesight, 'vs133-periods.hex')[0]!.readings).toEqual([heartbeat])
})

test('a period alone counts for a model without totals, and is kept apart when the model is not known', () => {
  expect(read('05CC13001400', 'VS121').readings[0]).toEqual({
    kind: 'event',
    line: '',
    at: AT,
    in: 19,
    out: 20,
    sequence: 0,
  })
  expect(read('05CC13001400', 'VS133')).toMatchObject({ readings: [heartbeat], unread: [] })
  expect(read('05CC13001400').unread).toMatchObject([{ reason: 'LINE_UNREADABLE' }])
})

test('history is placed at its own time', () => {
  expect(parseFixture(milesight, 'vs350-history.hex')[0]!.readings.slice(0, 2)).toEqual([
    { kind: 'event', line: '', at: 1_693_530_747_000, in: 11, out: 4, sequence: 0 },
    { kind: 'counter', line: '', at: 1_693_531_647_000, totalIn: 29, totalOut: 8, bits: 16 },
  ])
})

test('the three envelopes say the same', () => {
  const counter = { kind: 'counter', line: '', totalIn: 18, totalOut: 22, bits: 16 }
  expect(parseFixture(milesight, 'plain.json')).toMatchObject([
    { device: DEVICE, sequence: 17, readings: [{ kind: 'counter', at: AT, totalIn: 72, totalOut: 200 }, heartbeat] },
  ])
  expect(parseFixture(milesight, 'ttn.json')).toMatchObject([
    { device: DEVICE, sequence: 17, readings: [{ ...counter, at: AT + 251 }, { battery: 100 }] },
  ])
  expect(parseFixture(milesight, 'chirpstack.json')).toMatchObject([
    { device: DEVICE, sequence: 18, readings: [{ ...counter, at: AT + 250 }, { kind: 'heartbeat' }] },
  ])
})

test('a low battery is a flag; an envelope of a join is a sign of life', () => {
  expect(read('017505').readings).toEqual([{ ...heartbeat, flags: ['lowBattery'], battery: 5 }])
  expect(
    milesight.parse(
      { deviceInfo: { devEui: DEVICE }, time: '2024-07-01T08:00:00Z', devAddr: '00189440' },
      contextOf(),
    )[0]!.readings,
  ).toEqual([heartbeat])
})

test('one uplink without a device does not cost the others', () => {
  const messages = milesight.parse(
    [{ data: '017564' }, { devEUI: DEVICE, time: '2024-07-01T08:00:00Z', data: '04CC12001600' }],
    contextOf(),
  )
  expect(messages).toMatchObject([
    { device: DEVICE, readings: [{ totalIn: 18 }, heartbeat], unread: [{ reason: 'FIELD_MISSING' }] },
  ])
})

test('VS121-P: people now, in all and by region, in the time of the device', () => {
  expect(parseFixture(milesight, 'vs121-p.json')).toEqual([
    {
      device: '24:E1:24:00:11:22',
      sentAt: AT,
      unread: [],
      readings: [
        { kind: 'occupancy', line: '', at: AT, people: 5 },
        { kind: 'occupancy', line: 'region-1', at: AT, people: 3 },
        { kind: 'occupancy', line: 'region-2', at: AT, people: 2 },
      ],
    },
  ])
})

test('VS121-P on summer time is placed by the zone of its local', () => {
  const body = {
    device_info: { device_mac: '24E124001122' },
    time_info: { timezone: 'UTC+1:00', dst_status: true, end_time: '2024/07/01 10:00:00' },
    current_total: 1,
  }
  expect(milesight.parse(body, contextOf())[0]!.readings).toEqual([{ kind: 'occupancy', line: '', at: AT, people: 1 }])
  expect(milesight.parse(body, contextOf({ zoneOf: () => undefined }))[0]!.unread).toMatchObject([
    { reason: 'TIME_UNREADABLE' },
  ])
})
