/** Who may call what: every route with every kind of caller, against a table written by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ABSOLUTE_MS, IDLE_MS } from './modules/session/lifetime.ts'
import { fixture, NOW } from './testing/fixture.ts'
import type { Fixture } from './testing/fixture.ts'
import { SYSTEM_SCOPE } from './lib/scope.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

const PERIODS = 'p1Start=2026-11-16&p1End=2026-11-19&p2Start=2026-11-09&p2End=2026-11-12'

interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}

const get = (path: string): Call => ({ method: 'GET', path })
const post = (path: string): Call => ({ method: 'POST', path })
const put = (path: string): Call => ({ method: 'PUT', path })

/** The six calls of a collection. */
const collection = (path: string): Call[] => [
  get(path),
  get(`${path}/1`),
  post(path),
  post(`${path}/list`),
  put(`${path}/1`),
  { method: 'DELETE', path: `${path}/1` },
]

/** Calls of administrators: refused before anything is read, so they are sent without a body. */
const ADMIN: Call[] = [
  ...collection('/users'),
  post('/users/1/enable'),
  post('/users/1/disable'),
  ...collection('/security/group'),
  ...collection('/security/user_access'),
  ...collection('/security/api_client'),
  post('/security/api_client/1/secret'),
  get('/auth/sessions/user/1'),
  { method: 'DELETE', path: '/auth/user/login-fails/1' },
  ...collection('/brands'),
  post('/brand-images'),
  put('/modules/client/1/config'),
  put('/modules/local/1/config'),
]

/** Calls about the own account, which work with an expired password too. */
const OWN: Call[] = [
  get('/me'),
  get('/auth/user/login-info'),
  ...['/auth/user/terms-of-service', '/auth/user/logins', '/auth/user/pass-changes'].flatMap((path) => [
    get(path),
    get(`${path}/`),
  ]),
]

/** Calls that need no session. */
const OPEN: Call[] = [
  get('/health/live'),
  get('/health/ready'),
  get('/openapi.json'),
  get('/docs'),
  get('/docs/style.css'),
  get('/docs/script.js'),
  get('/logout/redirect'),
]

/** Calls about the caller, or that return no tenant's data. */
const ANY_USER: Call[] = [
  get('/auth/sessions'),
  get('/clients'),
  get('/locals'),
  get('/locals/types'),
  get('/campaigns'),
  get('/users/dashboards'),
  { method: 'POST', path: '/period/config?key=thisWeekVsPrevious' },
]

/** Calls about data of one client. */
const tenantCalls = ({ client, local, campaign }: { client: number; local: number; campaign: number }): Call[] => [
  get(`/clients/${client}`),
  get(`/locals?client=${client}`),
  get(`/locals/active?client=${client}&workday=2026-11-19`),
  get(`/locals/${local}`),
  get(`/locals/${local}/params`),
  get(`/locals/${local}/areas-footscans`),
  get(`/local-params?client=${client}`),
  get(`/local-params?local=${local}`),
  get(`/campaigns?client=${client}`),
  get(`/campaigns/${campaign}`),
  ...['', '/config'].flatMap((end) => [get(`/modules/client/${client}${end}`), get(`/modules/local/${local}${end}`)]),
  { method: 'POST', path: `/period/config?key=thisWeekVsPrevious&client=${client}` },
  { method: 'POST', path: `/period/config?key=campaigns&client=${client}&campaign=${campaign}` },
]
const compareCalls = ({ client, local }: { client: number; local: number }): Call[] =>
  [
    '/metrics/main/extended',
    '/capconv/all',
    '/metrics/main/hour',
    '/metrics/ins',
    '/metrics/repetitions',
    '/metrics/repetitions/local',
  ].flatMap((path) => [
    get(`/compare${path}?client=${client}&${PERIODS}`),
    get(`/compare${path}?client=${client}&locals=${local}&${PERIODS}`),
  ])
const hourlyCall = ({ local }: { local: number }) =>
  get(`/compare/metrics/main/time?local=${local}&begin=2026-11-16&end=2026-11-19`)

const uno = () => ({ client: f.ids.uno, local: f.ids.granVia, campaign: f.ids.campaign })
const MISSING = { client: 987_654, local: 987_654, campaign: 987_654 }

async function send({ method, path }: Call, token?: string, headers: Record<string, string> = {}) {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    headers: { ...headers, ...(token !== undefined && { access_token: token }) },
  })
  return { status: reply.statusCode, text: reply.body, headers: reply.headers }
}

const everything = () => [...OWN, ...ANY_USER, ...tenantCalls(uno()), ...compareCalls(uno()), hourlyCall(uno())]

async function statuses(calls: readonly Call[], token?: string) {
  return Object.fromEntries(
    await Promise.all(calls.map(async (call) => [`${call.method} ${call.path}`, (await send(call, token)).status])),
  )
}
const all = (calls: readonly Call[], status: number) =>
  Object.fromEntries(calls.map(({ method, path }) => [`${method} ${path}`, status]))

describe('without a session', () => {
  test('only health, the API document, sign-in and the logout page answer', async () => {
    expect(await statuses(everything())).toEqual(all(everything(), 401))
    expect(await statuses(ADMIN)).toEqual(all(ADMIN, 401))
    expect((await send(post('/monitoring/tracking/'))).status).toBe(401)
    // In sequence: a probe's answer does not wait for the API document, which is built on the first request.
    const statusOf: Record<string, number> = {}
    for (const call of OPEN) Object.assign(statusOf, await statuses([call]))
    expect(statusOf).toEqual({ ...all(OPEN, 200), 'GET /logout/redirect': 302 })
  })

  test('a token that was never given is refused like one that has ended', async () => {
    const ended = await f.signIn('analyst')
    await send({ method: 'POST', path: '/logout' }, ended)
    const answers = await Promise.all(
      [ended, 'x'.repeat(43), 'short', 'é', `${ended}x`].map((token) => send(get('/me'), token)),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['401 {"code":"SESSION_INVALID","message":"This session has ended or never was; sign in again."}']),
    )
  })

  test('no token says that one is needed', async () => {
    expect(await send(get('/me'))).toMatchObject({
      status: 401,
      text: '{"code":"SESSION_REQUIRED","message":"This needs a session; sign in first."}',
    })
  })
})

describe('a session', () => {
  test('is taken from the access_token header or as a bearer token', async () => {
    const token = await f.signIn('analyst')
    expect((await send(get('/me'), token)).status).toBe(200)
    expect((await send(get('/me'), undefined, { authorization: `Bearer ${token}` })).status).toBe(200)
    expect((await send(get('/me'), undefined, { authorization: `bearer ${token}` })).status).toBe(200)
    expect((await send(get('/me'), undefined, { authorization: `Basic ${token}` })).status).toBe(401)
    expect((await send(get(`/me?access_token=${token}`))).status).toBe(401)
  })

  test('ends after two hours of silence', async () => {
    const token = await f.signIn('analyst')
    try {
      f.clock.time = NOW + IDLE_MS - 1
      expect((await send(get('/me'), token)).status).toBe(200)
      f.clock.time += IDLE_MS - 1
      expect((await send(get('/me'), token)).status).toBe(200)
      f.clock.time += IDLE_MS
      expect((await send(get('/me'), token)).status).toBe(401)
    } finally {
      f.clock.time = NOW
    }
    expect((await send(get('/me'), token)).status).toBe(401)
  })

  test('ends after twelve hours however busy it was', async () => {
    const token = await f.signIn('analyst')
    try {
      for (let at = 0; at < ABSOLUTE_MS; at += IDLE_MS / 2) {
        f.clock.time = NOW + at
        expect((await send(get('/me'), token)).status).toBe(200)
      }
      f.clock.time = NOW + ABSOLUTE_MS
      expect((await send(get('/me'), token)).status).toBe(401)
    } finally {
      f.clock.time = NOW
    }
  })

  test('ends with the next request after its account was disabled', async () => {
    const credentials = await f.catalog.sessions.credentials('analyst@aforo.test')
    const user = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: 'leaver@aforo.test',
        role: 'basic',
        flags: [],
        clients: [f.ids.uno],
        passwordHash: credentials?.passwordHash ?? null,
      },
      NOW,
    )
    const leaver = await f.signIn('leaver')
    expect((await send(get('/me'), leaver)).status).toBe(200)
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, user.id, false)
    expect((await send(get('/me'), leaver)).status).toBe(401)
  })
})

describe('an account', () => {
  test('with an expired password reaches what it needs to change it, and nothing else', async () => {
    const expired = await f.signIn('expired')
    const others = everything().filter((call) => !OWN.includes(call))
    expect(await statuses(OWN, expired)).toEqual(all(OWN, 200))
    expect(await statuses(others, expired)).toEqual(all(others, 403))
    expect(await send(get('/clients'), expired)).toMatchObject({
      text: '{"code":"PASSWORD_EXPIRED","message":"The password of this account has expired; change it first."}',
    })
  })

  test('without the flag may not compare, and the answer names the flag', async () => {
    const withoutRights = await f.signIn('nobody')
    expect(await statuses([...compareCalls(uno()), hourlyCall(uno())], withoutRights)).toEqual(
      all([...compareCalls(uno()), hourlyCall(uno())], 403),
    )
    expect(await send(compareCalls(uno())[0] as Call, withoutRights)).toMatchObject({
      text:
        '{"code":"FLAG_REQUIRED","message":"This account lacks the right footCompare; an administrator can give ' +
        'it.","details":{"flags":["footCompare"]}}',
    })
    expect(await statuses([...ANY_USER, ...tenantCalls(uno())], withoutRights)).toEqual(
      all([...ANY_USER, ...tenantCalls(uno())], 200),
    )
  })

  test('that is no administrator may make none of their calls, with any flags', async () => {
    for (const name of ['nobody', 'analyst', 'guest', 'nowhere']) {
      const token = await f.signIn(name)
      expect(await statuses(ADMIN, token)).toEqual(all(ADMIN, 403))
      expect(await send(ADMIN[0] as Call, token)).toMatchObject({
        text: '{"code":"ADMIN_REQUIRED","message":"Only an administrator may do this."}',
      })
    }
    // Without a body, or with an id that is not there: past the access check, in any case.
    const passed = Object.values(
      await statuses(
        ADMIN.filter(({ method, path }) => method !== 'DELETE' && !path.endsWith('able')),
        await f.signIn('admin'),
      ),
    ) as number[]
    expect(passed.filter((status) => ![200, 400, 404].includes(status))).toEqual([])
  })

  test('that may download reads the hourly rows and no comparison', async () => {
    const operator = await f.signIn('operator')
    expect((await send(hourlyCall(uno()), operator)).status).toBe(200)
    expect(await statuses(compareCalls(uno()), operator)).toEqual(all(compareCalls(uno()), 403))
  })

  test('with the flag reads what belongs to its clients', async () => {
    for (const name of ['analyst', 'multi', 'guest', 'admin'])
      expect(await statuses(everything(), await f.signIn(name))).toEqual(all(everything(), 200))
  })

  test('of another client finds nothing: byte for byte the answer for what does not exist', async () => {
    const mine = [...tenantCalls(uno()), ...compareCalls(uno()), hourlyCall(uno())]
    const missing = [...tenantCalls(MISSING), ...compareCalls(MISSING), hourlyCall(MISSING)]
    for (const name of ['other', 'nowhere']) {
      const token = await f.signIn(name)
      for (const [at, call] of mine.entries()) {
        const foreign = await send(call, token)
        const nothing = await send(missing[at] as Call, token)
        // The id that was asked for is the only thing that may differ.
        const requestedIds = new RegExp(
          `\\b(${f.ids.uno}|${f.ids.granVia}|${f.ids.campaign}|${MISSING.client})\\b`,
          'g',
        )
        const shape = ({ status, text, headers }: typeof foreign) => ({
          status,
          text: text.replaceAll(requestedIds, 'ID'),
          headers: { ...headers, 'x-request-id': '', date: '', 'content-length': '' },
        })
        expect({ call: call.path, ...shape(foreign) }).toEqual({ call: call.path, ...shape(nothing) })
        expect(foreign.status).toBe(404)
      }
    }
  })

  test('with no client sees empty lists, not everything', async () => {
    const nowhere = await f.signIn('nowhere')
    for (const path of ['/clients', '/locals', '/campaigns'])
      expect(await send(get(path), nowhere)).toMatchObject({ status: 200, text: '[]' })
  })

  test('cannot slip a foreign local into a list of its own', async () => {
    const token = await f.signIn('analyst')
    const own = `/compare/metrics/ins?client=${f.ids.uno}&${PERIODS}&locals=${f.ids.granVia}`
    expect(await send(get(`${own},${f.ids.otherGranVia}`), token)).toMatchObject({
      status: 404,
      text: expect.stringContaining('LOCAL_NOT_FOUND'),
    })
    expect((await send(get(own), token)).status).toBe(200)
    // The local is the caller's, but not of the client that was named.
    const multi = await f.signIn('multi')
    expect(
      (await send(get(`/compare/metrics/ins?client=${f.ids.dos}&${PERIODS}&locals=${f.ids.granVia}`), multi)).status,
    ).toBe(404)
  })
})
