import { expect, test } from 'vitest'
import { contextOf, parseFixture, refusalOf } from './testing.ts'
import { xovis } from './xovis.ts'

const MINUTE = Date.UTC(2024, 6, 1, 8, 0)
const parse = (body: unknown) => xovis.parse(body, contextOf())

test('a body of no known push, or without a serial number, is refused', () => {
  expect(refusalOf(() => parse([]))).toBe('The body is a list; expected the JSON object of a Xovis data push.')
  expect(refusalOf(() => parse({ hello: 1 }))).toMatch(/^There is none of content, values/)
  expect(refusalOf(() => parse({ content: { element: [] } }))).toBe(
    'sensor-info.serial-number is missing; expected a MAC address of 12 hex digits.',
  )
  expect(refusalOf(() => parse({ values: [{ type: 'LineCount' }] }))).toBe(
    'No element names its device: serial as a MAC address',
  )
})

test('a bad measurement is quarantined and the others are kept', () => {
  const measurement = [
    { from: '2024-07-01T10:01:00', to: '2024-07-01T10:02:00', value: [{ value: 1, label: 'fw' }] },
    { from: '2024-07-01T10:01:00+02:00', to: '2024-07-01T10:02:00+02:00', value: [{ value: 1.5, label: 'fw' }] },
    { from: '2024-07-01T10:02:00+02:00', to: '2024-07-01T10:03:00+02:00', value: [{ value: 1, label: 'fw' }] },
  ]
  const [message] = parse({
    content: { element: [{ 'element-id': 3, 'data-type': 'LINE', measurement }, { 'data-type': 'HEAT' }] },
    'sensor-info': { 'serial-number': '00:6E:02:00:11:22' },
  })
  expect(message!.unread.map(({ reason }) => reason)).toEqual([
    'TIME_UNREADABLE',
    'COUNT_UNREADABLE',
    'LINE_UNREADABLE',
  ])
  expect(message!.readings).toEqual([
    { kind: 'count', line: '3', start: MINUTE + 120_000, end: MINUTE + 180_000, in: 1, out: null },
  ])
})

test('firmware 4, intervals: forward is in, a zone is an occupancy', () => {
  expect(parseFixture(xovis, 'interval-fw4.json')).toEqual([
    {
      device: '00:6E:02:00:11:22',
      sentAt: Date.UTC(2024, 6, 1, 8, 3, 2),
      unread: [],
      readings: [
        { kind: 'count', line: '0', start: MINUTE + 60_000, end: MINUTE + 120_000, in: 4, out: 1 },
        { kind: 'count', line: '0', start: MINUTE + 120_000, end: MINUTE + 180_000, in: 0, out: 2 },
        { kind: 'occupancy', line: '1', at: MINUTE + 120_000, people: 3 },
      ],
    },
  ])
})

test('firmware 4, events: one crossing gives two events and is counted once', () => {
  expect(parseFixture(xovis, 'events-fw4.json')).toEqual([
    {
      device: '00:6E:02:00:11:22',
      unread: [],
      readings: [
        { kind: 'event', line: '0', at: 1_719_820_865_123, in: 1, out: 0, sequence: 71 },
        { kind: 'event', line: '0', at: 1_719_820_866_001, in: 0, out: 1, sequence: 72 },
      ],
    },
  ])
})

test('firmware 5, logics: several minute records, a zone by its balance, the sequence of the package', () => {
  expect(parseFixture(xovis, 'logics-fw5.json')).toEqual([
    {
      device: '80:1F:12:00:11:22',
      sequence: 312,
      unread: [],
      readings: [
        { kind: 'count', line: '1', start: MINUTE, end: MINUTE + 60_000, in: 3, out: 1 },
        { kind: 'count', line: '1', start: MINUTE + 60_000, end: MINUTE + 120_000, in: 0, out: 0 },
        { kind: 'occupancy', line: '2', at: MINUTE + 60_000, people: 5 },
      ],
    },
  ])
})

test('firmware 5, live data: only crossings of lines are counts', () => {
  expect(parseFixture(xovis, 'live-fw5.json')).toEqual([
    {
      device: '80:1F:12:00:11:22',
      sequence: 90,
      unread: [],
      readings: [
        { kind: 'event', line: '7', at: 1_719_820_865_100, in: 1, out: 0, sequence: 12 },
        { kind: 'heartbeat', at: 1_719_820_865_100, flags: [] },
      ],
    },
  ])
})

test('firmware 5, status: a sign of life that says how the device feels', () => {
  expect(parseFixture(xovis, 'status-fw5.json')).toEqual([
    {
      device: '80:1F:12:00:11:22',
      sequence: 4,
      sentAt: 1_719_820_900_000,
      unread: [],
      readings: [{ kind: 'heartbeat', at: 1_719_820_900_000, flags: ['clockNotSynced'], firmware: '5.2.1' }],
    },
  ])
})

const DEVICE = '00:6E:02:00:11:22'
const COUNT_EXPECTED = 'values labelled fw and bw as whole numbers'
const ZONE_EXPECTED = 'one value with the people in the zone'
const push4 = (element: unknown, more: object = {}) =>
  parse({ content: { element }, 'sensor-info': { 'serial-number': DEVICE }, ...more })[0]!
const minute = (more: object = {}) => ({
  from: '2024-07-01T10:00:00+02:00',
  to: '2024-07-01T10:01:00+02:00',
  value: [{ value: 1, label: 'fw' }],
  ...more,
})
const line4 = (more: object, element: object = {}) =>
  push4([{ 'element-id': 3, 'data-type': 'LINE', measurement: [minute(more)], ...element }])
const SPAN = { start: MINUTE, end: MINUTE + 60_000 }
const missed = (unread: readonly { reason: string; expected: string }[]) =>
  unread.map(({ reason, expected }) => [reason, expected])

test.each([
  [
    [
      { label: 'fw', value: 1 },
      { label: 'bw', value: 2 },
    ],
    { in: 1, out: 2 },
  ],
  [
    [
      { label: 'Forward', value: '1' },
      { label: 'BACKWARD', value: '2' },
    ],
    { in: 1, out: 2 },
  ],
  [
    [
      { label: 'in', value: 1 },
      { label: 'out', value: 0 },
    ],
    { in: 1, out: 0 },
  ],
  [[{ label: 'bw', value: 2 }], { in: null, out: 2 }],
  [
    [
      { label: 'fwd', value: 9 },
      { label: 'fw', value: 1 },
      { label: 'inside', value: 9 },
    ],
    { in: 1, out: null },
  ],
])('forward is in and backward is out, by their labels: %j', (value, said) => {
  expect(line4({ value })).toEqual({
    device: DEVICE,
    readings: [{ kind: 'count', line: '3', ...SPAN, ...said }],
    unread: [],
  })
})

test.each([
  [[]],
  [undefined],
  [
    [
      { label: 'xfw', value: 1 },
      { label: 'bwx', value: 1 },
    ],
  ],
  [
    [
      { label: 'fw', value: -1 },
      { label: 'bw', value: 1 },
    ],
  ],
  [
    [
      { label: 'fw', value: 1 },
      { label: 'bw', value: 'x' },
    ],
  ],
])('a measurement with %j is quarantined whole', (value) => {
  const { readings, unread } = line4({ value })
  expect([readings, missed(unread)]).toEqual([[], [['COUNT_UNREADABLE', COUNT_EXPECTED]]])
})

test.each([
  ['no begin', { from: undefined }],
  ['no end', { to: 'now' }],
  ['its end at its begin', { to: '2024-07-01T10:00:00+02:00' }],
  ['more than a day', { to: '2024-07-02T10:00:01+02:00' }],
])('a measurement of %s is quarantined for its time', (_, more) => {
  const { readings, unread } = line4(more)
  const expected = 'from and to as ISO times with an offset, at most a day apart'
  expect([readings, missed(unread)]).toEqual([[], [['TIME_UNREADABLE', expected]]])
})

test('a measurement may be a whole day', () => {
  expect(line4({ to: '2024-07-02T10:00:00+02:00' }).readings).toMatchObject([{ end: MINUTE + 86_400_000 }])
})

test('a line is named by its id, else by its name; without a type it is a line', () => {
  const named = (element: object) => line4({}, element).readings.map((reading) => 'line' in reading && reading.line)
  expect([
    named({ 'element-name': 'Door' }),
    named({ 'element-id': '', 'element-name': 'Door' }),
    named({ 'element-id': undefined, 'data-type': undefined }),
    named({ 'element-id': 0 }),
  ]).toEqual([['3'], ['Door'], [''], ['0']])
  expect(missed(push4([{ 'data-type': 'HEAT', measurement: [minute()] }]).unread)).toEqual([
    ['LINE_UNREADABLE', 'data-type LINE or ZONE'],
  ])
  expect(push4(undefined)).toEqual({ device: DEVICE, readings: [], unread: [] })
})

test.each([
  [[{ label: 'fill-level', value: 4 }], 4],
  [[{ label: 'OCCUPANCY', value: 4 }], 4],
  [
    [
      { label: 'visits', value: 9 },
      { label: 'balance', value: 4 },
    ],
    4,
  ],
  [[{ label: 'count', value: 4 }], 4],
  [[{ value: '4' }], 4],
  [[{ label: 'visits', value: 9 }], null],
  [[{ label: 'refill', value: 9 }], null],
  [[{ label: 'fill', value: 1.5 }], null],
  [[], null],
])('the people in a zone are what its labels say: %j', (value, people) => {
  const { readings, unread } = line4({ value }, { 'data-type': 'ZONE' })
  expect([readings, missed(unread)]).toEqual(
    people === null
      ? [[], [['COUNT_UNREADABLE', ZONE_EXPECTED]]]
      : [[{ kind: 'occupancy', line: '3', at: SPAN.end, people }], []],
  )
})

test('firmware 4 says when it sent an interval in its own time, or does not', () => {
  const sent = (time: unknown) => push4([], { 'sensor-time': { time } }).sentAt
  expect([sent('2024-07-01T10:00:00+02:00'), sent('2024-07-01T10:00:00'), sent(undefined)]).toEqual([
    MINUTE,
    undefined,
    undefined,
  ])
})

const event = (more: object = {}) => ({
  type: 'LineCount',
  serial: DEVICE,
  timestamp: MINUTE,
  direction: 'forward',
  countItem: { id: 0, name: 'Door' },
  object: { id: 71 },
  ...more,
})
const crossed = (more: object = {}) => ({ kind: 'event', line: '0', at: MINUTE, in: 1, out: 0, sequence: 71, ...more })

test('an event of firmware 4 is of its own sensor, else of that of the message; none costs itself only', () => {
  const home = { 'sensor-info': { 'serial-number': '00:6E:02:00:99:99' } }
  const values = [event(), event({ serial: 'x' })]
  expect(parse({ values, ...home })).toMatchObject([
    { device: DEVICE, readings: [crossed()], unread: [] },
    { device: '00:6E:02:00:99:99', readings: [crossed()] },
  ])
  expect(parse({ values })).toMatchObject([
    {
      device: DEVICE,
      readings: [crossed()],
      unread: [{ reason: 'FIELD_MISSING', expected: 'serial as a MAC address' }],
    },
  ])
})

test('of the events of firmware 4 only LineCount is a count, backward is out, and a line may have only a name', () => {
  expect(
    parse({
      values: [event({ type: 'Dwell' }), event({ direction: 'backward', countItem: { id: '', name: 'Door' } })],
    }),
  ).toEqual([{ device: DEVICE, readings: [crossed({ line: 'Door', in: 0, out: 1 })], unread: [] }])
  const { unread } = parse({ values: [event({ timestamp: 'noon' }), event({ direction: 'up' })] })[0]!
  expect(missed(unread)).toEqual([
    ['TIME_UNREADABLE', 'timestamp in epoch ms'],
    ['COUNT_UNREADABLE', 'direction forward or backward'],
  ])
})

test('events without a number are distinguished by their index at one line and instant', () => {
  const values = [{}, {}, { countItem: { id: 1 } }, { timestamp: MINUTE + 1 }, { serial: '00:6E:02:00:99:99' }].map(
    (more) => event({ object: {}, ...more }),
  )
  expect(
    parse({ values }).map(({ readings }) => readings.map((reading) => 'sequence' in reading && reading.sequence)),
  ).toEqual([[0, 1, 0, 0], [0]])
})

const INFO5 = { sensor_info: { serial_number: DEVICE } }
const logics = (more: object, data: object = {}) =>
  parse({
    logics_data: {
      ...INFO5,
      logics: [{ id: 1, records: [{ from: MINUTE, to: SPAN.end, counts: [{ name: 'fw', value: 1 }] }], ...more }],
      ...data,
    },
  })[0]!

test('firmware 5: who sent it, when, and as which package', () => {
  const begin = (data: object) => {
    const { device, sentAt, sequence } = logics({}, data)
    return [device, sentAt, sequence]
  }
  expect(begin({ time: MINUTE, package_info: { id: 9 } })).toEqual([DEVICE, MINUTE, 9])
  expect(begin({ time: '2024-07-01T10:00:00+02:00', package_info: { id: 'x' } })).toEqual([DEVICE, MINUTE, undefined])
  expect(begin({ sensor_info: { serial: DEVICE, time: MINUTE } })).toEqual([DEVICE, MINUTE, undefined])
  expect(begin({ sensor_info: { serial: DEVICE, time: '2024-07-01T08:00:00Z' } })).toEqual([DEVICE, MINUTE, undefined])
  expect(begin({ time: 'now' })).toEqual([DEVICE, undefined, undefined])
  expect(refusalOf(() => begin({ sensor_info: {} }))).toBe(
    'sensor_info.serial_number is missing; expected a MAC address of 12 hex digits.',
  )
})

test('firmware 5, logics: a record needs its time and its counts, in epoch ms or ISO', () => {
  const read = (record: object, logic: object = {}) => {
    const whole = { from: MINUTE, to: SPAN.end, counts: [{ name: 'fw', value: 1 }], ...record }
    const { readings, unread } = logics({ records: [whole], ...logic })
    return [readings, missed(unread)]
  }
  const count = { kind: 'count', line: '1', ...SPAN, in: 1, out: null }
  expect(read({})).toEqual([[count], []])
  expect(read({ from: '2024-07-01T08:00:00Z', to: '2024-07-01T08:01:00Z' }, { id: '', name: 'Door' })).toEqual([
    [{ ...count, line: 'Door' }],
    [],
  ])
  const time = [[], [['TIME_UNREADABLE', 'from and to in epoch ms, from before to']]]
  expect([read({ to: MINUTE }), read({ from: null }), read({ to: 'x' })]).toEqual([time, time, time])
  const counts = [[], [['COUNT_UNREADABLE', 'counts named fw and bw as whole numbers']]]
  const balance = [{ name: 'balance', value: 5 }]
  expect([read({ counts: [] }), read({ counts: balance })]).toEqual([counts, counts])
  expect(read({ counts: balance }, { info: 'XLT_4X_Zone_OCCUPANCY_COUNT' })).toEqual([
    [{ kind: 'occupancy', line: '1', at: SPAN.end, people: 5 }],
    [],
  ])
  expect(read({ counts: [{ name: 'visits', value: 5 }] }, { info: 'ZONE' })).toEqual([
    [],
    [['COUNT_UNREADABLE', ZONE_EXPECTED]],
  ])
})

const cross = (type: string, attributes: object = {}) => ({
  type,
  attributes: { geometry_id: 7, geometry_name: 'Door', sequence_number: 12, ...attributes },
})
const live = (...frames: object[]) => parse({ live_data: { ...INFO5, frames } })[0]!

test('firmware 5, live data: a crossing is of the time of its frame, and the sensor lived at the newest', () => {
  const { readings } = live(
    { time: MINUTE + 500, events: [cross('LINE_CROSS_BACKWARD', { geometry_id: '' })] },
    { time: '2024-07-01T08:00:00Z', events: [cross('LINE_CROSS_FORWARD'), cross('ZONE_ENTRY')] },
  )
  expect(readings).toEqual([
    crossed({ line: 'Door', at: MINUTE + 500, in: 0, out: 1, sequence: 12 }),
    crossed({ line: '7', sequence: 12 }),
    { kind: 'heartbeat', at: MINUTE + 500, flags: [] },
  ])
})

test('firmware 5, live data: a frame without a time, or without crossings', () => {
  const noTime = live({
    events: [cross('LINE_CROSS_FORWARD'), cross('XLINE_CROSS_FORWARD'), cross('LINE_CROSS_FORWARDS')],
  })
  expect([noTime.readings, missed(noTime.unread)]).toEqual([[], [['TIME_UNREADABLE', 'time of its frame in epoch ms']]])
  expect(live({ time: MINUTE })).toMatchObject({ readings: [{ kind: 'heartbeat', at: MINUTE }], unread: [] })
  expect(live()).toMatchObject({ readings: [], unread: [] })
})

test('firmware 5, live data: crossings without a number are distinguished by their index', () => {
  const bare = { sequence_number: undefined }
  const events = [
    cross('LINE_CROSS_FORWARD', bare),
    cross('LINE_CROSS_FORWARD', bare),
    cross('LINE_CROSS_FORWARD', { ...bare, geometry_id: 8 }),
  ]
  const { readings } = live({ time: MINUTE, events })
  expect(readings.map((reading) => 'sequence' in reading && reading.sequence)).toEqual([0, 1, 0, false])
})

test.each([
  [{ device: { state: 'OK' } }, []],
  [{ device: { state: { value: 'ok, running' } } }, []],
  [{}, []],
  [{ device: { state: 'FAILED' } }, ['stopped']],
  [{ device: { state: { value: 'not ok' } } }, ['stopped']],
  [{ time: { ntp: false } }, ['clockNotSynced']],
  [{ time: { ntp: { synced: false } } }, ['clockNotSynced']],
  [{ time: { ntp: 'not synchronized' } }, ['clockNotSynced']],
  [{ time: { ntp: 'Unsynchronized' } }, ['clockNotSynced']],
  [{ time: { ntp: 'synchronized, not far' } }, []],
  [{ time: { ntp: { synced: true } } }, []],
  [{ time: { ntp: true } }, []],
  [{ device: { state: 'FAILED' }, time: { ntp: false } }, ['stopped', 'clockNotSynced']],
])('firmware 5, status: %j', (states, flags) => {
  expect(parse({ status_data: { ...INFO5, time: MINUTE, states } })[0]!.readings).toEqual([
    { kind: 'heartbeat', at: MINUTE, flags },
  ])
})

test('firmware 5, status: without a time it has the time of arrival; it may have a version', () => {
  const states = { updates: { version: ' 5.2 ' } }
  expect(parse({ status_data: { ...INFO5, states } })[0]!.readings).toEqual([
    { kind: 'heartbeat', at: contextOf().receivedAt, flags: [], firmware: '5.2' },
  ])
})
