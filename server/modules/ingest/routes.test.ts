import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

const MAC = '00:1A:2B:3C:4D:5E'
const TEN = Date.UTC(2026, 10, 20, 9)
const body = (mac = MAC, more: object = {}) => ({
  mac,
  readings: [{ kind: 'count', start: '2026-11-20T10:00:00+01:00', end: TEN + 60_000, in: 3, out: 1 }],
  ...more,
})

let f: Fixture
let key: string
let bound: string
let foreign: string
let admin: string
beforeAll(async () => {
  f = await fixture()
  admin = await f.signIn('admin')
  const make = async (client: number, footscan: number | null) => {
    const made = newToken()
    await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, { client, footscan, name: 'test', keyHash: hashOf(made), at: NOW })
    return made
  }
  key = await make(f.ids.uno, null)
  bound = await make(f.ids.uno, 1)
  foreign = await make(f.ids.dos, null)
}, 60_000)
afterAll(() => f.close())

const post = async (url: string, payload: unknown, headers: Record<string, string> = {}) => {
  const reply = await f.app.inject({ method: 'POST', url: `/api${url}`, payload: payload as object, headers })
  return {
    status: reply.statusCode,
    body: reply.body === '' ? null : reply.json<{ code?: string }>(),
    retryAfter: reply.headers['retry-after'],
  }
}
const send = (payload: unknown, headers: Record<string, string> = { 'x-device-key': key }) =>
  post('/ingest/readings', payload, headers)
const headersOf = (headers: object) => headers as Record<string, string>
const asAdmin = () => ({ access_token: admin })

describe('who may send', () => {
  test('no caller without a key, with a wrong one, or with the session of a person', async () => {
    expect(await send(body(), {})).toMatchObject({ status: 401, body: { code: 'DEVICE_KEY_REQUIRED' } })
    expect(await send(body(), asAdmin())).toMatchObject({ status: 401, body: { code: 'DEVICE_KEY_REQUIRED' } })
    for (const headers of [
      { 'x-device-key': newToken() },
      { 'x-device-key': 'short' },
      { authorization: `Bearer ${newToken()}` },
      { authorization: 'Basic ::::' },
      { authorization: `Bearer ${admin}` },
    ]) {
      expect((await send(body(), headersOf(headers))).body?.code).toMatch(/^DEVICE_KEY_/)
    }
  })

  test('a device key opens nothing else', async () => {
    expect((await f.get('/clients', key)).status).toBe(401)
    expect((await f.get('/ingest/quarantine', key)).status).toBe(401)
  })

  test('a key is taken as bearer, as the password of basic, or in its own header', async () => {
    for (const headers of [
      { authorization: `Bearer ${key}` },
      { authorization: `Basic ${Buffer.from(`${MAC}:${key}`).toString('base64')}` },
      { 'x-device-key': bound },
    ]) {
      expect(await send(body(), headersOf(headers))).toEqual({
        status: 202,
        body: { received: 1, refused: [] },
        retryAfter: undefined,
      })
    }
  })

  test('a vendor that signs is believed only with the signature of the secret that the key knows', async () => {
    const raw = readFileSync(
      join(
        import.meta.dirname,
        'adapters/fixtures/open-mesh',
        readdirSync(join(import.meta.dirname, 'adapters/fixtures/open-mesh'))[0]!,
      ),
    )
    const made = await f.app.inject({
      method: 'POST',
      url: '/api/device-keys',
      headers: asAdmin(),
      payload: { client: f.ids.uno, name: 'presence', signingSecret: 'shared by both' },
    })
    expect(made.statusCode).toBe(201)
    const knows = made.json<{ key: string }>().key
    const signature = createHmac('sha256', 'shared by both').update(raw).digest('hex')
    const sent = async (given: string, signed?: string) => {
      const reply = await f.app.inject({
        method: 'POST',
        url: '/api/ingest/open-mesh',
        payload: raw,
        headers: {
          'content-type': 'application/json',
          'x-device-key': given,
          ...(signed !== undefined && { signature: signed }),
        },
      })
      return [reply.statusCode, reply.json<{ code?: string }>().code]
    }
    expect(await sent(knows)).toEqual([401, 'DEVICE_SIGNATURE_INVALID'])
    expect(
      await sent(
        knows,
        signature.replace(/^./, (first) => (first === '0' ? '1' : '0')),
      ),
    ).toEqual([401, 'DEVICE_SIGNATURE_INVALID'])
    expect(await sent(key, signature)).toEqual([401, 'DEVICE_SIGNATURE_INVALID'])
    expect(await sent(knows, signature)).toEqual([202, undefined])
  })

  test('a foreign device refuses the whole message', async () => {
    expect(await send(body(), { 'x-device-key': foreign })).toMatchObject({
      status: 403,
      body: { code: 'DEVICE_KEY_MISMATCH' },
    })
    expect(await send(body('00:00:00:00:00:07'), { 'x-device-key': bound })).toMatchObject({
      status: 403,
      body: { code: 'DEVICE_KEY_MISMATCH' },
    })
  })
})

describe('bad input', () => {
  test('is refused with a code and never breaks anything', async () => {
    const cases: readonly (readonly [unknown, string])[] = [
      ['', 'BODY_UNREADABLE'],
      ['{', 'BODY_UNREADABLE'],
      ['null', 'REQUEST_INVALID'],
      ['[]', 'REQUEST_INVALID'],
      ['{}', 'REQUEST_INVALID'],
      ['{"__proto__":{},"mac":"00:1A:2B:3C:4D:5E","readings":[]}', 'BODY_UNREADABLE'],
      ['{"\\u005f_proto__":{},"mac":"00:1A:2B:3C:4D:5E","readings":[]}', 'BODY_UNREADABLE'],
      ['{"mac":"00:1A:2B:3C:4D:5E","readings":[{"kind":"counter","line":"a\\u0000","at":1}]}', 'REQUEST_INVALID'],
      [{ mac: 'x', readings: [] }, 'REQUEST_INVALID'],
      [{ mac: MAC, readings: {} }, 'REQUEST_INVALID'],
      [{ mac: MAC, readings: [3] }, 'REQUEST_INVALID'],
      [{ mac: MAC, readings: [], devices: [] }, 'REQUEST_INVALID'],
      [{ ...body(), devices: [body()] }, 'REQUEST_INVALID'],
      ['['.repeat(20_000), 'BODY_UNREADABLE'],
      [`{"mac":"${'A'.repeat(2_200_000)}"}`, 'BODY_TOO_LARGE'],
    ]
    for (const [payload, code] of cases)
      expect([
        JSON.stringify(payload).slice(0, 60),
        (await send(payload, { 'x-device-key': key, 'content-type': 'application/json' })).body?.code,
      ]).toEqual([JSON.stringify(payload).slice(0, 60), code])
    expect((await send('a=b', { 'x-device-key': key, 'content-type': 'text/plain' })).body?.code).toBe(
      'CONTENT_TYPE_UNSUPPORTED',
    )
  })

  test('a reading with an impossible time is refused by its place, and the rest is taken', async () => {
    const { readings } = body()
    expect(
      (await send({ mac: MAC, readings: [...readings, { kind: 'heartbeat', at: '2026-02-30T10:00:00Z', flags: [] }] }))
        .body,
    ).toEqual({
      received: 2,
      quarantined: 1,
      refused: [
        {
          index: 1,
          reason: 'TIME_UNREADABLE',
          expected: 'an instant that exists, as epoch milliseconds or like 2026-11-20T10:00:00Z',
        },
      ],
    })
  })

  test('one bad reading of a message costs only itself: each is answered by its place with a reason, and waits in quarantine', async () => {
    const at = TEN - 3_600_000
    const minute = (n: number, more: object) => ({
      kind: 'count',
      start: at + n * 60_000,
      end: at + (n + 1) * 60_000,
      ...more,
    })
    const bad = [
      { kind: 'count', start: at },
      { kind: 'other', at },
      minute(2, { in: '3' }),
      minute(3, { in: 10_000_000_000 }),
      minute(4, { in: -1 }),
    ]
    const sent = [minute(0, { in: 2, out: 0 }), ...bad, minute(1, { in: 3, out: 0 })]
    const one = { mac: MAC, readings: sent }
    const two = { devices: [{ mac: MAC, readings: [minute(5, { in: 1, out: 0 })] }, one] }
    const answer = (await send(two)).body as {
      received: number
      quarantined: number
      refused: { index: number; reason: string }[]
    }
    expect([answer.received, answer.quarantined]).toEqual([8, 5])
    expect(answer.refused.map(({ index, reason }) => [index, reason])).toEqual([
      [2, 'READING_INVALID'],
      [3, 'READING_INVALID'],
      [4, 'READING_INVALID'],
      [5, 'READING_INVALID'],
      [6, 'NEGATIVE'],
    ])
    expect(answer.refused[0]).toMatchObject({ expected: expect.stringContaining('end') })
    expect(answer.refused[1]).toMatchObject({ expected: expect.stringContaining('count, counter, event') })
    await f.app.ingest.applied()
    expect(await f.facts.read('SELECT ins FROM device_hour WHERE instant = $1', [at / 1000])).toEqual([[6]])
    const waiting = (await f.get('/ingest/quarantine?reason=READING_INVALID', admin)).body as {
      id: number
      reading: object
    }[]
    expect(waiting.map(({ reading }) => reading)).toEqual(expect.arrayContaining(bad.slice(0, 4)))
    const row = waiting.find(({ reading }) => (reading as { in?: unknown }).in === '3')
    const release = (more: object) => post(`/ingest/quarantine/${row?.id}/release`, more, asAdmin())
    expect((await release({})).body).toMatchObject({ code: 'QUARANTINE_KEPT', details: { reason: 'READING_INVALID' } })
    expect((await release({ reading: minute(2, { in: 4, out: 0 }) })).status).toBe(200)
    await f.app.ingest.applied()
    expect(await f.facts.read('SELECT ins FROM device_hour WHERE instant = $1', [at / 1000])).toEqual([[10]])
  })

  test('a phone whose sighting cannot be read is not written down', async () => {
    const visitor = 'A4:B1:C2:D3:E4:F5'
    const answer = (
      await send({ mac: MAC, readings: [{ kind: 'sighting', visitor, first: 'x', last: TEN, rssi: -60 }] })
    ).body
    expect(answer).toMatchObject({ received: 1, refused: [{ index: 0, reason: 'READING_INVALID' }] })
    await f.app.ingest.applied()
    expect(JSON.stringify(await f.facts.read('SELECT reading FROM reading_quarantine'))).not.toContain(visitor)
    const written = readdirSync(f.app.ingest.folder)
      .map((file) => readFileSync(join(f.app.ingest.folder, file), 'latin1'))
      .join('')
    expect([written.includes(visitor), written.includes(MAC)]).toEqual([false, true])
  })

  test('a count over more than an hour waits in quarantine, unless its sender says that it may be divided evenly', async () => {
    const start = TEN - 8 * 3_600_000
    const long = { kind: 'count', start, end: start + 2 * 3_600_000, in: 10, out: 0 }
    const hours = () =>
      f.facts.read('SELECT ins FROM device_hour WHERE instant BETWEEN $1 AND $2 ORDER BY instant', [
        start / 1000,
        start / 1000 + 7200,
      ])
    expect((await send({ mac: MAC, readings: [long] })).body).toMatchObject({
      received: 1,
      quarantined: 1,
      refused: [{ index: 0, reason: 'LONGER_THAN_AN_HOUR' }],
    })
    await f.app.ingest.applied()
    expect(await hours()).toEqual([])
    const [row] = (await f.get('/ingest/quarantine?reason=LONGER_THAN_AN_HOUR', admin)).body as { id: number }[]
    expect((await post(`/ingest/quarantine/${row?.id}/release`, {}, asAdmin())).body).toMatchObject({
      code: 'QUARANTINE_KEPT',
    })
    expect(
      (await post(`/ingest/quarantine/${row?.id}/release`, { reading: { ...long, spread: true } }, asAdmin())).status,
    ).toBe(200)
    await f.app.ingest.applied()
    expect(await hours()).toEqual([[5], [5]])
    expect(
      (
        await send({
          mac: MAC,
          readings: [{ ...long, start: start + 2 * 3_600_000, end: start + 4 * 3_600_000, spread: true }],
        })
      ).body,
    ).toEqual({ received: 1, refused: [] })
  })

  test('a compressed body is taken, and a bomb is refused', async () => {
    const headers = { 'x-device-key': key, 'content-type': 'application/json', 'content-encoding': 'gzip' }
    expect((await send(gzipSync(JSON.stringify(body())), headers)).status).toBe(202)
    expect((await send(gzipSync(Buffer.alloc(60_000_000, 32)), headers)).status).toBe(413)
    expect((await send(Buffer.from('no gzip'), headers)).status).toBe(400)
  })

  test('an unknown adapter, a wrong media type and an unreadable payload say so', async () => {
    expect((await post('/ingest/nobody', {}, { 'x-device-key': key })).body?.code).toBe('ADAPTER_UNKNOWN')
    expect((await post('/ingest/xovis', '<x/>', { 'x-device-key': key, 'content-type': 'image/png' })).body?.code).toBe(
      'CONTENT_TYPE_UNSUPPORTED',
    )
    expect(
      (await post('/ingest/xovis', '{"a":', { 'x-device-key': key, 'content-type': 'application/json' })).body?.code,
    ).toBe('BODY_UNREADABLE')
    expect((await post('/ingest/xovis', { a: 1 }, { 'x-device-key': key })).body?.code).toBe('PAYLOAD_INVALID')
  })
})

describe('what is taken', () => {
  test('is in the hours of its area, and the device has had contact', async () => {
    await f.app.ingest.applied()
    expect(
      (
        await f.facts.read(
          'SELECT ins FROM traffic WHERE local = $1 AND area = $2 AND ins IS NOT NULL ORDER BY day DESC',
          [f.ids.granVia, f.ids.door],
        )
      )[0],
    ).toEqual([3])
    expect((await f.get('/ingest/contacts', admin)).body).toMatchObject([
      { footscan: 1, mac: MAC, client: f.ids.uno, lastAt: NOW, lastData: TEN + 60_000, flags: [] },
    ])
  })

  test('what is quarantined is listed, released once the device exists, and counted', async () => {
    const mac = '00:00:00:00:00:08'
    expect((await send(body(mac))).body).toEqual({
      received: 1,
      refused: [{ index: 0, reason: 'DEVICE_UNKNOWN', expected: 'a device that is a footscan of the client' }],
      quarantined: 1,
    })
    await f.app.ingest.applied()
    const [row] = (await f.get(`/ingest/quarantine?device=${encodeURIComponent(mac)}`, admin)).body as {
      id: number
      reason: string
    }[]
    expect(row).toMatchObject({
      reason: 'DEVICE_UNKNOWN',
      client: f.ids.uno,
      local: 0,
      adapter: '',
      releasedAt: null,
      reading: { kind: 'count', in: 3 },
    })
    const release = (more: object = {}) => post(`/ingest/quarantine/${row?.id}/release`, more, asAdmin())
    expect((await release()).body).toMatchObject({ code: 'QUARANTINE_KEPT', details: { reason: 'DEVICE_UNKNOWN' } })
    expect((await post('/ingest/quarantine/release', { ids: [row?.id, 999_999] }, asAdmin())).body?.code).toBe(
      'QUARANTINE_NOT_FOUND',
    )
    await f.catalog.footscans.insert(SYSTEM_SCOPE, { area: f.ids.door, mac })
    const reading = { kind: 'count', start: TEN + 60_000, end: TEN + 120_000, in: 4, out: 0 }
    expect((await release({ reading: { ...reading, start: 'x' } })).body?.code).toBe('REQUEST_INVALID')
    expect(await release({ reading })).toMatchObject({ status: 200, body: { id: row?.id, releasedAt: NOW } })
    expect((await release()).body?.code).toBe('QUARANTINE_RELEASED')
    await f.app.ingest.applied()
    // It was a person who sent it, and not the device.
    expect(await f.facts.read('SELECT device FROM contact')).toEqual([[1]])
    expect(
      (
        await f.facts.read(
          'SELECT ins FROM traffic WHERE local = $1 AND area = $2 AND ins IS NOT NULL ORDER BY day DESC',
          [f.ids.granVia, f.ids.door],
        )
      )[0],
    ).toEqual([7])
    expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({ action: 'reading.release', target: mac })
  })

  test('what is thrown away is gone, and there is a note of it', async () => {
    await send({ mac: MAC, readings: [{ kind: 'count', start: TEN, end: TEN + 60_000, in: -5 }] })
    await f.app.ingest.applied()
    const [row] = (await f.get('/ingest/quarantine?reason=NEGATIVE', admin)).body as { id: number }[]
    const remove = () =>
      f.app.inject({ method: 'DELETE', url: `/api/ingest/quarantine/${row?.id}`, headers: asAdmin() })
    expect((await remove()).statusCode).toBe(204)
    expect((await remove()).json()).toMatchObject({ code: 'QUARANTINE_NOT_FOUND' })
    expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      action: 'reading.discard',
      details: { reason: 'NEGATIVE' },
    })
  })
})

test('a key that sends without end is asked to wait', async () => {
  const name = newToken()
  await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: f.ids.uno,
    footscan: 1,
    name: 'flood',
    keyHash: hashOf(name),
    at: NOW,
  })
  // At once: one after the other, a slow machine may take as long as the key needs to get its next messages.
  const answers = await Promise.all(
    Array.from({ length: 700 }, () => send({ mac: MAC, readings: [] }, { 'x-device-key': name })),
  )
  expect(answers[0]).toMatchObject({ status: 202 })
  expect(answers.find(({ status }) => status !== 202)).toMatchObject({
    status: 429,
    body: { code: 'RATE_LIMITED' },
    retryAfter: '1',
  })
})

describe('the Meraki receiver', () => {
  test('answers its validator, takes the key as secret, and nothing else', async () => {
    const secret = newToken()
    const id = await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
      client: f.ids.uno,
      footscan: null,
      name: 'cloud',
      keyHash: hashOf(secret),
      validator: 'val-1',
      at: NOW,
    })
    expect((await f.get(`/ingest/meraki/${id}`)).text).toBe('val-1')
    expect((await f.get('/ingest/meraki/99999')).status).toBe(404)
    expect((await post(`/ingest/meraki/${id}`, { version: '3.0' })).body?.code).toBe('DEVICE_KEY_REQUIRED')
    expect((await post(`/ingest/meraki/${id}`, { secret: newToken() })).body?.code).toBe('DEVICE_KEY_INVALID')
    expect((await post(`/ingest/meraki/${id + 1}`, { secret })).body?.code).toBe('DEVICE_KEY_INVALID')
  })

  test('requires a text as the secret with any body, and accepts the message without storing it', async () => {
    const secret = newToken()
    const keyHash = hashOf(secret)
    const made = { client: f.ids.uno, footscan: null, name: 'cloud', keyHash, validator: 'v', at: NOW }
    const id = await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, made)
    const json = { 'content-type': 'application/json' }
    for (const body of ['null', '7', '"text"', '[]', '{"secret":7}', '{"secret":""}'])
      expect([body, await post(`/ingest/meraki/${id}`, body, json)]).toMatchObject([
        body,
        { status: 401, body: { code: 'DEVICE_KEY_REQUIRED' } },
      ])
    expect((await post(`/ingest/meraki/${id}`, '{"secret":', json)).status).toBe(400)
    const data = { observations: [{ clientMac: '10:40:f3:00:00:01', locations: [{ rssiRecords: [{ apMac: MAC }] }] }] }
    const { status, body } = await post(`/ingest/meraki/${id}`, { secret, type: 'WiFi', data })
    expect([status, body]).toMatchObject([202, { received: 1, quarantined: 1 }])
    await f.app.ingest.applied()
    const kept = await f.facts.read("SELECT reading FROM reading_quarantine WHERE adapter LIKE '%meraki'")
    expect([kept.length > 0, JSON.stringify(kept).includes(secret)]).toEqual([true, false])
  })
})
