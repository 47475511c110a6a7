/** Incoming messages, before anything is written: who may send how often, in which form, signed by whom. */
import { createHmac } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { IngestError } from './ingest-error.ts'
import type { DeviceCaller } from '../../lib/device-caller.ts'
import { ingestService } from './service.ts'
import type { VendorMessage } from './service.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
type Accepted = Parameters<Parameters<typeof ingestService>[0]['ingest']['accept']>[0]
const taken: Accepted[] = []
let failure: Error | null = null
beforeEach(() => {
  taken.length = 0
  failure = null
})

const open = (quotas = { device: { perS: 1e-9, burst: 2 }, client: { perS: 1e-9, burst: 4 } }) =>
  ingestService({
    ingest: {
      directory: { refresh: async () => undefined, of: () => undefined, zoneOf: () => undefined },
      accept: async (arrival: Accepted) => {
        if (failure !== null) throw failure
        taken.push(arrival)
        return { received: 1, refused: [] }
      },
    } as never,
    clock: { now: () => NOW },
    quotas,
  })
const caller = (more: Partial<DeviceCaller> = {}): DeviceCaller => ({
  key: 1,
  client: 5,
  footscan: 0,
  signingSecret: () => null,
  ...more,
})
const OWN = { mac: '00:1a:2b:3c:4d:5e', readings: [] }
const vendor = (more: Partial<VendorMessage> = {}): VendorMessage => ({
  name: 'meraki',
  type: 'application/json',
  raw: Buffer.from('{}'),
  headers: {},
  parseJson: JSON.parse,
  ...more,
})

test('our own protocol is handed over as it came, with who sent it and when', async () => {
  const raw = Buffer.from(JSON.stringify(OWN))
  await open().own(caller(), OWN, raw)
  expect(taken).toEqual([
    {
      sender: caller({ signingSecret: expect.any(Function) as never }),
      adapter: '',
      type: 'application/json',
      body: raw,
      messages: [expect.objectContaining({ device: '00:1A:2B:3C:4D:5E', readings: [], unread: [] })],
      receivedAt: NOW,
    },
  ])
})

test('a device may send less often than a key of a whole client, and each key for itself', async () => {
  const ingest = open()
  const most = (of: DeviceCaller) => {
    for (let n = 0; ; n += 1) {
      try {
        void ingest.own(of, OWN, Buffer.alloc(0))
      } catch (error) {
        return [n, (error as { code: string }).code]
      }
    }
  }
  expect([most(caller({ footscan: 3 })), most(caller({ key: 2 })), most(caller({ key: 3, footscan: 3 }))]).toEqual([
    [2, 'RATE_LIMITED'],
    [4, 'RATE_LIMITED'],
    [2, 'RATE_LIMITED'],
  ])
  await expect(ingest.vendor(caller(), vendor())).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test('a message of an unknown vendor, or in a form that it does not send, is refused in words', async () => {
  const ingest = open()
  await expect(ingest.vendor(caller(), vendor({ name: 'nobody' }))).rejects.toMatchObject({
    code: 'ADAPTER_UNKNOWN',
    message: 'There is no adapter "nobody".',
    details: { adapter: 'nobody' },
  })
  await expect(ingest.vendor(caller(), vendor({ name: 'brickstream', type: 'Image/PNG; q=1' }))).rejects.toMatchObject({
    code: 'CONTENT_TYPE_UNSUPPORTED',
    message:
      'Brickstream / FLIR sends application/xml or text/xml or text/plain or application/octet-stream; ' +
      'this is "image/png".',
    details: { types: ['application/xml', 'text/xml', 'text/plain', 'application/octet-stream'] },
  })
  expect(taken).toEqual([])
})

test('a vendor that signs is refused without a secret to check with, and with a wrong signature', async () => {
  const raw = Buffer.from('{}')
  const signed = (secret: string) => createHmac('sha256', secret).update(raw).digest('hex')
  const send = (secret: string | null, headers: Record<string, string> = {}) =>
    open().vendor(caller({ signingSecret: () => secret }), vendor({ name: 'open-mesh', raw, headers }))
  await expect(send(null)).rejects.toMatchObject({
    code: 'DEVICE_SIGNATURE_INVALID',
    message: expect.stringContaining('this key knows no signing secret') as string,
  })
  for (const headers of [undefined, { signature: signed('other') }])
    await expect(send('ours', headers)).rejects.toMatchObject({
      code: 'DEVICE_SIGNATURE_INVALID',
      message: 'The signature of this CloudTrax / Open Mesh message is missing or wrong.',
    })
  expect(taken).toEqual([])
  await send('ours', { signature: signed('ours') })
  expect(taken).toMatchObject([{ adapter: 'open-mesh', body: raw, type: 'application/json', receivedAt: NOW }])
})

test('a payload that cannot be read is refused; what fails otherwise stays a failure', async () => {
  const unreadable = vendor({ name: 'brickstream', type: 'text/xml', raw: Buffer.from('<x/>') })
  await expect(open().vendor(caller(), unreadable)).rejects.toMatchObject({
    name: 'AppError',
    code: 'PAYLOAD_INVALID',
    cause: expect.any(IngestError) as never,
  })
  failure = new Error('disk')
  const message = vendor({ name: 'open-mesh', headers: { signature: '' } })
  const signature = createHmac('sha256', 's').update(message.raw).digest('hex')
  await expect(
    open().vendor(caller({ signingSecret: () => 's' }), { ...message, headers: { signature } }),
  ).rejects.toBe(failure)
})
