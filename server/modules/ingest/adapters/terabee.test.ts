import { expect, test } from 'vitest'
import { terabee } from './terabee.ts'
import { contextOf, parseFixture } from './testing.ts'

const AT = Date.UTC(2024, 6, 1, 8)
const read = (data: string, fPort: number) =>
  terabee.parse({ devEUI: '8C1F64FFFE001122', fPort, time: '2024-07-01T08:00:00Z', data }, contextOf())[0]!

test('a frame of another length is kept apart', () => {
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
