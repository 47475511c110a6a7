import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { openMesh } from './open-mesh.ts'
import { contextOf, fixture, parseFixture, refusalOf } from './testing.ts'

const raw = fixture('open-mesh', 'presence.json')
const signature = createHmac('sha256', 'shared key').update(raw).digest('hex')
const isSigned = (given: string | undefined, body = raw, secret = 'shared key') =>
  openMesh.verify!(body, { signature: given }, secret)

test('a missing, short, foreign or altered signature does not hold', () => {
  expect([undefined, '', 'abc', signature.slice(2), 'zz'.repeat(32)].map((given) => isSigned(given))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(isSigned(signature, Buffer.concat([raw, Buffer.from(' ')]))).toBe(false)
  expect(isSigned(signature, raw, 'another key')).toBe(false)
})

test('the HMAC of the body holds, in either case', () => {
  expect([isSigned(signature), isSigned(signature.toUpperCase())]).toEqual([true, true])
})

test('a body that is no report is refused', () => {
  expect(refusalOf(() => openMesh.parse('text', contextOf()))).toBe(
    'The body is "text"; expected the JSON of a presence report.',
  )
  expect(refusalOf(() => openMesh.parse([{ mac: '10:40:f3:00:00:01' }], contextOf()))).toBe(
    'No element names its device: node_mac as a MAC address',
  )
})

test('a bad sighting is kept apart without the address of the visitor', () => {
  const [message] = openMesh.parse(
    [
      { node_mac: 'ac:86:74:00:11:22', mac: '10:40:f3:00:00:01', first_seen: 9, last_seen: 5, max_signal: -60 },
      { node_mac: 'ac:86:74:00:11:22', mac: '10:40:f3:00:00:01', first_seen: 1719820800, max_signal: 'loud' },
    ],
    contextOf(),
  )
  expect(message!.unread.map(({ reason }) => reason)).toEqual(['TIME_UNREADABLE', 'COUNT_UNREADABLE'])
  expect(JSON.stringify(message)).not.toContain('10:40')
})

test('each probe is a sighting by its access point, with the strongest signal', () => {
  expect(parseFixture(openMesh, 'presence.json')).toEqual([
    {
      device: 'AC:86:74:00:11:22',
      unread: [],
      readings: [
        {
          kind: 'sighting',
          visitor: '10:40:F3:00:00:01',
          first: 1_719_820_800_000,
          last: 1_719_820_855_000,
          rssi: -58,
          associated: false,
        },
        {
          kind: 'sighting',
          visitor: 'DA:A1:19:00:00:02',
          first: 1_719_820_830_000,
          last: 1_719_820_830_000,
          rssi: -77,
          associated: true,
        },
      ],
    },
  ])
})
