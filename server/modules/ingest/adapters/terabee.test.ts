import { expect, test } from 'vitest'
import { terabee } from './terabee.ts'
import { contextOf, parseFixture } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)
const read = (data: string, fPort: number) =>
  terabee.parse({ devEUI: '8C1F64FFFE001122', fPort, time: '2024-07-01T08:00:00Z', data }, contextOf())[0]!

test('a frame of another length is quarantined', () => {
  expect(read('000000C80000', 1)).toMatchObject({
    readings: [],
    unread: [{ reason: 'COUNT_UNREADABLE', what: { fPort: 1, data: '000000C80000' } }],
  })
})

test('the totals are counters of 32 bits', () => {
  expect(parseFixture(terabee, 'counts.json')).toEqual([
    {
      device: '8C1F64FFFE001122',
      sequence: 4,
      unread: [],
      readings: [
        { kind: 'counter', line: '', at: AT, totalIn: 200, totalOut: 456, bits: 32 },
        { kind: 'heartbeat', at: AT, flags: [] },
      ],
    },
  ])
})

test('the flags of the device are its alerts; its access point being on is none', () => {
  expect(read('000000C8 000001C8 0F', 1).readings[1]).toEqual({
    kind: 'heartbeat',
    at: AT,
    flags: ['stopped', 'stuck', 'otherDeviceIssue'],
  })
  expect(read('000000C8 000001C8 08', 1).readings[1]).toEqual({ kind: 'heartbeat', at: AT, flags: [] })
})

test('an answer to a command has the same pair; settings are a sign of life', () => {
  expect(read('02 000000C8 000001C8', 2).readings).toEqual([
    { kind: 'counter', line: '', at: AT, totalIn: 200, totalOut: 456, bits: 32 },
  ])
  expect(read('0102030405', 100).readings).toEqual([{ kind: 'heartbeat', at: AT, flags: [] }])
})

test.each([
  ['00000001 00000002 01', 1, ['stopped']],
  ['00000001 00000002 02', 1, ['stuck']],
  ['00000001 00000002 04', 1, ['otherDeviceIssue']],
  ['00000001 00000002 F0', 1, []],
])('the last byte of %s on port %i says %j', (data, port, flags) => {
  expect(read(data, port).readings).toEqual([
    { kind: 'counter', line: '', at: AT, totalIn: 1, totalOut: 2, bits: 32 },
    { kind: 'heartbeat', at: AT, flags },
  ])
})

test.each([
  ['an answer to another command', '03 00000001 00000002', 2],
  ['an answer of another length', '02 00000001 000002', 2],
  ['settings of nine bytes', '02 00000001 00000002', 100],
])('%s is a sign of life and no count', (_, data, port) => {
  expect(read(data, port)).toMatchObject({ readings: [{ kind: 'heartbeat', at: AT, flags: [] }], unread: [] })
})

test('nine bytes without a port are counts; on another port they are quarantined', () => {
  const parse = (more: object) =>
    terabee.parse({ devEUI: '8C1F64FFFE001122', data: '000000010000000200', ...more }, contextOf())[0]!
  expect(parse({}).readings).toMatchObject([{ totalIn: 1, totalOut: 2 }, { kind: 'heartbeat' }])
  for (const fPort of [0, 3, 101])
    expect(parse({ fPort })).toMatchObject({
      readings: [],
      unread: [
        {
          reason: 'COUNT_UNREADABLE',
          what: { fPort, data: '000000010000000200' },
          expected: 'fPort 1 with 9 bytes: count in, count out, flags',
        },
      ],
    })
  expect(parse({ data: '0000000100000002', fPort: undefined }).unread).toMatchObject([{ what: { fPort: null } }])
})
