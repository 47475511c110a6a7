/**
 * Refusals before the body is read, over real sockets: the client receives them at once, and no request hangs on what
 * it keeps sending.
 */
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../lib/errors.ts'
import { SYSTEM_SCOPE } from '../lib/scope.ts'
import { hashOf, newToken } from '../lib/secrets.ts'
import { fixture, NOW } from '../testing/fixture.ts'
import type { Fixture } from '../testing/fixture.ts'
import { registerEarlyRefusals } from './early-refusals.ts'
import { registerErrors } from './errors.ts'
import { registerHeaders } from './headers.ts'

let f: Fixture
let port: number
let token: string
beforeAll(async () => {
  f = await fixture()
  const passwordHash = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.passwordHash ?? null
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'loader@aforo.test', passwordHash, role: 'basic', flags: ['canUpload'], clients: [f.ids.uno] },
    NOW,
  )
  token = await f.signIn('loader')
  port = Number(new URL(await f.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => f.close())

interface Received {
  readonly status: string
  readonly head: string
  readonly body: string
  readonly answeredMs: number
  readonly endedMs: number
  readonly sent: number
}

/** Sends the head and then, if it is to, piece after piece of a body until the server ends the connection. */
async function converse(
  head: string,
  { goesOn = true, first = Buffer.alloc(0), to = port }: { goesOn?: boolean; first?: Buffer; to?: number } = {},
): Promise<Received> {
  // It does not stop because the server has: that is the client that could hang.
  const socket: Socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true })
  const begun = performance.now()
  let [text, answeredMs, sent] = ['', Infinity, 0]
  socket.on('data', (bytes) => {
    answeredMs = Math.min(answeredMs, performance.now() - begun)
    text += bytes.toString('latin1')
  })
  // Writing to a connection that has ended is what such a client finds out by.
  socket.on('error', () => undefined)
  socket.write(`${head}\r\n\r\n`)
  if (first.length > 0) socket.write(first)
  const piece = Buffer.alloc(16_384, 120)
  const pump = goesOn
    ? setInterval(() => {
        if (socket.writable) {
          socket.write(piece)
          sent += piece.length
        }
      }, 5)
    : undefined
  const endedMs = await new Promise<number>((resolve) => {
    const given = setTimeout(() => {
      socket.destroy()
      resolve(Infinity)
    }, 6000)
    // Who sends nothing more hears that the other side has ended; who goes on is cut off.
    socket.on(goesOn ? 'close' : 'end', () => {
      clearTimeout(given)
      resolve(performance.now() - begun)
      socket.destroy()
    })
  })
  clearInterval(pump)
  const [answer = '', ...rest] = text.split('\r\n\r\n')
  return { status: answer.split('\r\n')[0] ?? '', head: answer, body: rest.join('\r\n\r\n'), answeredMs, endedMs, sent }
}

const LENGTH = 'content-length: 900000000'
const FORM = 'content-type: multipart/form-data; boundary=b'
const CASES: readonly (readonly [what: string, head: () => string, status: number, code: string])[] = [
  ['without a session', () => `POST /api/imports HTTP/1.1\r\nhost: x\r\n${FORM}\r\n${LENGTH}`, 401, 'SESSION_REQUIRED'],
  [
    'with a session that has ended',
    () => `POST /api/imports HTTP/1.1\r\nhost: x\r\naccess_token: ${'x'.repeat(43)}\r\n${FORM}\r\n${LENGTH}`,
    401,
    'SESSION_INVALID',
  ],
  [
    'without the key of a device',
    () => `POST /api/ingest/readings HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${LENGTH}`,
    401,
    'DEVICE_KEY_REQUIRED',
  ],
  [
    'without the right',
    () =>
      `POST /api/exports HTTP/1.1\r\nhost: x\r\naccess_token: ${token}\r\ncontent-type: application/json\r\n${LENGTH}`,
    403,
    'FLAG_REQUIRED',
  ],
  [
    'to an address that is none',
    () => `POST /api/nothing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${LENGTH}`,
    404,
    'ROUTE_NOT_FOUND',
  ],
  [
    'that is too long',
    () => `POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${LENGTH}`,
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'of another type',
    () => `POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\n${LENGTH}`,
    415,
    'CONTENT_TYPE_UNSUPPORTED',
  ],
  [
    'of another type for an upload',
    () => `POST /api/imports HTTP/1.1\r\nhost: x\r\naccess_token: ${token}\r\ncontent-type: text/csv\r\n${LENGTH}`,
    415,
    'CONTENT_TYPE_UNSUPPORTED',
  ],
  [
    'that is compressed',
    () =>
      `POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-encoding: ` +
      `gzip\r\n${LENGTH}`,
    415,
    'CONTENT_ENCODING_UNSUPPORTED',
  ],
  [
    'of a compressed upload',
    () =>
      `POST /api/imports HTTP/1.1\r\nhost: x\r\naccess_token: ${token}\r\n${FORM}\r\ncontent-encoding: ` +
      `gzip\r\n${LENGTH}`,
    415,
    'CONTENT_ENCODING_UNSUPPORTED',
  ],
]

describe.each(CASES)('a request %s', (_what, head, status, code) => {
  test('is answered at once while its client goes on sending, and the connection ends', async () => {
    const received = await converse(head())
    expect([received.status.split(' ')[1], JSON.parse(received.body)]).toMatchObject([String(status), { code }])
    expect(received.answeredMs).toBeLessThan(1000)
    expect(received.endedMs).toBeLessThan(4000)
    expect(received.head.toLowerCase()).toContain('\r\nconnection: close')
  })

  // How long a body in chunks is shows when it has arrived.
  test.skipIf(status === 413)('in chunks too', async () => {
    const received = await converse(head().replace(LENGTH, 'transfer-encoding: chunked'), {
      goesOn: false,
      first: Buffer.from('5\r\nhello\r\n'),
    })
    expect([received.status.split(' ')[1], JSON.parse(received.body)]).toMatchObject([String(status), { code }])
    expect([received.answeredMs < 1000, received.endedMs < 4000]).toEqual([true, true])
  })

  test('is never told to go on when it waits for that, and the connection ends', async () => {
    const received = await converse(`${head()}\r\nexpect: 100-continue`, { goesOn: false })
    expect([received.status.split(' ')[1], JSON.parse(received.body)]).toMatchObject([String(status), { code }])
    expect([received.answeredMs < 1000, received.endedMs < 4000]).toEqual([true, true])
  })
})

test('a client that waits for 100 Continue gets it when its body is accepted, and its connection stays', async () => {
  const body = JSON.stringify({ username: 'analyst', password: 'wrong', grant_type: 'password' })
  const socket = connect(port, '127.0.0.1')
  let text = ''
  const until = (piece: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (text.includes(piece)) resolve()
        else setTimeout(look, 5)
      }
      look()
    })
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1')
  })
  socket.write(
    `POST /api/oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ` +
      `${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  await until('HTTP/1.1 100 Continue\r\n\r\n')
  socket.write(body)
  await until('LOGIN_FAILED')
  expect(text.toLowerCase()).not.toContain('connection: close')
  socket.write('GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n')
  await until('HTTP/1.1 200')
  socket.destroy()
})

test('a refusal for too many requests does not wait for the body either', async () => {
  const app = fastify()
  registerErrors(app)
  registerHeaders(app, { publicUrl: 'https://aforo.test', build: null })
  registerEarlyRefusals(app)
  app.post(
    '/',
    {
      preParsing: async () => {
        throw new AppError('RATE_LIMITED', 'Too many.', { retryAfterS: 7 })
      },
    },
    async () => ({}),
  )
  const to = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  for (const more of ['', '\r\nexpect: 100-continue']) {
    const received = await converse(
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${LENGTH}${more}`,
      {
        goesOn: more === '',
        to,
      },
    )
    expect([received.status.split(' ')[1], JSON.parse(received.body)]).toMatchObject(['429', { code: 'RATE_LIMITED' }])
    expect([received.answeredMs < 1000, received.endedMs < 4000]).toEqual([true, true])
  }
  await app.close()
})

test('content-encoding: identity says nothing', async () => {
  const reply = await f.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    headers: { 'content-encoding': 'identity' },
    payload: { username: 'analyst', password: 'x', grant_type: 'password' },
  })
  expect(reply.json()).toMatchObject({ code: 'LOGIN_FAILED' })
})

test('a device may compress what it sends, by a coding that the server knows', async () => {
  const key = newToken()
  await f.catalog.deviceKeys.insert(SYSTEM_SCOPE, {
    client: f.ids.uno,
    footscan: null,
    name: 'Compressed',
    keyHash: hashOf(key),
    at: NOW,
  })
  const payload = gzipSync(JSON.stringify({ mac: '00:1A:2B:3C:4D:5E', readings: [{ kind: 'heartbeat', at: NOW }] }))
  const send = (encoding: string, given = key) =>
    f.app.inject({
      method: 'POST',
      url: '/api/ingest/readings',
      headers: { 'content-encoding': encoding, 'content-type': 'application/json', 'x-device-key': given },
      payload,
    })
  expect((await send('gzip')).statusCode).toBe(202)
  expect((await send('compress-of-ours')).json()).toMatchObject({ code: 'CONTENT_ENCODING_UNSUPPORTED' })
  // Its key is looked at first.
  expect((await send('gzip', 'nobody')).json()).toMatchObject({ code: 'DEVICE_KEY_INVALID' })
})
