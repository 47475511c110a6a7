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

test('a measurement without a readable count is kept apart, and one of another kind is no count', () => {
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

test('live-sum.json of a camera whose local is not known is kept apart', () => {
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
