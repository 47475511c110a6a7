/** Sessions after they were opened: listed, ended, renewed, and the notice of a new place. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { startMailServer } from '../../testing/mail.ts'
import type { TestMailServer } from '../../testing/mail.ts'
import { sessionService } from './service.ts'

let mails: TestMailServer
let f: Fixture
beforeAll(async () => {
  mails = await startMailServer()
  f = await fixture({ config: { smtpUrl: mails.url } })
})
afterAll(async () => {
  await f.close()
  await mails.close()
})

async function open(username: string, { address = '192.0.2.1', agent = 'Firefox' } = {}): Promise<string> {
  const reply = await f.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress: address,
    headers: { 'user-agent': agent },
    payload: { username, password: PASSWORD, grant_type: 'password' },
  })
  return reply.json<{ access_token: string }>().access_token
}
const end = async (id: number, token: string) =>
  (await f.app.inject({ method: 'DELETE', url: `/api/auth/sessions/${id}`, headers: { access_token: token } }))
    .statusCode
const list = async (token: string, path = '/auth/sessions') =>
  (await f.get(path, token)).body as { id: number; current: boolean }[]
async function exchange({ token, code }: { token?: string; code?: string }) {
  const reply = await f.app.inject({
    method: 'POST',
    url: '/api/oauth/exchange',
    headers: { ...(token !== undefined && { access_token: token }) },
    ...(code !== undefined && { payload: { code } }),
  })
  return { status: reply.statusCode, body: reply.json<{ code?: string; access_token: string; expires_in: number }>() }
}

describe('the list of sessions', () => {
  test('is not for strangers, and only administrators see that of another account', async () => {
    const analyst = await open('analyst')
    const user = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'other@aforo.test')
    expect([
      (await f.get('/auth/sessions')).status,
      (await f.get(`/auth/sessions/user/${user?.id ?? 0}`, analyst)).status,
    ]).toEqual([401, 403])
    await open('other', { agent: 'Edge' })
    expect(await list(await open('admin'), `/auth/sessions/user/${user?.id ?? 0}`)).toMatchObject([
      { agent: 'Edge', current: false },
    ])
  })

  test('is newest first, marks the one that asks, leaves out what has ended by itself, and shows no token', async () => {
    const first = await open('multi', { address: '192.0.2.9', agent: `Bad\r\nagent${'x'.repeat(400)}` })
    f.clock.time += 3_600_000
    const second = await open('multi')
    expect(await list(second)).toEqual([
      {
        id: expect.any(Number),
        createdAt: NOW + 3_600_000,
        seenAt: NOW + 3_600_000,
        address: '192.0.2.1',
        agent: 'Firefox',
        apiClient: null,
        current: true,
      },
      {
        id: expect.any(Number),
        createdAt: NOW,
        seenAt: NOW,
        address: '192.0.2.9',
        agent: expect.stringMatching(/^Bad agentx+$/),
        apiClient: null,
        current: false,
      },
    ])
    expect((await f.get('/auth/sessions', second)).text).not.toContain(second)
    f.clock.time += 3_600_000
    expect(await list(second)).toMatchObject([{ current: true }])
    expect((await f.get('/me', first)).status).toBe(401)
  })
})

describe('ending a session', () => {
  test('of another account is refused like one that does not exist', async () => {
    const [analyst, other] = [await open('analyst'), await open('other')]
    const theirs = (await list(other)).find(({ current }) => current)?.id ?? 0
    expect([await end(theirs, analyst), await end(987_654, analyst)]).toEqual([404, 404])
    expect((await f.get('/me', other)).status).toBe(200)
  })

  test('stops it at its next request, by its owner or by an administrator', async () => {
    const [mine, lost, admin] = [await open('analyst'), await open('analyst'), await open('admin')]
    const idOf = async (token: string) => (await list(token)).find(({ current }) => current)?.id ?? 0
    expect(await end(await idOf(lost), mine)).toBe(204)
    expect((await f.get('/me', lost)).status).toBe(401)
    expect(await end(await idOf(mine), admin)).toBe(204)
    expect((await f.get('/me', mine)).status).toBe(401)
  })
})

describe('an exchange', () => {
  test('is refused for a token that has ended, a code that was never given, and for nothing', async () => {
    expect(await exchange({ token: 'x'.repeat(43) })).toMatchObject({ status: 401, body: { code: 'SESSION_INVALID' } })
    expect(await exchange({})).toMatchObject({ status: 401, body: { code: 'SESSION_REQUIRED' } })
    expect(await exchange({ code: 'x'.repeat(43) })).toMatchObject({ status: 404, body: { code: 'TOKEN_INVALID' } })
    expect(await exchange({ code: 'short' })).toMatchObject({ status: 400 })
  })

  test('of a session gives it a fresh token with the age it has; the old one ends, and of two exchanges one comes too late', async () => {
    const old = await open('analyst')
    f.clock.time += 3_600_000
    const answers = await Promise.all([exchange({ token: old }), exchange({ token: old })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    const { access_token: fresh, expires_in: left } = answers.find(({ status }) => status === 200)?.body ?? {
      access_token: '',
      expires_in: 0,
    }
    expect(left).toBe(11 * 3600)
    expect([(await f.get('/me', old)).status, (await f.get('/me', fresh)).status]).toEqual([401, 200])
    for (let hour = 2; hour < 12; hour++) {
      f.clock.time += 3_600_000
      expect((await f.get('/me', fresh)).status).toBe(200)
    }
    f.clock.time += 3_600_000
    expect((await f.get('/me', fresh)).status).toBe(401)
  })

  test('of the code of one of our links opens a session once, within a minute, while the account is enabled', async () => {
    const nothing = async () => undefined
    const { catalog, clock } = f
    const sessions = sessionService({
      sessions: catalog.sessions,
      logins: catalog.logins,
      tokens: catalog.accountTokens,
      audit: catalog.audit,
      transaction: catalog.transaction,
      mail: { send: nothing },
      noticeMail: false,
      publicUrl: '',
      clock,
      authenticate: () => Promise.reject(new Error('not asked')),
      networks: { sweep: nothing },
      background: f.app.background,
    })
    const { id } = await catalog.users.insert(
      SYSTEM_SCOPE,
      { username: 'linked@aforo.test', passwordHash: null, role: 'basic', flags: [], clients: [] },
      NOW,
    )
    const late = await sessions.accessCode(id)
    clock.time += 60_000
    expect((await exchange({ code: late })).status).toBe(404)
    const code = await sessions.accessCode(id)
    expect((await f.get('/me', code)).status).toBe(401)
    const { status, body } = await exchange({ code })
    expect(status).toBe(200)
    expect((await f.get('/me', body.access_token)).body).toMatchObject({ username: 'linked@aforo.test' })
    expect((await exchange({ code })).status).toBe(404)
    const unused = await sessions.accessCode(id)
    await catalog.users.setEnabled(SYSTEM_SCOPE, id, false)
    expect((await exchange({ code: unused })).status).toBe(404)
  })
})

describe('a notice', () => {
  /** Mails to others may still be in flight from earlier tests. */
  const mailsTo = (name: string) => mails.taken.filter(({ to }) => to === `${name}@aforo.test`).length

  test('goes out when an account is used from a new network with a new browser, and not at its first sign-in', async () => {
    const before = mailsTo('nowhere')
    await open('nowhere', { address: '198.51.100.1', agent: 'Firefox' })
    await open('nowhere', { address: '198.51.100.1', agent: 'Firefox' })
    await f.app.background.settled()
    expect(mailsTo('nowhere')).toBe(before)
    await open('nowhere', { address: '203.0.113.9', agent: 'Chrome' })
    const { subject, text } = await mails.next('nowhere@aforo.test')
    expect(subject).toBe('Nuevo inicio de sesión en tu cuenta')
    expect(text).toContain('203.0.113.9')
    expect(text).toContain('https://aforo.example.com/recover')
    await open('nowhere', { address: '203.0.113.9', agent: 'Chrome' })
    await f.app.background.settled()
    expect(mailsTo('nowhere')).toBe(before + 1)
  })

  test('is not sent where it is turned off', async () => {
    const quiet = await fixture({ config: { smtpUrl: mails.url, noticeMail: false } })
    await f.app.background.settled()
    const before = mailsTo('analyst')
    for (const remoteAddress of ['192.0.2.1', '198.51.100.1'])
      await quiet.app.inject({
        method: 'POST',
        url: '/api/oauth/token',
        remoteAddress,
        payload: { username: 'analyst', password: PASSWORD, grant_type: 'password' },
      })
    await quiet.app.background.settled()
    expect(mailsTo('analyst')).toBe(before)
    await quiet.close()
  })
})

test('what has run out is swept: sessions, codes and tries to sign in of more than 400 days ago', async () => {
  const userId = (await f.catalog.sessions.credentials('analyst@aforo.test'))?.id ?? 0
  await f.catalog.logins.record({
    userId,
    username: 'analyst@aforo.test',
    at: 0,
    success: false,
    address: '',
    network: '',
    agent: '',
  })
  f.clock.time += 24 * 3_600_000
  await open('analyst')
  const dates = ((await f.catalog.logins.listOf(SYSTEM_SCOPE, userId)) as { date: number }[]).map(({ date }) => date)
  expect(Math.min(...dates)).toBeGreaterThan(0)
})
