import { expect, test } from 'vitest'
import { axis } from './axis.ts'
import { contextOf, parseFixture, refusalOf } from './testing.ts'

const parse = (text: string, change: Parameters<typeof contextOf>[0] = {}) =>
  axis.parse(Buffer.from(text), contextOf(change))
const DEVICE = '00:40:8C:AC:51:2B'
const at = (hour: number, minute: number, second = 0) => Date.UTC(2024, 6, 1, hour, minute, second)

test('what is no text, no JSON and no table is refused', () => {
  expect(refusalOf(() => axis.parse(Buffer.from([0xc3, 0x28]), contextOf()))).toBe('The body is not UTF-8.')
  expect(refusalOf(() => parse('{"sensor": '))).toBe('The body begins like JSON and cannot be read as JSON.')
  expect(refusalOf(() => parse('hello'))).toBe(
    'Line 1 is "hello"; expected column names with a time (start), in and out.',
  )
  expect(refusalOf(() => parse('{"a": 1}'))).toMatch(/^There is none of sensor/)
  expect(refusalOf(() => parse('start,in,out\n2024-07-01 10:00,1,1'))).toMatch(
    /^serial, or device in the content type, is missing/,
  )
})

test('the Retail Data push is read in UTC, each measurement with its two directions', () => {
  expect(parseFixture(axis, 'push.json')).toEqual([
    {
      device: DEVICE,
      sentAt: at(8, 15, 3),
      unread: [],
      readings: [
        { kind: 'count', line: '', start: at(8, 13), end: at(8, 14), in: 6, out: 2 },
        { kind: 'count', line: '', start: at(8, 14), end: at(8, 15), in: 0, out: 1 },
        { kind: 'heartbeat', at: at(8, 15), flags: [], firmware: '4.5.1' },
      ],
    },
  ])
})

test('a measurement without a readable count is quarantined, and one of another kind is no count', () => {
  const span = { utcFrom: '2024-07-01T08:13:00Z', utcTo: '2024-07-01T08:14:00Z' }
  const body = {
    sensor: { serial: '00408CAC512B' },
    data: {
      measurements: [
        { kind: 'people-counts', ...span, items: [{ direction: 'in', count: -1 }] },
        { kind: 'dwell', ...span },
        { kind: 'people-counts', ...span, utcTo: 'later', items: [] },
      ],
    },
  }
  expect(parse(JSON.stringify(body))[0]!.unread.map(({ reason }) => reason)).toEqual([
    'COUNT_UNREADABLE',
    'TIME_UNREADABLE',
  ])
})

test('live-sum.json is a counter in local time', () => {
  expect(parseFixture(axis, 'live-sum.json')).toEqual([
    {
      device: DEVICE,
      sentAt: at(9, 27, 56),
      unread: [],
      readings: [{ kind: 'counter', line: '', at: at(9, 27, 56), totalIn: 12, totalOut: 318 }],
    },
  ])
})

test('live-sum.json in the hour that comes twice is the pass near its arrival, else it is ambiguous', () => {
  const body = '{"serial":"00408CAC512B","timestamp":"20241027023000","in":1,"out":1}'
  const read = (receivedAt: number) => parse(body, { receivedAt })[0]!
  expect(read(Date.UTC(2024, 9, 27, 0, 30, 2)).readings).toMatchObject([{ at: Date.UTC(2024, 9, 27, 0, 30) }])
  expect(read(Date.UTC(2024, 9, 27, 1, 30, 2)).readings).toMatchObject([{ at: Date.UTC(2024, 9, 27, 1, 30) }])
  expect(read(Date.UTC(2024, 9, 28)).unread).toMatchObject([{ reason: 'TIME_AMBIGUOUS' }])
})

test('live-sum.json of a camera whose local is not known is quarantined', () => {
  expect(parseFixture(axis, 'live-sum.json', { zoneOf: () => undefined })[0]!.unread).toMatchObject([
    { reason: 'TIME_UNREADABLE' },
  ])
})

test('an export as JSON without ends goes by its step', () => {
  expect(parseFixture(axis, 'export.json')[0]!.readings).toEqual([
    { kind: 'count', line: '', start: at(8, 0), end: at(8, 15), in: 4, out: 1 },
    { kind: 'count', line: '', start: at(8, 15), end: at(8, 30), in: 0, out: 0 },
    { kind: 'count', line: '', start: at(8, 30), end: at(8, 45), in: 7, out: 3 },
  ])
})

test('an export as CSV names its columns; the camera may be named by the content type', () => {
  const readings = parseFixture(axis, 'export.csv')[0]!.readings
  expect(readings).toEqual([
    { kind: 'count', line: '', start: at(8, 0), end: at(8, 15), in: 4, out: 1 },
    { kind: 'count', line: '', start: at(8, 15), end: at(8, 30), in: 0, out: 0 },
  ])
  expect(
    parse('start;end;in;out\n20240701100000;20240701101500;4;1\n', {
      headers: { 'content-type': 'text/csv; charset=utf-8; device=00408cac512b' },
    }),
  ).toEqual([{ device: DEVICE, unread: [], readings: [readings[0]] }])
})

test('a passage of the Direction Detector is an event', () => {
  expect(parseFixture(axis, 'direction.json')).toEqual([
    { device: DEVICE, unread: [], readings: [{ kind: 'event', line: '', at: at(8, 0), in: 0, out: 1, sequence: 0 }] },
  ])
  expect(parse('{"device":"00408CAC512B","direction":"up","timestamp":1719820800000}')[0]!.unread).toMatchObject([
    { reason: 'COUNT_UNREADABLE' },
  ])
})

const SPAN = { utcFrom: '2024-07-01T08:13:00Z', utcTo: '2024-07-01T08:14:00Z' }
const pushed = (measurements: unknown, more: object = {}) =>
  parse(JSON.stringify({ sensor: { serial: '00408CAC512B' }, data: { measurements }, ...more }))[0]!
const counted = (more: object) => pushed([{ kind: 'people-counts', ...SPAN, ...more }])

test('a push adds up the items of a direction; a direction that is not there is not known', () => {
  const items = [
    { direction: 'in', count: 2 },
    { direction: 'in', count: 3 },
    { direction: 'unknown', count: 9 },
  ]
  expect(counted({ items }).readings).toEqual([
    { kind: 'count', line: '', start: at(8, 13), end: at(8, 14), in: 5, out: null },
  ])
  expect(counted({ items: [{ direction: 'out', count: 0 }] }).readings).toMatchObject([{ in: null, out: 0 }])
})

test.each([
  ['no item of a direction', { items: [{ direction: 'up', count: 1 }] }],
  ['no items', {}],
  ['a wrong count that goes in', { items: [{ direction: 'in', count: 1.5 }] }],
  [
    'a wrong count that goes out',
    {
      items: [
        { direction: 'in', count: 1 },
        { direction: 'out', count: 1 },
        { direction: 'out', count: -1 },
      ],
    },
  ],
])('a measurement with %s is quarantined whole', (_, more) => {
  const expected = 'items with direction in or out and count as a whole number'
  expect(counted(more)).toEqual({
    device: DEVICE,
    readings: [],
    unread: [{ reason: 'COUNT_UNREADABLE', what: { kind: 'people-counts', ...SPAN, ...more }, expected }],
  })
})

test.each([
  ['no begin', { utcFrom: undefined }],
  ['no end', { utcTo: undefined }],
  ['its end at its begin', { utcTo: SPAN.utcFrom }],
  ['more than a day', { utcTo: '2024-07-02T08:13:00.001Z' }],
])('a measurement of %s is quarantined for its time', (_, more) => {
  const { readings, unread } = counted({ items: [{ direction: 'in', count: 1 }], ...more })
  expect([readings, unread.map(({ reason, expected }) => [reason, expected])]).toEqual([
    [],
    [['TIME_UNREADABLE', 'utcFrom and utcTo as ISO times in UTC, at most a day apart']],
  ])
})

test('a measurement may be a whole day', () => {
  const day = { items: [{ direction: 'in', count: 1 }], utcTo: '2024-07-02T08:13:00Z' }
  expect(counted(day).readings).toMatchObject([{ start: at(8, 13), end: at(32, 13) }])
})

test('the version of a push is reported at the end of its newest count, else when it was sent, else not at all', () => {
  const sensor = { serial: '00408CAC512B', applicationVersion: '4.5.1' }
  const alive = (when: number) => [{ kind: 'heartbeat', at: when, flags: [], firmware: '4.5.1' }]
  const count = (minute: number) => ({
    kind: 'people-counts',
    utcFrom: `2024-07-01T08:${minute}:00Z`,
    utcTo: `2024-07-01T08:${minute + 1}:00Z`,
    items: [{ direction: 'in', count: 1 }],
  })
  const late = pushed([count(20), count(10)], { sensor, utcSent: '2024-07-01T09:00:00Z' })
  expect([late.sentAt, late.readings.slice(2)]).toEqual([at(9, 0), alive(at(8, 21))])
  expect(pushed([], { sensor, utcSent: '2024-07-01T09:00:00Z' }).readings).toEqual(alive(at(9, 0)))
  expect(pushed([], { sensor }).readings).toEqual([])
  expect(pushed([count(10)], { utcSent: '2024-07-01T09:00:00Z' }).readings).toHaveLength(1)
})

test('live-sum.json needs both counters as whole numbers and a time of the calendar', () => {
  const read = (more: object) =>
    parse(JSON.stringify({ serial: '00408CAC512B', timestamp: '20240701112756', in: 12, out: 318, ...more }))[0]!
  const missed = (reason: string, expected: string) => [{ reason, what: expect.any(Object), expected }]
  const time = 'timestamp as YYYYMMDDhhmmss, of a camera whose local has a time zone'
  expect(read({ timestamp: '202407011127' })).toMatchObject({ sentAt: at(9, 27), readings: [{ at: at(9, 27) }] })
  for (const wrong of ['20240701', '2024070111275', '20241301112756', '20240701252756', '120240701112756', 7])
    expect(read({ timestamp: wrong })).toEqual({
      device: DEVICE,
      readings: [],
      unread: missed('TIME_UNREADABLE', time),
    })
  for (const wrong of [{ in: -1 }, { out: '1.5' }, { out: undefined }])
    expect(read(wrong)).toEqual({
      device: DEVICE,
      readings: [],
      unread: missed('COUNT_UNREADABLE', 'in and out as whole numbers'),
    })
  const noZone = parse('{"serial":"00408CAC512B","timestamp":"20240701112756","in":1,"out":1}', {
    zoneOf: () => 'Atlantis/City',
  })
  expect(noZone[0]!.unread).toMatchObject([{ reason: 'TIME_UNREADABLE', expected: time }])
  expect(refusalOf(() => read({ serial: 'x' }))).toBe('serial is "x"; expected a MAC address of 12 hex digits.')
})

test('a passage goes in or out, in any capitals, of the first of device, serial and content type that is a MAC', () => {
  const read = (more: object, headers = {}) =>
    parse(JSON.stringify({ direction: 'in', timestamp: at(8, 0), ...more }), { headers })[0]!
  expect(read({ device: 'door', serial: '00408CAC512B', direction: ' IN ' })).toEqual({
    device: DEVICE,
    unread: [],
    readings: [{ kind: 'event', line: '', at: at(8, 0), in: 1, out: 0, sequence: 0 }],
  })
  const type = { 'content-type': 'application/json; device="00-40-8C-AC-51-2B"' }
  expect(read({ device: 'door', direction: 'out' }, type)).toMatchObject({
    device: DEVICE,
    readings: [{ in: 0, out: 1 }],
  })
  expect(read({ device: '00408CAC0000', serial: '00408CAC512B' }).device).toBe('00:40:8C:AC:00:00')
  expect(read({ device: '00408CAC512B', timestamp: 'noon' }).unread).toMatchObject([
    { reason: 'TIME_UNREADABLE', expected: 'timestamp in epoch ms' },
  ])
  expect(read({ device: '00408CAC512B', direction: 'up' }).unread).toMatchObject([
    { reason: 'COUNT_UNREADABLE', expected: 'direction in or out' },
  ])
  expect(refusalOf(() => read({ device: 'door' }))).toBe('device is "door"; expected a MAC address of 12 hex digits.')
})

test.each(['{"in":1,"out":1}', '{"timestamp":1}', '{"direction":"in"}', '{"sensor":"x"}', '{"data":{}}', '{}'])(
  '%s is no push, live sum, passage or export',
  (text) => {
    expect(refusalOf(() => parse(text))).toBe(
      'There is none of sensor, timestamp with in and out, and a list of intervals; expected a push or an export of ' +
        'Axis.',
    )
  },
)

const type = (text: string) => ({ headers: { 'content-type': `${text}; device=00408CAC512B` } })
const FIRST = { kind: 'count', line: '', start: at(8, 0), end: at(8, 15), in: 4, out: 1 }

test.each([
  ['a list', (rows: object[]) => rows],
  ['data', (data: object[]) => ({ data })],
  ['counts', (counts: object[]) => ({ counts })],
  ['measurements', (measurements: object[]) => ({ data: 7, measurements })],
  ['intervals', (intervals: object[]) => ({ intervals })],
])('an export as JSON: intervals in %s', (_, wrap) => {
  const row = { from: '2024-07-01T08:00:00Z', to: '2024-07-01 10:15', in: 4, out: 1 }
  expect(parse(JSON.stringify(wrap([row])), type('application/json'))[0]!.readings).toEqual([FIRST])
  expect(parse(JSON.stringify(wrap([{ ...row, serial: '00408CAC512B' }])))[0]!.readings).toEqual([FIRST])
})

test.each([
  ['from', 'to'],
  ['start', 'end'],
  ['timestamp', 'stop'],
  ['time', 'to'],
])('an export as JSON: an interval is from %s to %s', (from, to) => {
  const row = { [from]: '20240701100000', [to]: '202407011015', in: '4', out: '1' }
  expect(parse(JSON.stringify([row]), type('application/json'))[0]!.readings).toEqual([FIRST])
})

test.each([
  'start,end,in,out',
  'Timestamp;stop;Count In;Count Out',
  'TIME\tTo\tin_count\tout_count',
  '"date","to","in","out"',
  ' from , end , in , out ',
])('an export as CSV: the columns of %j', (head) => {
  const separator = /[,;\t]/.exec(head)![0]
  const line = ['2024-07-01 10:00', '"2024-07-01 10:15"', ' 4', '1'].join(separator)
  expect(parse(`\r\n${head}\r\n\r\n${line}\r\n`, type('text/csv'))[0]!.readings).toEqual([FIRST])
})

test.each(['end,in,out', 'start,end,in', 'start,end,out'])(
  'an export as CSV without a column, %s, is refused',
  (head) => {
    expect(() => parse(`${head}\n1,2,3`, type('text/csv'))).toThrow(
      expect.objectContaining({
        message: `Line 1 is "${head}"; expected column names with a time (start), in and out.`,
        details: { line: 1 },
      }),
    )
  },
)

test('the columns of an export may come in any order', () => {
  const text = 'end,out,in,start\n2024-07-01 10:15,1,4,2024-07-01 10:00'
  expect(parse(text, type('text/csv'))[0]!.readings).toEqual([FIRST])
})

test('an empty export is refused for its first line', () => {
  expect(refusalOf(() => parse('\n'))).toBe('Line 1 is ""; expected column names with a time (start), in and out.')
})

test('the camera of an export is the serial of its rows, else that of the content type', () => {
  const head = 'mac,start,end,in,out\n'
  const row = '2024-07-01 10:00,2024-07-01 10:15,4,1'
  expect(parse(`${head}00408CAC0000,${row}`, type('text/csv'))[0]!.device).toBe('00:40:8C:AC:00:00')
  expect(parse(`${head}Door,${row}`, type('text/csv'))[0]!.device).toBe(DEVICE)
  expect(refusalOf(() => parse(`${head}Door,${row}`))).toBe(
    'serial, or device in the content type, is missing; expected a MAC address of 12 hex digits.',
  )
})

test('rows of several cameras count each at its own; one that names none is of the first', () => {
  const other = '00:40:8C:AC:00:00'
  const row = (serial: string, start: string, entered: number) => ({ serial, start, in: entered, out: 0 })
  const rows = [
    row('00408CAC512B', '2024-07-01 10:00', 1),
    row('00408CAC0000', '2024-07-01 10:00', 20),
    row('', '2024-07-01 10:15', 3),
    row('00408CAC0000', '2024-07-01 11:00', 40),
  ]
  // Each camera has its own zone, and its own step.
  const zoneOf = (device: string) => (device === other ? 'UTC' : 'Europe/Madrid')
  const quarter = (start: number, entered: number) => ({
    kind: 'count',
    line: '',
    start,
    end: start + 900_000,
    in: entered,
    out: 0,
  })
  const messages = [
    { device: DEVICE, unread: [], readings: [quarter(at(8, 0), 1), quarter(at(8, 15), 3)] },
    {
      device: other,
      unread: [],
      readings: [
        { ...quarter(at(10, 0), 20), end: at(11, 0) },
        { ...quarter(at(11, 0), 40), end: at(12, 0) },
      ],
    },
  ]
  expect(parse(JSON.stringify(rows), { zoneOf })).toEqual(messages)
  const csv = ['serial,start,in,out', ...rows.map((one) => Object.values(one).join(','))].join('\n')
  expect(parse(csv, { zoneOf })).toEqual(messages)
})

test('rows without an end go by the shortest step of the export', () => {
  const read = (...times: string[]) =>
    parse(['start,in,out', ...times.map((time) => `2024-07-01 ${time},1,0`)].join('\n'), type('text/csv'))[0]!
  const spans = ({ readings }: ReturnType<typeof read>) =>
    readings.map((reading) => (reading.kind === 'count' ? (reading.end - reading.start) / 60_000 : 0))
  expect(spans(read('10:00', '10:30', '10:45'))).toEqual([15, 15, 15])
  expect(spans(read('10:45', '10:00', '10:15'))).toEqual([15, 15, 15])
  const expected = 'an end of the interval, or several rows with equal steps'
  for (const times of [['10:00'], ['10:15', '10:00']])
    expect(read(...times)).toMatchObject({
      readings: [],
      unread: times.map(() => ({ reason: 'TIME_UNREADABLE', expected })),
    })
  const oneBad = read('10:00', '25:00', '10:30', '10:45')
  expect([spans(oneBad), oneBad.unread.map(({ reason }) => reason)]).toEqual([[15, 15, 15], ['TIME_UNREADABLE']])
})

test.each([
  ['an end at the begin', '2024-07-01 10:00,2024-07-01 10:00,1,1', 'TIME_UNREADABLE', /^an end of the interval/],
  ['more than a day', '2024-07-01 10:00,2024-07-02 10:01,1,1', 'TIME_UNREADABLE', /^an end of the interval/],
  ['an end that is no time', '2024-07-01 10:00,later,1,1', 'TIME_UNREADABLE', /^an end of the interval/],
  ['a time that came twice', '2024-10-27 02:30,2024-10-27 03:00,1,1', 'TIME_AMBIGUOUS', /^a time with its offset/],
  ['a time that never came', '2024-03-31 02:30,2024-03-31 03:00,1,1', 'TIME_UNREADABLE', /^a time with its offset/],
  ['no number in', '2024-07-01 10:00,2024-07-01 10:15,x,1', 'COUNT_UNREADABLE', /^in and out as whole numbers$/],
  ['no number out', '2024-07-01 10:00,2024-07-01 10:15,1', 'COUNT_UNREADABLE', /^in and out as whole numbers$/],
])('a row with %s is quarantined with its line', (_, line, reason, expected) => {
  const { readings, unread } = parse(`start,end,in,out\n${line}`, type('text/csv'))[0]!
  expect([readings, unread]).toEqual([[], [{ reason, what: { line }, expected: expect.stringMatching(expected) }]])
})

test('a row of a whole day is read, and a time with its offset needs no zone', () => {
  const day = 'start,end,in,out\n2024-07-01T08:00:00Z,2024-07-02T10:00:00+02:00,1,2'
  const readings = [{ kind: 'count', line: '', start: at(8, 0), end: at(32, 0), in: 1, out: 2 }]
  expect(parse(day, { ...type('text/csv'), zoneOf: () => undefined })).toEqual([
    { device: DEVICE, unread: [], readings },
  ])
  const civil = 'start,end,in,out\n2024-07-01 10:00,2024-07-01 10:15,4,1'
  for (const zone of [undefined, 'Atlantis/City'])
    expect(parse(civil, { ...type('text/csv'), zoneOf: () => zone })[0]!.unread).toMatchObject([
      { reason: 'TIME_UNREADABLE' },
    ])
})

test('an export has 200,000 rows and no more', () => {
  const rows = (many: number) => `[${Array.from({ length: many }, () => '0').join(',')}]`
  expect(refusalOf(() => parse(rows(200_001), type('application/json')))).toBe(
    'The export has 200001 rows; at most 200000 are read at once.',
  )
})

test('the body is plain UTF-8', () => {
  const nul = Buffer.from('{"a":\0}')
  expect(refusalOf(() => axis.parse(nul, contextOf()))).toBe('Byte 6 is zero; expected plain UTF-8 text, not UTF-16.')
  expect(refusalOf(() => axis.parse(Buffer.from('\0'), contextOf()))).toMatch(/^Byte 1 is zero/)
  expect(refusalOf(() => axis.parse({}, contextOf()))).toBe('The body was not read as bytes; send it as JSON or CSV.')
  expect(refusalOf(() => parse('  \n{"a"'))).toBe('The body begins like JSON and cannot be read as JSON.')
})
