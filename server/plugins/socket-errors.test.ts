import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture, PASSWORD } from '../testing/fixture.ts'
import { SECURITY_HEADERS } from './headers.ts'
import type { Fixture } from '../testing/fixture.ts'

let f: Fixture
let port: number
beforeAll(async () => {
  f = await fixture()
  port = Number(new URL(await f.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => f.close())

/** Sends bytes as they are and reads until the server hangs up. */
async function raw(bytes: string) {
  const socket = connect(port, '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { head, body: JSON.parse(body) as unknown }
}

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', '400 Bad Request', 'REQUEST_INVALID'],
  [
    'two lengths',
    'POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello',
    '400 Bad Request',
    'REQUEST_INVALID',
  ],
  [
    'a length and chunks at once',
    'POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nhello',
    '400 Bad Request',
    'REQUEST_INVALID',
  ],
  ['no host', 'GET /api/health/live HTTP/1.1\r\nconnection: close\r\n\r\n', '400 Bad Request', 'REQUEST_INVALID'],
  [
    'an expectation of its own',
    'POST /api/oauth/token HTTP/1.1\r\nhost: x\r\nexpect: the-moon\r\ncontent-length: 5\r\n\r\n',
    '417 Expectation Failed',
    'EXPECTATION_UNSUPPORTED',
  ],
  [
    '40 KB of headers',
    `GET /api/me HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'HEADERS_TOO_LARGE',
  ],
])('%s is refused with our code and headers', async (_, bytes, status, code) => {
  const { head, body } = await raw(bytes)
  expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, 'cache-control': 'no-store' }))
    expect(head).toContain(`\r\n${name}: ${value}`)
  expect(body).toMatchObject({ code })
})

test('headers that do not arrive in time are refused with our code and headers', async () => {
  const socket = connect(port, '127.0.0.1')
  const [served] = (await once(f.app.server, 'connection')) as [Socket]
  // The ten seconds of `headersTimeout` have passed.
  f.app.server.emit('clientError', Object.assign(new Error('timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), served)
  const answer = await text(socket)
  expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, 'cache-control': 'no-store' }))
    expect(answer).toContain(`\r\n${name}: ${value}`)
})

test('a password in a header is read as latin-1, ç and ñ included', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    Buffer.from(
      `POST /api/oauth/token HTTP/1.1\r\nhost: x\r\nusername: analyst\r\npassword: ${PASSWORD}\r\ngrant_type: ` +
        `password\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
      'latin1',
    ),
  )
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK/)
})

test('nothing is left open that Fastify leaves open by default', () => {
  expect(f.app.initialConfig).toMatchObject({
    bodyLimit: 262_144,
    requestTimeout: 600_000,
    connectionTimeout: 90_000,
    keepAliveTimeout: 72_000,
  })
  expect(f.app.server).toMatchObject({ headersTimeout: 10_000, requestTimeout: 600_000, timeout: 90_000 })
})
