import { isToken } from '#schemas/generated/api/token.ts'
import { expect, test } from 'vitest'
import { addressOf, ApiError, createClient } from './client.ts'

function stage(answer: Response | (() => Promise<Response>), token: string | null = 'secret') {
  const seen: { url: string; init: RequestInit }[] = []
  let kept = token
  let left = 0
  const client = createClient({
    tokens: { get: () => kept, set: (next) => { kept = next }, clear: () => { kept = null } },
    onUnauthorized: () => { left++ },
    fetch: (url, init) => {
      seen.push({ url: url as string, init: init ?? {} })
      return typeof answer === 'function' ? answer() : Promise.resolve(answer)
    },
  })
  return { client, seen, kept: () => kept, left: () => left }
}

const refusal = async (work: Promise<unknown>): Promise<ApiError> => {
  const cause = await work.then(() => null, (error: unknown) => error)
  if (!(cause instanceof ApiError)) throw new Error(`expected a refusal, got ${String(cause)}`)
  return cause
}

test('a 401 forgets the token and leaves to login', async () => {
  const { client, kept, left } = stage(Response.json({ code: 'SESSION_ENDED', message: 'Sign in again.' }, { status: 401 }))
  const error = await refusal(client.send('/api/me'))
  expect([error.status, error.code, error.message, kept(), left()]).toEqual([401, 'SESSION_ENDED', 'Sign in again.', null, 1])
})

test('a 401 of sign-in itself is an answer, not an ended session', async () => {
  const { client, left } = stage(Response.json({ code: 'LOGIN_FAILED', message: 'No.' }, { status: 401 }))
  await refusal(client.send('/oauth/token', { method: 'POST', anonymous: true }))
  expect(left()).toBe(0)
})

test('a failure without a message says its status text', async () => {
  const { client } = stage(new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  const error = await refusal(client.send('/clients'))
  expect([error.status, error.code, error.message]).toEqual([502, 'HTTP_502', 'Bad Gateway'])
})

test('the wait the server asks for is carried in milliseconds', async () => {
  const { client } = stage(Response.json({ code: 'BUSY', message: 'Later.' }, { status: 503, headers: { 'retry-after': '7' } }))
  expect((await refusal(client.send('/clients'))).retryAfterMs).toBe(7000)
})

test('no connection is told apart from a refusal, and a cancelled call from both', async () => {
  const broken = stage(() => Promise.reject(new TypeError('Failed to fetch')))
  expect((await refusal(broken.client.send('/clients'))).code).toBe('NETWORK')
  const cancelled = stage(() => Promise.reject(new DOMException('gone', 'AbortError')))
  await expect(cancelled.client.send('/clients', { signal: AbortSignal.abort() })).rejects.toThrow('gone')
})

test('an answer that the guard refuses is never handed on', async () => {
  const { client } = stage(Response.json({ token: 'x' }))
  expect((await refusal(client.json('/oauth/token', isToken))).code).toBe('ANSWER_UNEXPECTED')
})

test('the token goes in its header and never in the address', async () => {
  const { client, seen } = stage(Response.json([]))
  await client.send('/compare/metrics/ins', { query: { client: 3, locals: '1,2', p2Start: undefined } })
  expect(seen[0]?.url).toBe('/api/compare/metrics/ins?client=3&locals=1%2C2')
  expect(seen[0]?.init.headers).toMatchObject({ access_token: 'secret' })
})

test('a documented path gets the base in front unless it has it', () => {
  expect(['/api/me', '/oauth/token', 'locals'].map((path) => addressOf(path))).toEqual(['/api/me', '/api/oauth/token', '/api/locals'])
})
