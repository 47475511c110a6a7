import { afterAll, beforeAll, expect, test } from 'vitest'
import { webhookAddresses } from './addresses.ts'
import type { HostAddress, Lookup } from './addresses.ts'
import { postTo } from './post.ts'
import { startReceiver } from './receiver.testing.ts'
import type { Receiver } from './receiver.testing.ts'

let here: Receiver
beforeAll(async () => {
  here = await startReceiver()
})
afterAll(() => here.close())

const post = (
  address: string,
  { lookup, limitMs, origins = [here.origin] }: { lookup?: Lookup; limitMs?: number; origins?: string[] } = {},
) =>
  postTo(
    webhookAddresses({ hosts: null, origins, ports: [443] }, lookup),
    { address, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ñ"}', leaving: new AbortController().signal },
    limitMs,
  )

test('a request has the body, its length and the headers, and the answer is reported in one line', async () => {
  here.says(202, '\n taken\u0007 over \r\nmore')
  expect(await post(`${here.origin}/in?key=1`)).toEqual({ reason: null, status: 202, line: 'taken  over' })
  expect(here.received.at(-1)).toMatchObject({
    path: '/in?key=1',
    body: '{"a":"ñ"}',
    headers: { 'webhook-id': 'msg_1', 'content-length': '10' },
  })
})

test('a redirect is not followed', async () => {
  const before = here.received.length
  here.says(307, '', { location: `${here.origin}/elsewhere` })
  expect(await post(`${here.origin}/in`)).toEqual({ reason: 'redirect', status: 307, line: null })
  expect(here.received.slice(before).map(({ path }) => path)).toEqual(['/in'])
})

test('410 is gone, and 429 and 503 may say when to come back; others may not', async () => {
  here.says(410, 'bye')
  expect(await post(here.origin)).toEqual({ reason: 'gone', status: 410, line: 'bye' })
  for (const status of [429, 503]) {
    here.says(status, '', { 'retry-after': '120' })
    expect(await post(here.origin)).toEqual({ reason: 'status', status, line: null, retryAfterMs: 120_000 })
  }
  here.says(500, '', { 'retry-after': '120' })
  expect(await post(here.origin)).toEqual({ reason: 'status', status: 500, line: null })
})

test('an answer without end is left after 4 KB, and its status counts', async () => {
  here.answers((reply) => {
    reply.writeHead(200)
    const more = () => {
      while (!reply.destroyed && reply.write('x'.repeat(1024)));
      if (!reply.destroyed) reply.once('drain', more)
    }
    more()
  })
  expect(await post(here.origin)).toEqual({ reason: null, status: 200, line: 'x'.repeat(200) })
})

test('who does not answer within the limit is left; who answered and breaks off has answered', async () => {
  here.answers(() => undefined)
  expect(await post(here.origin, { limitMs: 100 })).toEqual({ reason: 'timeout', status: null, line: null })
  here.answers((reply) => {
    reply.writeHead(200).write('half', () => reply.destroy())
  })
  expect(await post(here.origin)).toEqual({ reason: null, status: 200, line: 'half' })
})

test('a lookup that takes too long is a timeout, an unknown name is said to be one, and a closed port is unreachable', async () => {
  const never = () => new Promise<HostAddress[]>(() => undefined)
  expect(await post('https://slow.example.com/', { lookup: never, limitMs: 50 })).toMatchObject({ reason: 'timeout' })
  const unknown = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  expect(await post('https://gone.example.com/', { lookup: unknown })).toMatchObject({ reason: 'dns' })
  const closed = await startReceiver()
  await closed.close()
  expect(await post(closed.origin, { origins: [closed.origin] })).toMatchObject({ reason: 'unreachable' })
  // Plain http behind an address of https.
  const secure = here.origin.replace('http:', 'https:')
  expect(await post(secure, { origins: [secure] })).toMatchObject({ reason: 'tls' })
})

test('a name that led to a public address when it was saved and leads to this machine later is not sent to', async () => {
  const before = here.received.length
  const answers = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  const lookup: Lookup = () => Promise.resolve(answers.shift() ?? [])
  const addresses = webhookAddresses({ hosts: null, origins: [], ports: [here.port] }, lookup)
  const address = `https://rebind.example.com:${here.port}/`
  await addresses.check(address)
  const options = { address, headers: {}, body: '{}', leaving: new AbortController().signal }
  expect(await postTo(addresses, options)).toEqual({ reason: 'notAllowed', status: null, line: null })
  expect(here.received.length).toBe(before)
})

test('the connection goes to the very address that was checked: the name is asked for once a request', async () => {
  here.says(200, 'pinned')
  const answers = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]]
  let lookups = 0
  const lookup: Lookup = () => Promise.resolve(answers[lookups++] ?? [])
  const origin = `http://named.example.com:${here.port}`
  expect(await post(origin, { lookup, origins: [origin] })).toMatchObject({ status: 200, line: 'pinned' })
  expect(lookups).toBe(1)
  expect(here.received.at(-1)?.headers.host).toBe(`named.example.com:${here.port}`)
})
