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

test('bytes that are neither hex nor base64, and unknown channels, are quarantined', () => {
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
  expect(frame('04C9030800A1 06CD05')).toMatchObject({ people: 3, maxPeople: 5, taken: [1, 0, 0, 0, 0, 1, 0, 1] })
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

test('a period alone counts for a model without totals, and is quarantined when the model is not known', () => {
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

test.each([
  ['FF08010203040506', {}],
  ['FF090102', {}],
  ['FF0B01', {}],
  ['FF0F01', {}],
  ['FF160102030405060708', {}],
  ['FFFE01', {}],
  ['FFFF0102', {}],
  ['FF0101', {}],
  ['FF0A0112', { firmware: '1.12' }],
  ['FF1F01020A0B', { firmware: '1.2.10.11' }],
  ['017564', { battery: 100 }],
  ['036700FF', { temperature: -25.6, model: 'vs350' }],
  ['83670C0101', { temperature: 26.8, model: 'vs350' }],
  ['0AEF805F8266', { at: 1_719_820_160_000 }],
  ['04C9020300FF', { people: 2, taken: [1, 1, 1], model: 'vs121' }],
  ['04C90214FFFF', { people: 2, taken: Array.from({ length: 16 }, () => 1), model: 'vs121' }],
  ['06CD07', { maxPeople: 7, model: 'vs121' }],
  ['09DA0000000000000000', {}],
  ['0ADA0000000000000000', {}],
  ['0BDA0000000000000000', {}],
  ['0CDA0000000000000000', {}],
])('channel %s is read whole and says only its own', (hex, said) => {
  const nothing = {
    totals: new Map(),
    periods: new Map(),
    regions: new Map(),
    dwell: new Map(),
    history: [],
    model: '',
  }
  expect(frame(`${hex}017501`)).toEqual({ ...nothing, ...said, battery: 1 })
})

test.each([
  ['03D2', 1, 'in'],
  ['04D2', 1, 'out'],
  ['06D2', 2, 'in'],
  ['07D2', 2, 'out'],
  ['09D2', 3, 'in'],
  ['0AD2', 3, 'out'],
  ['0CD2', 4, 'in'],
  ['0DD2', 4, 'out'],
])('channel %s is the total of line %i, %s', (channel, line, side) => {
  expect(frame(`${channel}01020304`)).toMatchObject({
    totals: new Map([[line, { [side]: 0x04030201, bits: 32 }]]),
    model: 'vs13x',
  })
})

test.each([
  ['05CC', 1, ''],
  ['08CC', 2, 'vs13x'],
  ['0BCC', 3, 'vs13x'],
  ['0ECC', 4, 'vs13x'],
])('channel %s is the period of line %i', (channel, line, model) => {
  const { periods, model: found } = frame(`${channel}01020304`)
  expect([periods, found]).toEqual([new Map([[line, { in: 0x0201, out: 0x0403 }]]), model])
})

test.each([
  ['04CC01020304', { totals: new Map([[1, { in: 0x0201, out: 0x0403, bits: 16 }]]), model: 'vs350' }],
  ['85CC0102030401', { periods: new Map([[1, { in: 0x0201, out: 0x0403 }]]), model: 'vs350' }],
  ['0FE301020304', { model: 'vs13x' }],
  ['10E40109101121', { model: 'vs13x' }],
  ['07D50000000000000001', { model: 'vs121' }],
  ['08D50000000000000001', { model: 'vs121' }],
  ['0FE301020304 03670C01', { model: 'vs13x', temperature: 26.8 }],
])('%s reports its model', (hex, said) => {
  expect(frame(hex)).toMatchObject(said)
})

test('the regions of VS121 are 1 to 16, eight a channel', () => {
  expect([...frame('07D50102030405060708 08D5090A0B0C0D0E0F10').regions]).toEqual(
    Array.from({ length: 16 }, (_, i) => [i + 1, i + 1]),
  )
})

test.each([
  ['01', 0],
  ['0175', 0],
  ['0175640175', 3],
  ['017564AA', 3],
  ['AABB0175', 0],
  ['017564 20CE7B3AF164000B0004', 3],
  ['20CEFF3DF16401070002001D0008', 0],
])('%s is read up to where a channel is not known or not whole: byte %i', (hex, stoppedAt) => {
  expect(frame(hex).stoppedAt).toBe(stoppedAt)
})

test('a history of 9 or 13 bytes is whole to the last byte, and others follow it', () => {
  expect(frame('20CE7B3AF164000B000400 20CEFF3DF16401070002001D000800 017563')).toMatchObject({
    history: [{ in: 11 }, { in: 7, totalIn: 29 }],
    battery: 99,
    model: 'vs350',
  })
  expect(frame('20CE7B3AF164000B000400').stoppedAt).toBe(undefined)
})

test('a frame is read in its place of a larger buffer', () => {
  const bytes = Buffer.from('FFFFFF017564FFFF', 'hex').subarray(3, 6)
  expect(readFrame(bytes)).toMatchObject({ battery: 100 })
})

test('a frame is of the time of its device, where that is set', () => {
  const at = (hex: string) => read(hex).readings.at(-1)
  expect(at('0AEF805F8266')).toEqual({ ...heartbeat, at: 1_719_820_160_000 })
  expect(at('0AEF00000000')).toEqual(heartbeat)
})

test('people in view, and in each region, are occupancies', () => {
  expect(read('04C9020300FF 0FE302000000').readings.slice(0, 3)).toEqual([
    { kind: 'occupancy', line: '', at: AT, people: 2 },
    { kind: 'occupancy', line: 'region-1', at: AT, people: 2 },
    { kind: 'occupancy', line: 'region-2', at: AT, people: 0 },
  ])
})

test.each([
  ['01750A', { flags: ['lowBattery'], battery: 10 }],
  ['01750B', { flags: [], battery: 11 }],
  ['017564', { flags: [], battery: 100 }],
  ['017565', { flags: [] }],
  ['FF0A0112', { flags: [], firmware: '1.12' }],
])('%s: a battery is low up to ten percent, and none above a hundred', (hex, said) => {
  expect(read(hex).readings).toEqual([{ kind: 'heartbeat', at: AT, ...said }])
})

test.each([
  ['05CC13001400', 'VS350', 'event'],
  ['05CC13001400', 'EM-VS121-915', 'event'],
  ['85CC1300140001', '', 'event'],
  ['05CC13001400', 'VS135', 'nothing'],
  ['05CC13001400 08CC13001400', 'VS350', 'nothing'],
  ['0ECC13001400', 'VS350', 'nothing'],
  ['05CC13001400', 'VS34', 'unread'],
  ['05CC13001400', 'VS134', 'unread'],
])('the periods of %s of a %s are: %s', (hex, model, said) => {
  const { readings, unread } = read(hex, model)
  expect([readings.length > 1 ? readings[0]!.kind : unread.length > 0 ? 'unread' : 'nothing', readings.at(-1)]).toEqual(
    [said, heartbeat],
  )
})

test('a period of no known model says which ones would do, and its event has the counter of the uplink', () => {
  expect(read('05CC13001400').unread).toEqual([
    {
      reason: 'LINE_UNREADABLE',
      what: { period: { in: 19, out: 20 } },
      expected: 'totals switched on in the device, or VS350 or VS121 in the model or name of the envelope',
    },
  ])
  const body = { devEUI: DEVICE, data: '05CC13001400', model: 'vs350', fCnt: 7 }
  expect(milesight.parse(body, contextOf())[0]!.readings[0]).toMatchObject({ kind: 'event', sequence: 7 })
})

const REGIONS = {
  device_info: { device_mac: '24E124001122' },
  time_info: { timezone: 'UTC+2:00', dst_status: false, end_time: '2024/07/01 10:00:00' },
  current_total: 1,
}
const regions = (more: object, context: Parameters<typeof contextOf>[0] = {}) =>
  milesight.parse({ ...REGIONS, ...more }, contextOf(context))[0]!
const timed = (time: object, context: Parameters<typeof contextOf>[0] = {}) =>
  regions({ time_info: { ...REGIONS.time_info, ...time } }, context)

test.each([
  ['UTC+2:00', AT],
  ['utc+2', AT],
  ['UTC +02:00', AT],
  ['UTC-5:30', AT + 7.5 * 3_600_000],
  ['UTC+0', AT + 2 * 3_600_000],
  ['UTC+5:45', AT - 3.75 * 3_600_000],
])('VS121-P: %s is its distance from UTC', (timezone, at) => {
  expect(timed({ timezone }, { zoneOf: () => undefined })).toMatchObject({ sentAt: at, readings: [{ at }] })
})

test.each(['GMT+2', 'xUTC+2', 'UTC+2:00x', 'UTC+123', 'UTC', undefined])(
  'VS121-P: %j says nothing, so that the zone of its local is used',
  (timezone) => {
    const zone = { zoneOf: () => 'America/Lima' }
    expect(timed({ timezone }, zone)).toMatchObject({ sentAt: AT + 7 * 3_600_000 })
    expect(timed({ timezone }, { zoneOf: () => 'x' })).toEqual({
      device: '24:E1:24:00:11:22',
      readings: [],
      unread: [
        {
          reason: 'TIME_UNREADABLE',
          what: { ...REGIONS.time_info, timezone: timezone ?? null },
          expected: 'time_info.end_time as YYYY/MM/DD HH:MM:SS with timezone as UTC+H:MM',
        },
      ],
    })
  },
)

test.each([true, 1, '1', 'true', 'on', 'enable', 'enabled'])('VS121-P: %j is summer time switched on', (dst_status) => {
  const summer = timed({ timezone: 'UTC-5:00', dst_status })
  expect(summer).toMatchObject({ sentAt: AT })
})

test.each([false, 0, 'off', undefined])('VS121-P: %j is summer time switched off', (dst_status) => {
  expect(timed({ timezone: 'UTC-5:00', dst_status })).toMatchObject({ sentAt: AT + 7 * 3_600_000 })
})

test('VS121-P without a time is quarantined, also on a clock whose zone is known', () => {
  expect(timed({ end_time: 'now' })).toMatchObject({ readings: [], unread: [{ reason: 'TIME_UNREADABLE' }] })
  expect(regions({ time_info: null }).unread).toMatchObject([{ reason: 'TIME_UNREADABLE', what: {} }])
})

test('VS121-P: what is no count costs itself; a region without a number is called by its place', () => {
  const { readings, unread } = regions({
    current_total: 'many',
    numbering_regions: [4],
    current_counted: [1, 2, -1],
  })
  expect(readings).toEqual([
    { kind: 'occupancy', line: 'region-4', at: AT, people: 1 },
    { kind: 'occupancy', line: 'region-2', at: AT, people: 2 },
  ])
  expect(unread).toEqual([
    { reason: 'COUNT_UNREADABLE', what: { current_total: 'many' }, expected: 'current_total as a whole number' },
    { reason: 'COUNT_UNREADABLE', what: { region: 3, value: -1 }, expected: 'current_counted as whole numbers' },
  ])
  expect(refusalOf(() => regions({ device_info: {} }))).toBe(
    'device_info.device_mac is missing; expected a MAC address of 12 hex digits.',
  )
})
