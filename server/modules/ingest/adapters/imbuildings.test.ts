import { expect, test } from 'vitest'
import { imbuildings, readImFrame } from './imbuildings.ts'
import { contextOf, parseFixture } from './testing.ts'

const VECTOR = '02060004A30B00F6B5690800F80003000220060305E661'

test('a frame of another type, variant or length is kept apart', () => {
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
