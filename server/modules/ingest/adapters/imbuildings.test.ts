import { expect, test } from 'vitest'
import { imbuildings, readImFrame } from './imbuildings.ts'
import { contextOf, parseFixture } from './testing.ts'

const VECTOR = '02060004A30B00F6B5690800F80003000220060305E661'

test('a frame of another type, variant or length is quarantined', () => {
  expect(readImFrame(Buffer.from(`03${VECTOR.slice(2)}`, 'hex'))).toBeNull()
  expect(imbuildings.parse({ devEUI: '0004A30B00F6B569', data: VECTOR.slice(0, -2) }, contextOf())[0]).toMatchObject({
    readings: [],
    unread: [{ reason: 'COUNT_UNREADABLE' }],
  })
})

test('the documented frame', () => {
  expect(readImFrame(Buffer.from(VECTOR, 'hex'))).toEqual({
    device: '0004A30B00F6B569',
    volt: 2.48,
    periodA: 3,
    periodB: 2,
    totalA: 1539,
    totalB: 1510,
    number: 97,
  })
})

test('the totals are counters of 16 bits; A is in', () => {
  expect(parseFixture(imbuildings, 'counts.json')).toEqual([
    {
      device: '0004A30B00F6B569',
      sequence: 97,
      unread: [],
      readings: [{ kind: 'counter', line: '', at: Date.UTC(2024, 6, 1, 8), totalIn: 1539, totalOut: 1510, bits: 16 }],
    },
  ])
})

test('over NB-IoT the frame itself names the device', () => {
  expect(imbuildings.parse({ data: VECTOR }, contextOf())).toMatchObject([
    { device: '0004A30B00F6B569', sequence: 97, readings: [{ at: contextOf().receivedAt }] },
  ])
})

test('a frame of another kind names no device, and one that cannot be read is kept as hex', () => {
  for (const other of [`0207${VECTOR.slice(4)}`, `${VECTOR}00`, `03${VECTOR.slice(2)}`, '02'])
    expect(readImFrame(Buffer.from(other, 'hex'))).toBe(null)
  expect(() => imbuildings.parse({ data: '0102' }, contextOf())).toThrow(/^No uplink names its device/)
  expect(imbuildings.parse({ devEUI: '0004A30B00F6B569', data: '0102', fCnt: 4 }, contextOf())).toEqual([
    {
      device: '0004A30B00F6B569',
      sequence: 4,
      readings: [],
      unread: [{ reason: 'COUNT_UNREADABLE', what: { data: '0102' }, expected: 'a frame 02 06 of 23 bytes' }],
    },
  ])
})

test('the counter of the network is better than the number of the payload, which has one byte', () => {
  const parse = (more: object) => imbuildings.parse({ devEUI: '0004A30B00F6B569', data: VECTOR, ...more }, contextOf())
  expect([parse({ fCnt: 400 })[0]!.sequence, parse({ fCnt: 0 })[0]!.sequence, parse({})[0]!.sequence]).toEqual([
    400, 0, 97,
  ])
})

test('a frame is read in its place of a larger buffer', () => {
  expect(readImFrame(Buffer.from(`FFFF${VECTOR}FF`, 'hex').subarray(2, 25))).toMatchObject({ totalA: 1539, number: 97 })
})
