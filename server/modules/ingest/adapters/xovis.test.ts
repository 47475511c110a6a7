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

test('a bad measurement is kept apart and the others are kept', () => {
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
