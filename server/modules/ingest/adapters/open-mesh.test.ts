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

test('a bad sighting is quarantined without the address of the visitor', () => {
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

test('a signature may be said with its method, and spaces around it; it has 64 digits and no more', () => {
  expect([` ${signature} `, `sha256=${signature}`, `SHA256=${signature}`].map((given) => isSigned(given))).toEqual([
    true,
    true,
    true,
  ])
  expect([`x${signature}`, `${signature}0`, `md5=${signature}`].map((given) => isSigned(given))).toEqual([
    false,
    false,
    false,
  ])
})

const NODE = { node_mac: 'ac:86:74:00:11:22', mac: '10:40:f3:00:00:01' }
const probe = (more: object) => ({
  ...NODE,
  first_seen: 1_719_820_800,
  last_seen: 1_719_820_860,
  max_signal: -60,
  ...more,
})
const read = (body: unknown) => openMesh.parse(body, contextOf())

test.each([
  ['first and last', {}, [0, 60]],
  ['first alone', { last_seen: undefined }, [0, 0]],
  ['last alone', { first_seen: undefined }, [60, 60]],
  ['a whole day', { last_seen: 1_719_820_800 + 86_400 }, [0, 86_400]],
  ['one instant', { last_seen: 1_719_820_800 }, [0, 0]],
])('a probe is seen: %s', (_, more, [from, to]) => {
  const at = 1_719_820_800_000
  expect(read([probe(more)])[0]!.readings).toEqual([
    {
      kind: 'sighting',
      visitor: '10:40:F3:00:00:01',
      first: at + from! * 1000,
      last: at + to! * 1000,
      rssi: -60,
      associated: false,
    },
  ])
})

test.each([
  [{ mac: 'x' }, 'FIELD_MISSING', 'mac as a MAC address'],
  [{ last_seen: 1_719_820_799 }, 'TIME_UNREADABLE', 'first_seen and last_seen in epoch seconds, at most a day apart'],
  [{ last_seen: 1_719_907_201 }, 'TIME_UNREADABLE', 'first_seen and last_seen in epoch seconds, at most a day apart'],
  [
    { first_seen: undefined, last_seen: undefined },
    'TIME_UNREADABLE',
    'first_seen and last_seen in epoch seconds, at most a day apart',
  ],
  [{ max_signal: undefined }, 'COUNT_UNREADABLE', 'max_signal in dBm'],
])('a probe with %j is quarantined', (more, reason, expected) => {
  expect(read([probe(more)])[0]).toMatchObject({ readings: [], unread: [{ reason, expected }] })
})

test('the average signal counts where there is no strongest one; only `true` is associated', () => {
  const signal = (more: object) => read([probe(more)])[0]!.readings[0]
  expect([
    signal({ max_signal: undefined, avg_signal: -70 }),
    signal({ avg_signal: -70, associated: true }),
    signal({ associated: 'true' }),
  ]).toMatchObject([
    { rssi: -70, associated: false },
    { rssi: -60, associated: true },
    { rssi: -60, associated: false },
  ])
})

test('every list of the body is read, under any name; other fields are ignored', () => {
  const messages = read({ network: 'x', probes: [probe({})], others: [probe({ node_mac: 'ac:86:74:00:11:33' })] })
  expect(messages.map(({ device, readings }) => [device, readings.length])).toEqual([
    ['AC:86:74:00:11:22', 1],
    ['AC:86:74:00:11:33', 1],
  ])
  expect([read({}), read([]), read({ probes: 'x' })]).toEqual([[], [], []])
  expect(refusalOf(() => read(null))).toBe('The body is null; expected the JSON of a presence report.')
})
