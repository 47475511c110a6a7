import { expect, test, vi } from 'vitest'
import { addressOf, ApiError, type ClientOptions, createClient } from './client.ts'

function stage(
  answer: Response | (() => Promise<Response>),
  token: string | null = 'secret',
  onBuild: NonNullable<ClientOptions['onBuild']> = () => undefined,
  onRefused?: ClientOptions['onRefused'],
) {
  const seen: { url: string; init: RequestInit }[] = []
  let kept = token
  let left = 0
  const client = createClient({
    tokens: {
      get: () => kept,
      set: (next) => {
        kept = next
      },
      clear: () => {
        kept = null
      },
    },
    onUnauthorized: () => {
      left++
    },
    onBuild,
    ...(onRefused !== undefined && { onRefused }),
    fetch: (url, init) => {
      seen.push({ url: url as string, init: init ?? {} })
      return typeof answer === 'function' ? answer() : Promise.resolve(answer)
    },
  })
  return { client, seen, kept: () => kept, left: () => left }
}

const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
  const cause = await work.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(cause instanceof ApiError)) throw new Error(`expected a refusal, got ${String(cause)}`)
  return cause
}

test('a 401 forgets the token and leaves to login', async () => {
  const { client, kept, left } = stage(
    Response.json({ code: 'SESSION_ENDED', message: 'Sign in again.' }, { status: 401 }),
  )
  const error = await refusal(client.send('/api/me'))
  expect([error.status, error.code, error.message, kept(), left()]).toEqual([
    401,
    'SESSION_ENDED',
    'Sign in again.',
    null,
    1,
  ])
})

test('a 401 of sign-in itself is an answer, not an ended session', async () => {
  const { client, left } = stage(Response.json({ code: 'LOGIN_FAILED', message: 'No.' }, { status: 401 }))
  await refusal(client.send('/oauth/token', { method: 'POST', anonymous: true }))
  expect(left()).toBe(0)
})

test('a 401 of a token that another tab has replaced meanwhile ends nothing', async () => {
  const tokens = {
    get: () => kept,
    set: () => undefined,
    clear: () => {
      kept = null
    },
  }
  let kept: string | null = 'old'
  let left = 0
  const client = createClient({
    tokens,
    onUnauthorized: () => {
      left++
    },
    fetch: () => {
      kept = 'new'
      return Promise.resolve(Response.json({ code: 'SESSION_INVALID', message: 'x' }, { status: 401 }))
    },
  })
  await refusal(client.send('/clients'))
  expect([kept, left]).toEqual(['new', 0])
})

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['no answer in time', () => Promise.reject(new DOMException('late', 'TimeoutError'))],
  [
    '429',
    () =>
      Promise.resolve(
        Response.json({ code: 'RATE_LIMITED', message: 'Later.' }, { status: 429, headers: { 'retry-after': '0' } }),
      ),
  ],
  [
    '503',
    () =>
      Promise.resolve(
        Response.json(
          { code: 'STORE_UNAVAILABLE', message: 'Later.' },
          { status: 503, headers: { 'retry-after': '0' } },
        ),
      ),
  ],
])('a call that changes something is sent once, with any outcome: %s', async (_what, answer) => {
  for (const method of ['POST', 'PUT', 'DELETE'] as const) {
    const { client, seen } = stage(answer)
    await refusal(client.send('/campaigns/1/toggle', { method }))
    expect(seen).toHaveLength(1)
  }
})

test('a failure without a message says its status text', async () => {
  const { client } = stage(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  const error = await refusal(client.send('/clients'))
  expect([error.status, error.code, error.message]).toEqual([502, 'HTTP_502', 'Bad Gateway'])
})

test('a failure with neither a message nor a status text says its number', async () => {
  const { client } = stage(new Response('', { status: 502 }))
  expect((await refusal(client.send('/clients'))).message).toBe('HTTP 502')
})

test('a call without an answer is given up after 300 s', async () => {
  const limit = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
  const { client } = stage(() => Promise.reject(new DOMException('late', 'TimeoutError')))
  expect([
    await refusal(client.send('/clients')).then(({ status, code, message }) => [status, code, message]),
    limit.mock.calls,
  ]).toEqual([[408, 'TIMEOUT', 'No answer within 300 s.'], [[300_000]]])
  limit.mockRestore()
})

test('a call asks for JSON and sends credentials; a token that it brings itself goes instead of the stored one', async () => {
  const { client, seen } = stage(() => Promise.resolve(Response.json({})))
  await client.send('/me', { headers: { access_token: 'other' } })
  await client.send('/oauth/token', { method: 'POST', anonymous: true, body: { username: 'ana' } })
  expect(seen.map(({ init: { credentials, headers } }) => [credentials, headers])).toEqual([
    ['same-origin', { accept: 'application/json', access_token: 'other' }],
    ['same-origin', { accept: 'application/json', 'content-type': 'application/json' }],
  ])
})

test('the wait the server asks for is carried in milliseconds', async () => {
  const { client } = stage(
    Response.json({ code: 'BUSY', message: 'Later.' }, { status: 503, headers: { 'retry-after': '7' } }),
  )
  expect((await refusal(client.send('/clients'))).retryAfterMs).toBe(7000)
})

test('no connection is distinguished from a refusal, and a cancelled call from both', async () => {
  const broken = stage(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await refusal(broken.client.send('/clients'))).code).toBe('NETWORK')
  const cancelled = stage(() => Promise.reject(new DOMException('gone', 'AbortError')))
  await expect(cancelled.client.send('/clients', { signal: AbortSignal.abort() })).rejects.toThrow('gone')
})

test('an answer that is no JSON, or no list where one is expected, is never passed on', async () => {
  const page = () => Promise.resolve(new Response('<html></html>', { headers: { 'content-type': 'text/html' } }))
  expect((await refusal(stage(page).client.json('/me'))).code).toBe('ANSWER_UNEXPECTED')
  expect((await refusal(stage(Response.json({ data: [] })).client.list('/locals'))).code).toBe('ANSWER_UNEXPECTED')
})

test('each answer, refusals too, tells which build of the page the server has', async () => {
  const reported: string[] = []
  const answers = [
    Response.json([], { headers: { 'x-build': 'one' } }),
    Response.json({ code: 'BUSY', message: 'Later.' }, { status: 503, headers: { 'x-build': 'two' } }),
    Response.json([]),
  ]
  const { client } = stage(
    () => Promise.resolve(answers.shift() as Response),
    'secret',
    (build) => {
      reported.push(build)
    },
  )
  await client.list('/locals')
  await refusal(client.list('/locals'))
  await client.list('/locals')
  expect(reported).toEqual(['one', 'two'])
})

test('a refusal is reported once it may be worded', async () => {
  const steps: string[] = []
  const { client } = stage(
    () => Promise.resolve(Response.json({ code: 'ENTRY_CHANGED', message: 'Later.' }, { status: 409 })),
    'secret',
    undefined,
    async (code) => {
      await Promise.resolve()
      steps.push(`words of ${code}`)
    },
  )
  await refusal(client.list('/orders')).then(({ code }) => steps.push(code))
  expect(steps).toEqual(['words of ENTRY_CHANGED', 'ENTRY_CHANGED'])
})

test('the token goes in its header and never in the address', async () => {
  const { client, seen } = stage(Response.json([]))
  await client.send('/compare/metrics/ins', { query: { client: 3, locals: '1,2', p2Start: undefined } })
  expect(seen[0]?.url).toBe('/api/compare/metrics/ins?client=3&locals=1%2C2')
  // Proxies drop header names with `_` by default.
  expect(seen[0]?.init.headers).toMatchObject({ access_token: 'secret', authorization: 'Bearer secret' })
})

test('a documented path gets the base in front unless it has it', () => {
  expect(['/api/me', '/oauth/token', 'locals'].map((path) => addressOf(path))).toEqual([
    '/api/me',
    '/api/oauth/token',
    '/api/locals',
  ])
})

test('without a token nothing is prefetched', () => {
  const { client, seen } = stage(Response.json([]), null)
  void client.early('/api/clients')
  expect(seen).toEqual([])
})

test('a prefetched answer is given to the first request only', async () => {
  const { client, seen } = stage(() => Promise.resolve(Response.json([])))
  void client.early('/api/clients')
  const first = await client.send('/clients')
  expect([first.status, seen.length]).toEqual([200, 1])
  await client.send('/clients')
  await client.send('/clients', { query: { of: 1 } })
  expect(seen.map(({ url }) => url)).toEqual(['/api/clients', '/api/clients', '/api/clients?of=1'])
})

test('an answer prefetched for another account is not used', async () => {
  let token = 'one'
  const seen: unknown[] = []
  const client = createClient({
    tokens: { get: () => token, set: () => undefined, clear: () => undefined },
    onUnauthorized: () => undefined,
    fetch: (_url, init) => {
      seen.push(new Headers(init?.headers).get('access_token'))
      return Promise.resolve(Response.json([]))
    },
  })
  void client.early('/api/clients')
  token = 'two'
  await client.send('/api/clients')
  expect(seen).toEqual(['one', 'two'])
})

test('a refused prefetch is reported to the later request', async () => {
  const { client } = stage(() =>
    Promise.resolve(Response.json({ code: 'FLAG_REQUIRED', message: 'No.' }, { status: 403 })),
  )
  const said = client.early('/api/clients')
  expect((await refusal(client.send('/api/clients'))).code).toBe('FLAG_REQUIRED')
  expect(await said).toBeNull()
})

test('a prefetched answer says what to request next, and can still be read by the later request', async () => {
  const { client } = stage(() => Promise.resolve(Response.json([{ id: 7 }])))
  expect(await client.early('/api/clients')).toEqual([{ id: 7 }])
  expect(await (await client.send('/api/clients')).json()).toEqual([{ id: 7 }])
})

test('a file goes as it is, with its own type; anything else as JSON', async () => {
  const { client, seen } = stage(() => Promise.resolve(Response.json({})))
  const file = new Blob(['x'], { type: 'image/png' })
  await client.send('/brand-images', { method: 'POST', body: file })
  await client.send('/brands', { method: 'POST', body: { label: 'norte' } })
  expect(seen.map(({ init }) => [init.body, (init.headers as Record<string, string>)['content-type']])).toEqual([
    [file, 'image/png'],
    ['{"label":"norte"}', 'application/json'],
  ])
})

test('maintenance is reported to the page, which keeps its token; a sign-in reads it as its answer', async () => {
  const reported: string[] = []
  const cleared: string[] = []
  const client = createClient({
    tokens: {
      get: () => 'mine',
      set: () => undefined,
      clear: () => {
        cleared.push('token')
      },
    },
    onUnauthorized: () => {
      reported.push('unauthorized')
    },
    onMaintenance: () => {
      reported.push('maintenance')
    },
    fetch: () => Promise.resolve(Response.json({ code: 'MAINTENANCE', message: 'x' }, { status: 503 })),
  })
  await expect(client.send('/clients')).rejects.toMatchObject({ status: 503, code: 'MAINTENANCE' })
  await expect(client.send('/api/me', { anonymous: true })).rejects.toMatchObject({ code: 'MAINTENANCE' })
  expect([reported, cleared]).toEqual([['maintenance'], []])
})
