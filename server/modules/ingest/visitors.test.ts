import { expect, test } from 'vitest'
import type { Arrival } from './arrival.ts'
import type { DeviceMessage } from './reading.ts'
import { hideVisitors } from './visitors.ts'

const hash = (mac: string, at: number, client: number) => `#${mac}/${at}/${client}`
const sighting = (visitor: string) =>
  ({ kind: 'sighting', visitor, first: 5, last: 6, rssi: -60, associated: false }) as const
const arrival = (adapter: string, message: Partial<DeviceMessage>): Arrival => ({
  sender: { client: 3, footscan: 4 },
  adapter,
  type: 'text/csv',
  body: Buffer.from('as it came'),
  messages: [{ device: 'd', readings: [], unread: [], ...message }],
  receivedAt: 9,
})

test('what names no phone is kept as it came', () => {
  const given = arrival('', { readings: [{ kind: 'heartbeat', at: 1, flags: [] }] })
  expect(hideVisitors(given, hash)).toBe(given)
})

test.each([
  ['AA:BB:CC:00:00:01', '#AA:BB:CC:00:00:01/5/3'],
  ['AABBCC0000010203', '#AABBCC0000010203/5/3'],
  ['~a-hash-of-before', '~a-hash-of-before'],
])('%s is written as %s, and the body is made anew', (visitor, written) => {
  const { messages, adapter, type, body } = hideVisitors(arrival('', { readings: [sighting(visitor)] }), hash)
  expect(messages[0]?.readings).toEqual([sighting(written)])
  expect([adapter, type]).toEqual(['=', 'application/json'])
  expect(JSON.parse(body.toString())).toEqual(messages)
})

test('a reading that could not be read is left out where it may name a phone, and so is the body', () => {
  const given = arrival('', {
    unread: [{ what: { kind: 'sighting', mac: 'AA:BB:CC:00:00:01' }, why: 'no time' }] as never,
  })
  const { messages, body } = hideVisitors(given, hash)
  expect(messages[0]?.unread).toMatchObject([{ what: null }])
  expect(body.toString()).not.toContain('AA:BB')
})
