/** Uplinks as network servers forward them: their device, when they were received, and their bytes. */
import { describe, expect, test } from 'vitest'
import { hexOf, readUplinks, type Uplink } from './lora.ts'
import { contextOf, refusalOf } from './testing.ts'

const DEVICE = '24E124FFFE001122'
const AT = Date.UTC(2024, 6, 1, 8)
const NOW = contextOf().receivedAt

/** The uplinks that the reader of a vendor is given, and the messages. */
function read(body: unknown, deviceIn?: (bytes: Uint8Array) => string | null) {
  const given: (Uplink & { bytes: Uint8Array })[] = []
  const messages = readUplinks(body, contextOf(), (_draft, uplink) => given.push(uplink), deviceIn)
  return { messages, given: given.map(({ bytes, ...uplink }) => ({ ...uplink, bytes: hexOf(bytes) })) }
}
const uplink = (more: object) => ({ device: DEVICE, port: null, at: NOW, counter: null, model: '', ...more })

describe('an envelope', () => {
  test.each([
    ['plain', { devEUI: DEVICE, fPort: 85, time: AT, data: '0175', fCnt: 3, model: 'VS133' }],
    [
      'plain, in other words',
      { devEui: DEVICE, port: '85', time: '2024-07-01T08:00:00Z', payload: 'AXU=', fCnt: '3', model: 'vs133' },
    ],
    [
      'plain, in others still',
      { dev_eui: '24-e1-24-ff-fe-00-11-22', fPort: 85, time: AT, data: '01 75', fCnt: 3, model: ' vs133 ' },
    ],
  ])('%s', (_, body) => {
    expect(read(body).given).toEqual([uplink({ port: 85, at: AT, counter: 3, model: 'vs133', bytes: '0175' })])
    expect(read(body).messages).toEqual([{ device: DEVICE, sequence: 3, readings: [], unread: [] }])
  })

  test('of The Things Stack: when it was received by the gateway, else by the server', () => {
    const message = { f_port: 85, f_cnt: 3, frm_payload: 'AXU=', received_at: '2024-07-01T08:00:00Z' }
    const body = (more: object, model: object = { model_id: 'VS133' }) => ({
      end_device_ids: { dev_eui: DEVICE, device_id: 'Door' },
      received_at: '2024-07-01T09:00:00Z',
      uplink_message: { ...message, version_ids: model, ...more },
    })
    const said = uplink({ port: 85, at: AT, counter: 3, model: 'vs133 door', bytes: '0175' })
    expect(read(body({})).given).toEqual([said])
    expect(read(body({ received_at: 'x' }, {})).given).toEqual([{ ...said, at: AT + 3_600_000, model: 'door' }])
    const bare = { end_device_ids: { dev_eui: DEVICE }, uplink_message: { frm_payload: 'AXU=' } }
    expect(read(bare).given).toEqual([uplink({ bytes: '0175' })])
  })

  test('of ChirpStack: its model is what its tags, profile and name say', () => {
    const body = {
      deviceInfo: { devEui: DEVICE, tags: { model: 'VS350' }, deviceProfileName: 'Milesight', deviceName: 'Door' },
      fPort: 85,
      fCnt: 3,
      data: 'AXU=',
      time: '2024-07-01T08:00:00Z',
    }
    const said = uplink({ port: 85, at: AT, counter: 3, model: 'vs350 milesight door', bytes: '0175' })
    expect(read(body).given).toEqual([said])
    expect(read({ deviceInfo: { devEui: DEVICE }, data: 'AXU=' }).given).toEqual([uplink({ bytes: '0175' })])
  })

  test('of a network server is base64 even where it could be hex; of the plain form it is what it says', () => {
    const hexOrBase = '01750175'
    const bytes = (body: object) => read(body).given.map((given) => given.bytes)
    expect(bytes({ devEUI: DEVICE, data: hexOrBase })).toEqual(['01750175'])
    expect(bytes({ devEUI: DEVICE, data: hexOrBase, encoding: 'hex' })).toEqual(['01750175'])
    const base = hexOf(Buffer.from(hexOrBase, 'base64'))
    expect(bytes({ devEUI: DEVICE, data: hexOrBase, encoding: 'base64' })).toEqual([base])
    expect(bytes({ deviceInfo: { devEui: DEVICE }, data: hexOrBase })).toEqual([base])
    const things = { end_device_ids: { dev_eui: DEVICE }, uplink_message: { frm_payload: hexOrBase } }
    expect(bytes(things)).toEqual([base])
    expect(bytes({ devEUI: DEVICE, data: '-_8=' })).toEqual(['FBFF'])
  })
})

describe('bytes', () => {
  const kept = (data: unknown, more: object = {}) => {
    const { messages, given } = read({ devEUI: DEVICE, data, ...more })
    return { taken: given.length, ...messages[0]! }
  }

  test.each<[unknown, object]>([
    ['no bytes!', {}],
    ['AXU=', { encoding: 'hex' }],
    ['AXU===', {}],
    ['=AXU', {}],
    ['017', { encoding: 'hex' }],
    [7, {}],
    [{}, {}],
  ])('that are neither hex nor base64, %j, are quarantined', (data, more) => {
    expect(kept(data, more)).toEqual({
      taken: 0,
      device: DEVICE,
      readings: [],
      unread: [
        {
          reason: 'COUNT_UNREADABLE',
          what: { devEUI: DEVICE, data, ...more },
          expected: 'data as hex or base64 of at most 512 bytes',
        },
      ],
    })
  })

  test('are at most 512', () => {
    expect([kept('01'.repeat(512)).taken, kept('01'.repeat(513)).taken]).toEqual([1, 0])
    const base64 = (many: number) => kept(Buffer.alloc(many, 0xff).toString('base64')).taken
    expect([base64(512), base64(513)]).toEqual([1, 0])
    expect([kept(`01${' '.repeat(1534)}`).taken, kept(`01${' '.repeat(1535)}`).taken]).toEqual([1, 0])
  })

  test.each([[undefined], [null], ['']])('that are not there, %j, are a sign of life', (data) => {
    const alive = [{ device: DEVICE, readings: [{ kind: 'heartbeat', at: NOW, flags: [] }], unread: [] }]
    expect(read({ devEUI: DEVICE, data }).messages).toEqual(alive)
    expect(read({ end_device_ids: { dev_eui: DEVICE }, uplink_message: { frm_payload: data } }).messages).toEqual(alive)
  })

  test.each([
    { devEUI: DEVICE, payload: 'no bytes!' },
    { end_device_ids: { dev_eui: DEVICE }, uplink_message: { frm_payload: 'no bytes!' } },
    { deviceInfo: { devEui: DEVICE }, data: 'no bytes!' },
  ])('that cannot be read are no sign of life, in any field: %j', (body) => {
    expect(read(body).messages).toMatchObject([{ readings: [], unread: [{ reason: 'COUNT_UNREADABLE' }] }])
  })
})

describe('several uplinks', () => {
  test('are a message each, with its own counter', () => {
    const { messages } = read([
      { devEUI: DEVICE, fCnt: 1 },
      { devEUI: DEVICE, fCnt: 2 },
    ])
    expect(messages.map(({ sequence }) => sequence)).toEqual([1, 2])
    expect(read([]).messages).toEqual([])
  })

  test('of which some name no device: those are kept with the first that does', () => {
    const { messages } = read([7, { devEUI: DEVICE }, { devEUI: 'x' }, { devEUI: DEVICE }])
    expect(messages.map(({ unread }) => unread)).toEqual([
      [7, { devEUI: 'x' }].map((what) => ({ reason: 'FIELD_MISSING', what, expected: 'devEUI as 16 hex digits' })),
      [],
    ])
  })

  test('that name no device at all are refused', () => {
    expect(refusalOf(() => read([{ devEUI: 'x' }, { devEUI: 'y' }]))).toBe(
      'No uplink names its device: devEUI is "x"; expected 16 hex digits.',
    )
    expect(refusalOf(() => read('text'))).toBe('No uplink names its device: devEUI is missing; expected 16 hex digits.')
  })

  test('are 20,000 and no more', () => {
    expect(read(Array.from({ length: 20_000 }, () => ({ devEUI: DEVICE }))).messages).toHaveLength(20_000)
    expect(refusalOf(() => read(Array.from({ length: 20_001 }, () => 0)))).toBe(
      'The list has 20001 uplinks; at most 20000 are read at once.',
    )
  })

  test('a device may name itself in its bytes, where the envelope does not', () => {
    const named = (bytes: Uint8Array) => (bytes[0] === 1 ? 'FEDCBA9876543210' : null)
    expect(read({ data: '01' }, named).messages).toMatchObject([{ device: 'FEDCBA9876543210' }])
    expect(read({ devEUI: DEVICE, data: '01' }, named).messages).toMatchObject([{ device: DEVICE }])
    for (const body of [{ data: '02' }, {}, { data: 'no bytes!' }])
      expect(refusalOf(() => read(body, named))).toMatch(/^No uplink names its device/)
    expect(refusalOf(() => read({ data: '01' }))).toMatch(/^No uplink names its device/)
  })
})
