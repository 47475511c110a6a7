/** A record of the journal, byte by byte: its content, and invalid records. */
import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord, lengthAt, nextRecord } from './record.ts'

const RECORD = {
  receivedAt: 1_790_000_000_123.5,
  client: 4_000_000_000,
  footscan: 9,
  adapter: 'brickstream',
  type: 'text/xml; charset=ñ',
  body: Buffer.from('{"ñ":1}'),
}
const bytes = encodeRecord(RECORD)

test('a record is read as it was written, at any position', () => {
  const many = Buffer.concat([
    Buffer.from('xyz'),
    bytes,
    encodeRecord({ ...RECORD, adapter: '', body: Buffer.alloc(0) }),
  ])
  expect(lengthAt(many, 3)).toBe(bytes.length)
  expect(decodeRecord(many, 3, bytes.length)).toEqual(RECORD)
  const next = 3 + bytes.length
  expect(decodeRecord(many, next, lengthAt(many, next))).toEqual({ ...RECORD, adapter: '', body: Buffer.alloc(0) })
})

test('its media type is cut at 200 characters', () => {
  const long = encodeRecord({ ...RECORD, type: 'x'.repeat(201) })
  expect(decodeRecord(long, 0, lengthAt(long, 0)).type).toBe('x'.repeat(200))
})

test('a record is whole or invalid: cut at any byte, or with any byte changed', () => {
  for (let length = 0; length < bytes.length; length += 1) expect(lengthAt(bytes.subarray(0, length), 0)).toBe(0)
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect([at, lengthAt(changed, 0)]).toEqual([at, 0])
  }
  expect(lengthAt(bytes, bytes.length)).toBe(0)
})

test('the next record is found behind damage, also where its mark is in what is no record', () => {
  const mark = bytes.subarray(0, 4)
  const damaged = Buffer.concat([mark, mark, Buffer.from('??'), bytes, Buffer.from('??'), bytes])
  expect([nextRecord(damaged, 0), nextRecord(damaged, 10), nextRecord(damaged, 11)]).toEqual([
    10,
    10,
    12 + bytes.length,
  ])
  expect([nextRecord(damaged, 13 + bytes.length), nextRecord(Buffer.alloc(0), 0)]).toEqual([-1, -1])
})
