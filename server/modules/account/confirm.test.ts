import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { fixture, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { hashPassword } from '../session/password-hash.ts'
import { CONFIRMED_MS } from '../session/lifetime.ts'

let f: Fixture
let address = 0
beforeAll(async () => {
  f = await fixture({ config: { noticeMail: false } })
})
afterAll(() => f.close())
afterEach(() => {
  f.clock.time += 60 * 60_000
})

async function call(
  method: 'POST' | 'PUT' | 'DELETE' | 'GET',
  path: string,
  token: string,
  payload?: object,
  remoteAddress = `10.6.0.${address++ & 255}`,
) {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress,
    ...(payload && { payload }),
    headers: { access_token: token },
  })
  return { status: reply.statusCode, body: reply.body === '' ? null : reply.json<Record<string, unknown>>() }
}
const confirm = (token: string, password: string, from?: string) =>
  call('POST', '/auth/user/confirm', token, { password }, from)
const addGroup = (token: string) =>
  call('POST', '/security/group', token, { name: `Group ${address}`, flags: [], clients: [] })
const lastEntry = async () => (await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]

test('a password that could not be looked at, for too many wait, is no failed try: the right one opens after it', async () => {
  const token = await f.signIn('admin')
  const from = '10.6.1.1'
  // More than may wait, of those who go first: who gets through comes again.
  const finished = new AbortController()
  const others = Array.from({ length: 100 }, async () => {
    while (!finished.signal.aborted) await hashPassword('of others').catch(() => pause(1))
  })
  await pause(10)
  const codes: unknown[] = []
  for (let n = 0; n < 30; n += 1) codes.push((await confirm(token, PASSWORD, from)).body?.['code'])
  finished.abort()
  await Promise.all(others)
  expect(codes).toEqual(codes.map(() => 'LOGIN_BUSY'))
  expect((await confirm(token, PASSWORD, from)).status).toBe(204)
})

describe('a change of rights or secrets is refused', () => {
  test('a quarter of an hour after the password was shown, before the body is looked at, and nothing is written', async () => {
    const token = await f.signIn('admin')
    f.clock.time += CONFIRMED_MS
    const before = await lastEntry()
    const refusal = { status: 403, body: { code: 'CONFIRMATION_REQUIRED' } }
    expect(await addGroup(token)).toMatchObject(refusal)
    expect(await call('PUT', '/users/1', token, { anything: true })).toMatchObject(refusal)
    expect(await call('DELETE', '/users/987654', token)).toMatchObject(refusal)
    expect(await call('POST', '/security/api_client/987654/secret', token)).toMatchObject(refusal)
    expect(await lastEntry()).toEqual(before)
    // Reads, and calls that change no rights, continue.
    expect((await call('GET', '/users', token)).status).toBe(200)
  })

  test('as not an administrator, without a request for a password', async () => {
    const token = await f.signIn('analyst')
    f.clock.time += CONFIRMED_MS
    expect(await addGroup(token)).toMatchObject({ status: 403, body: { code: 'ADMIN_REQUIRED' } })
  })

  test('in a session from before there were confirmations', async () => {
    const token = await f.signIn('admin')
    await f.catalog.sessions.confirm(hashOf(token), 0)
    expect(await addGroup(token)).toMatchObject({ body: { code: 'CONFIRMATION_REQUIRED' } })
  })

  test('in another session of the same person', async () => {
    const [one, other] = [await f.signIn('admin'), await f.signIn('admin')]
    f.clock.time += CONFIRMED_MS
    expect((await confirm(one, PASSWORD)).status).toBe(204)
    expect([(await addGroup(one)).status, (await addGroup(other)).status]).toEqual([201, 403])
  })
})

describe('showing the password again is refused', () => {
  test('with a wrong one, which leaves an entry and the session as it was', async () => {
    const token = await f.signIn('admin')
    f.clock.time += CONFIRMED_MS
    expect(await confirm(token, 'Not-this-one-2026')).toMatchObject({ status: 400, body: { code: 'PASSWORD_WRONG' } })
    expect(await lastEntry()).toMatchObject({ action: 'password.refuse', target: 'admin@aforo.test' })
    expect((await addGroup(token)).status).toBe(403)
    expect((await call('GET', '/me', token)).status).toBe(200)
  })

  test('too often from one place, even with the right one', async () => {
    const token = await f.signIn('admin')
    for (let n = 0; n < 5; n++) expect((await confirm(token, 'Not-this-one-2026', '10.6.9.9')).status).toBe(400)
    expect(await confirm(token, PASSWORD, '10.6.9.9')).toMatchObject({ status: 429, body: { code: 'LOGIN_TOO_MANY' } })
  })

  test('for who has no password here', async () => {
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: 'boss@aforo.test', passwordHash: null, role: 'admin', loginType: 'external', clients: [], flags: [] },
      f.clock.now(),
    )
    const token = 'e'.repeat(43)
    await f.catalog.sessions.open({ tokenHash: hashOf(token), userId: id, at: f.clock.now(), address: '', agent: '' })
    expect((await addGroup(token)).status).toBe(201)
    f.clock.time += CONFIRMED_MS
    expect(await confirm(token, PASSWORD)).toMatchObject({ status: 400, body: { code: 'CONFIRMATION_ELSEWHERE' } })
    expect((await addGroup(token)).status).toBe(403)
  })
})

test('the right password confirms for another quarter of an hour and leaves an entry', async () => {
  const token = await f.signIn('admin')
  expect((await addGroup(token)).status).toBe(201)
  f.clock.time += CONFIRMED_MS
  expect(await confirm(token, PASSWORD)).toEqual({ status: 204, body: null })
  expect(await lastEntry()).toMatchObject({ action: 'session.confirm', target: 'admin@aforo.test' })
  f.clock.time += CONFIRMED_MS - 1
  expect((await addGroup(token)).status).toBe(201)
  f.clock.time += 1
  expect((await addGroup(token)).status).toBe(403)
})

test('a new password is refused when it is easy to guess', async () => {
  const token = await f.signIn('other')
  for (const newPassword of ['Password-2026', 'Qwertyuiop-12345', 'Other-Aforo-2026']) {
    expect(await call('POST', '/users/password', token, { oldPassword: PASSWORD, newPassword })).toMatchObject({
      status: 400,
      body: { code: 'PASSWORD_COMMON' },
    })
  }
  expect(
    (await call('POST', '/users/password', token, { oldPassword: PASSWORD, newPassword: 'Tres-torres-al-sol-4' }))
      .status,
  ).toBe(204)
})
