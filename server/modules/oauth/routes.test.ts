/** Signing in for other programs. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiClientSecret } from '#schemas/generated/api/api-client-secret.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { hashPassword } from '../session/password-hash.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

const URI = 'https://spaces.example.com/callback?tenant=7'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

let f: Fixture
let admin: string
/** Must use PKCE; and one of before, which proves itself with its secret. */
let modern: ApiClientSecret
let old: ApiClientSecret
let address = 0

beforeAll(async () => {
  f = await fixture()
  admin = await f.signIn('admin')
  modern = await made({ name: 'Spaces', pkce: true })
  old = await made({ name: 'Older page', pkce: false })
})
afterAll(() => f.close())
beforeEach(async () => {
  f.clock.time = NOW
})

async function made(draft: object): Promise<ApiClientSecret> {
  const reply = await f.app.inject({
    method: 'POST',
    url: '/api/security/api_client',
    headers: { access_token: admin },
    payload: {
      redirectUris: [URI, 'https://spaces.example.com/other'],
      clients: [f.ids.uno],
      flags: ['footCompare'],
      enabled: true,
      ...draft,
    },
  })
  expect(reply.statusCode).toBe(201)
  return reply.json<ApiClientSecret>()
}

const from = () => `10.4.${address >> 8}.${address++ & 255}`
async function login(headers: Record<string, string | undefined>, remoteAddress = from()) {
  const all = {
    username: 'analyst',
    password: PASSWORD,
    grant_type: 'password',
    redirect_uri: URI,
    response_type: 'code',
    state: 'S-1',
    client_id: modern.clientId,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...headers,
  }
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >
  const reply = await f.app.inject({ method: 'POST', url: '/api/oauth/login', headers: sent, remoteAddress })
  return {
    status: reply.statusCode,
    body: reply.json<{ code: string; state: string; redirect_uri: string; message: string }>(),
  }
}
const plain = { code_challenge: undefined, code_challenge_method: undefined }

async function token(payload: object | string, headers: Record<string, string> = {}, remoteAddress = from()) {
  const reply = await f.app.inject({ method: 'POST', url: '/api/oauth/token', payload, headers, remoteAddress })
  return { status: reply.statusCode, body: reply.json<{ code?: string; access_token: string }>() }
}
const redeem = (more: object) =>
  token({
    grant_type: 'authorization_code',
    redirect_uri: URI,
    client_id: modern.clientId,
    code_verifier: VERIFIER,
    ...more,
  })
const freshCode = async (headers = {}) => (await login(headers)).body.code

test('a password beyond Latin-1 signs in by headers as by a body: percent-encoded UTF-8, which credentials-encoding says', async () => {
  const password = 'Contraseña-€-密码-1'
  const passwordHash = await hashPassword(password)
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    { username: 'ñandú@aforo.test', passwordHash, role: 'basic', flags: [], clients: [] },
    NOW,
  )
  const encoded = {
    username: encodeURIComponent('ñandú'),
    password: encodeURIComponent(password),
    'credentials-encoding': 'percent-utf-8',
  }
  expect((await login(encoded)).status).toBe(200)
  const byHeaders = (headers: Record<string, string>) =>
    f.app.inject({
      method: 'POST',
      url: '/api/oauth/token',
      headers: { grant_type: 'password', ...headers },
      remoteAddress: from(),
    })
  expect((await byHeaders(encoded)).statusCode).toBe(200)
  expect((await token({ grant_type: 'password', username: 'ñandú', password })).status).toBe(200)
  for (const wrong of [
    { ...encoded, 'credentials-encoding': 'base64' },
    { ...encoded, password: '%E2%82' },
    { ...encoded, password: '%' },
  ]) {
    expect([wrong, (await byHeaders(wrong)).json()]).toMatchObject([wrong, { code: 'LOGIN_INCOMPLETE' }])
  }
  // Plain headers are as documented: what is in them is the password, percent signs and all.
  await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'percent@aforo.test',
      passwordHash: await hashPassword('50%25-Aforo-x'),
      role: 'basic',
      flags: [],
      clients: [],
    },
    NOW,
  )
  expect((await byHeaders({ username: 'percent', password: '50%25-Aforo-x' })).statusCode).toBe(200)
})

test('the documented login works for a client made with defaults, which proves itself with its secret; a challenge that is sent counts', async () => {
  const usual = await made({ name: 'Made with defaults' })
  expect(usual.pkce).toBe(false)
  const answer = await login({ client_id: usual.clientId, ...plain })
  expect(answer).toMatchObject({ status: 200, body: { state: 'S-1', redirect_uri: URI } })
  expect(
    await redeem({
      client_id: usual.clientId,
      code: answer.body.code,
      code_verifier: undefined,
      client_secret: usual.secret,
    }),
  ).toMatchObject({ status: 200 })
  const challenged = await login({ client_id: usual.clientId })
  expect(
    (
      await redeem({
        client_id: usual.clientId,
        code: challenged.body.code,
        code_verifier: undefined,
        client_secret: usual.secret,
      })
    ).body.code,
  ).toBe('OAUTH_CODE_INVALID')
})

describe('a login for an external page is refused', () => {
  test('for a client or address that is not registered, before the password is looked at', async () => {
    const username = 'other@aforo.test'
    const tries = [
      { client_id: 'nobody' },
      { client_id: undefined },
      { redirect_uri: undefined },
      { redirect_uri: `${URI}&x=1` },
      { redirect_uri: URI.toUpperCase() },
      { redirect_uri: `${URI}#` },
      { redirect_uri: 'https://spaces.example.com/callback' },
      { redirect_uri: 'https://spaces.example.com.evil.test/callback?tenant=7' },
      { redirect_uri: `${URI}/../x` },
      { redirect_uri: ['java', 'script:alert(1)'].join('') },
      { redirect_uri: URI.replace('callback', 'call%62ack') },
    ]
    for (const one of tries)
      expect([one, await login({ username, password: 'wrong', ...one })]).toMatchObject([
        one,
        { status: 400, body: { code: 'OAUTH_CLIENT_INVALID' } },
      ])
    const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, username)) ?? { id: 0 }
    expect(await f.catalog.logins.listOf(SYSTEM_SCOPE, id)).toEqual([])
  })

  test('without response_type=code, without the PKCE its client needs, or with another kind of it', async () => {
    const tries = [
      { response_type: 'token' },
      { response_type: undefined },
      plain,
      { code_challenge_method: 'plain' },
      { code_challenge_method: undefined },
      { code_challenge: undefined },
      { code_challenge: 'short' },
      { state: 'x'.repeat(2001) },
    ]
    for (const one of tries)
      expect([one, await login({ password: 'wrong', ...one })]).toMatchObject([
        one,
        { status: 400, body: { code: 'OAUTH_REQUEST_INVALID' } },
      ])
  })

  test('for wrong credentials and for accounts that may not sign in, in the words of our own login', async () => {
    for (const one of [
      { password: 'wrong' },
      { username: 'stranger' },
      { username: 'disabled' },
      { username: 'external' },
      { username: `api:${modern.clientId}` },
    ]) {
      expect([one, await login(one)]).toMatchObject([
        one,
        {
          status: 401,
          body: { message: expect.stringMatching(/^The username or the password is not right\.$|one-time code/) },
        },
      ])
    }
    expect(await login({ username: undefined })).toMatchObject({ status: 400, body: { code: 'LOGIN_INCOMPLETE' } })
    expect(await login({ username: 'otp' })).toMatchObject({ status: 401, body: { code: 'OTP_REQUIRED' } })
  })

  test('after five failures like our own login, and they count together', async () => {
    const remoteAddress = from()
    for (let n = 0; n < 3; n++) await login({ username: 'multi', password: 'wrong' }, remoteAddress)
    for (let n = 0; n < 2; n++)
      await token({ grant_type: 'password', username: 'multi', password: 'wrong' }, {}, remoteAddress)
    expect(await login({ username: 'multi' }, remoteAddress)).toMatchObject({
      status: 429,
      body: { code: 'LOGIN_TOO_MANY' },
    })
  })

  test('for a client that was disabled', async () => {
    const { id, clientId } = await made({ name: 'Disabled', enabled: false })
    expect(id).toBeGreaterThan(0)
    expect(await login({ client_id: clientId })).toMatchObject({ status: 400, body: { code: 'OAUTH_CLIENT_INVALID' } })
  })
})

describe('the code of a login is refused', () => {
  const invalid = { status: 400, body: { code: 'OAUTH_CODE_INVALID' } }

  test('for another client, address or verifier, or without one; and it is spent by the try', async () => {
    for (const one of [
      { client_id: old.clientId, client_secret: old.secret },
      { redirect_uri: 'https://spaces.example.com/other' },
      { code_verifier: 'w'.repeat(43) },
      { code_verifier: undefined },
      { code_verifier: undefined, client_secret: modern.secret },
    ]) {
      const code = await freshCode()
      expect([one, await redeem({ code, ...one })]).toMatchObject([one, invalid])
      expect(await redeem({ code })).toMatchObject(invalid)
    }
  })

  test('after a minute, the second time, and for one of two at the same time', async () => {
    const late = await freshCode()
    f.clock.time += 60_000
    expect(await redeem({ code: late })).toMatchObject(invalid)
    const code = await freshCode()
    const answers = await Promise.all([redeem({ code }), redeem({ code })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await redeem({ code })).toMatchObject(invalid)
    expect(await redeem({ code: 'made up' })).toMatchObject(invalid)
  })

  test('with a wrong secret, which does not spend it', async () => {
    const code = await freshCode({ client_id: old.clientId, ...plain })
    const bring = (more: object) => redeem({ code, client_id: old.clientId, code_verifier: undefined, ...more })
    expect(await bring({ client_secret: modern.secret })).toMatchObject({
      status: 400,
      body: { code: 'OAUTH_CLIENT_INVALID' },
    })
    expect((await bring({ client_secret: old.secret })).status).toBe(200)
  })

  test('without PKCE for a client without a secret', async () => {
    const code = await freshCode({ client_id: old.clientId, ...plain })
    expect(await redeem({ code, client_id: old.clientId, code_verifier: undefined })).toMatchObject(invalid)
  })

  test('when the account was disabled meanwhile', async () => {
    const code = await freshCode({ username: 'nobody' })
    const { id } = (await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'nobody@aforo.test')) ?? { id: 0 }
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, false)
    expect(await redeem({ code })).toMatchObject(invalid)
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, true)
  })

  test('unread when a field is missing or strange', async () => {
    for (const body of [
      { grant_type: 'authorization_code' },
      { grant_type: 'authorization_code', code: 'x', redirect_uri: URI },
      { grant_type: 'implicit' },
      { grant_type: 'client_credentials', client_id: 'x' },
    ])
      expect(await token(body)).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
  })
})

describe('a login for an external page', () => {
  test('answers code, state and the registered address; the code opens a session of the person', async () => {
    const { status, body } = await login({})
    expect([status, body]).toEqual([
      200,
      { code: expect.stringMatching(/^[\w-]{43}$/), state: 'S-1', redirect_uri: URI },
    ])
    expect((await f.get('/me', body.code)).status).toBe(401)
    const { body: answer } = await redeem({ code: body.code })
    expect(answer).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 43_200 })
    expect((await f.get('/me', answer.access_token)).body).toMatchObject({ username: 'analyst@aforo.test' })
    const [open, granted] = await f.catalog.audit.list(SYSTEM_SCOPE, 2)
    expect([open?.action, granted]).toEqual([
      'session.open',
      expect.objectContaining({
        action: 'oauth.login',
        target: 'analyst@aforo.test',
        details: { client: modern.clientId, address: expect.any(String) },
      }),
    ])
  })

  test('without state answers an empty one, and a form brings the code as well', async () => {
    const { body } = await login({ state: undefined })
    expect(body.state).toBe('')
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code: body.code,
      redirect_uri: URI,
      client_id: modern.clientId,
      code_verifier: VERIFIER,
    }).toString()
    expect((await token(form, { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(200)
  })

  test('keeps neither its code nor a password in the log', async () => {
    const { body } = await login({})
    const log = f.log.join('')
    expect([log.includes(body.code), log.includes('Marker'), log.includes(modern.secret)]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('the session that an external page holds', () => {
  const PAGE = 'Marquee'
  let page: ApiClientSecret
  const put = async (more: object) => {
    const { id, name, redirectUris, clients, flags, enabled, pkce } = page
    const reply = await f.app.inject({
      method: 'PUT',
      url: `/api/security/api_client/${id}`,
      headers: { access_token: admin },
      payload: { name, redirectUris, clients, flags, enabled, pkce, ...more },
    })
    expect(reply.statusCode).toBe(200)
  }
  const held = async (username: string): Promise<string> => {
    const code = await freshCode({ username, client_id: page.clientId })
    return (await redeem({ client_id: page.clientId, code })).body.access_token
  }
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, accessToken: string, payload?: object) => {
    const reply = await f.app.inject({
      method,
      url: `/api${url}`,
      headers: { access_token: accessToken },
      ...(payload && { payload }),
    })
    return {
      status: reply.statusCode,
      body: reply.body === '' ? null : reply.json<{ code?: string; access_token?: string }>(),
    }
  }
  interface Shown {
    readonly id: number
    readonly apiClient: string | null
    readonly current: boolean
    readonly sessions: number
  }
  const sessionsOf = async (accessToken: string) => (await f.get('/auth/sessions', accessToken)).body as Shown[]
  const counted = async () => ((await f.get(`/security/api_client/${page.id}`, admin)).body as Shown).sessions

  beforeEach(async () => {
    admin = await f.signIn('admin')
    page = await made({
      name: `${PAGE} ${address++}`,
      clients: [f.ids.uno, f.ids.museum],
      flags: ['footCompare', 'canAlerts'],
    })
  })

  test('has no right that the client or the account lacks: flags, clients and never administration, for any account', async () => {
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: `both${address++}@aforo.test`,
        role: 'basic',
        flags: ['footCompare', 'canUpload'],
        clients: [f.ids.uno, f.ids.dos],
        passwordHash: await hashPassword(PASSWORD),
      },
      NOW,
    )
    const { username } = (await f.catalog.users.find(SYSTEM_SCOPE, id)) ?? { username: '' }
    const session = await held(username)
    const { roles, properties } = (await f.get('/me', session)).body as {
      roles: string[]
      properties: Record<string, boolean>
    }
    expect([roles, Object.keys(properties).filter((name) => properties[name] === true)]).toEqual([
      ['basic'],
      ['footCompare'],
    ])
    expect((await f.get('/clients', session)).body).toMatchObject([{ id: f.ids.uno }])
    expect([
      (await f.get(`/clients/${f.ids.dos}`, session)).status,
      (await f.get(`/clients/${f.ids.museum}`, session)).status,
    ]).toEqual([404, 404])
    expect([(await f.get('/alerts', session)).status, (await f.get('/uploads', session)).status]).toEqual([403, 403])
  })

  test('of an administrator reads the clients of the page and administers nothing, with the password shown just now', async () => {
    const session = await held('admin')
    expect((await f.get('/me', session)).body).toMatchObject({
      role: 'basic',
      properties: { footCompare: true, canAlerts: true, canUpload: false },
    })
    const byId = (a: number, b: number) => a - b
    expect(((await f.get('/clients', session)).body as { id: number }[]).map(({ id }) => id).toSorted(byId)).toEqual(
      [f.ids.uno, f.ids.museum].toSorted(byId),
    )
    for (const path of ['/users', '/security/api_client', '/audit', '/server/state'])
      expect([path, await f.get(path, session)]).toMatchObject([
        path,
        { status: 403, body: { code: 'ADMIN_REQUIRED' } },
      ])
    const user = { username: `made${address++}@aforo.test`, flags: [], clients: [] }
    expect(await send('POST', '/users', session, user)).toMatchObject({ status: 403, body: { code: 'ADMIN_REQUIRED' } })
    expect(await f.catalog.users.findByUsername(SYSTEM_SCOPE, user.username)).toBeUndefined()
  })

  test('never has a password shown a short while ago, and cannot show one', async () => {
    const session = await held('analyst')
    const refused = { status: 403, body: { code: 'PAGE_SESSION_NOT_ALLOWED', details: { page: page.name } } }
    expect(await send('POST', '/auth/user/confirm', session, { password: PASSWORD })).toMatchObject(refused)
    const screen = { name: 'Wall', client: f.ids.uno, dashboards: ['foot-compare'], seconds: 60, lang: 'es' }
    expect(await send('POST', '/screens', session, screen)).toMatchObject(refused)
    expect(
      await send('POST', '/users/password', session, { oldPassword: PASSWORD, newPassword: 'Marker-other-2027!' }),
    ).toMatchObject(refused)
    expect(await f.get('/auth/sessions', session)).toMatchObject(refused)
    expect(await f.get('/reports', session)).toMatchObject(refused)
  })

  test('loses at its next request what is taken from the page or from the person, and gets no more than both by what is given', async () => {
    const session = await held('analyst')
    expect((await f.get(`/compare/range?client=${f.ids.uno}`, session)).status).toBe(200)
    await put({ flags: [] })
    expect(await f.get(`/compare/range?client=${f.ids.uno}`, session)).toMatchObject({
      status: 403,
      body: { code: 'FLAG_REQUIRED' },
    })
    await put({ clients: [f.ids.museum] })
    expect((await f.get('/clients', session)).body).toEqual([])
    await put({ flags: ['footCompare', 'canUpload'], clients: [f.ids.uno] })
    expect([
      (await f.get(`/compare/range?client=${f.ids.uno}`, session)).status,
      (await f.get('/uploads', session)).status,
    ]).toEqual([200, 403])
  })

  test('ends at its next request when the API client is disabled, gets a new secret or is removed, and does not come back', async () => {
    const endings: (() => Promise<unknown>)[] = [
      () => put({ enabled: false }),
      () => send('POST', `/security/api_client/${page.id}/secret`, admin),
      () => send('DELETE', `/security/api_client/${page.id}`, admin),
    ]
    for (const [at, end] of endings.entries()) {
      const session = await held('analyst')
      expect([at, (await f.get('/me', session)).status]).toEqual([at, 200])
      await end()
      expect([at, await f.get('/me', session)]).toMatchObject([at, { status: 401, body: { code: 'SESSION_INVALID' } }])
      if (at === 0) await put({ enabled: true })
      expect([at, (await f.get('/me', session)).status]).toEqual([at, 401])
    }
  })

  test('that was opened while its API client was being disabled opens nothing', async () => {
    const session = await held('analyst')
    await put({ enabled: false })
    const user = await f.catalog.sessions.credentials('analyst@aforo.test')
    await f.catalog.sessions.open({
      tokenHash: hashOf(session),
      userId: user?.id ?? 0,
      at: NOW,
      address: '',
      agent: '',
      apiClientId: page.id,
    })
    expect((await f.get('/me', session)).status).toBe(401)
  })

  test('keeps its page when its token is renewed, and by a link of the product', async () => {
    const session = await held('admin')
    const { body } = await send('POST', '/oauth/exchange', session)
    expect((await f.get('/users', body?.access_token)).status).toBe(403)
    expect(await counted()).toBe(1)
  })

  test('is listed for the person with the name of its page, who revokes it; the page counts those that are open', async () => {
    const [one, other, own] = [await held('analyst'), await held('analyst'), await f.signIn('analyst')]
    const listed = await sessionsOf(own)
    expect(listed.filter(({ apiClient }) => apiClient === page.name)).toHaveLength(2)
    expect(listed.find(({ current }) => current)?.apiClient).toBeNull()
    expect([
      await counted(),
      ((await f.get('/security/api_client', admin)).body as Shown[]).find(({ id }) => id === page.id)?.sessions,
    ]).toEqual([2, 2])
    const ids = listed.flatMap(({ id, apiClient }) => (apiClient === page.name ? [id] : []))
    expect((await send('DELETE', `/auth/sessions/${ids[0]}`, own)).status).toBe(204)
    expect([(await f.get('/me', other)).status, (await f.get('/me', one)).status, await counted()]).toEqual([
      401, 200, 1,
    ])
    f.clock.time += 2 * 3_600_000
    admin = await f.signIn('admin')
    expect(await counted()).toBe(0)
  })

  test('records whose page opened it in the audit log, and the person cannot revoke another page’s session', async () => {
    const session = await held('analyst')
    expect((await f.catalog.audit.list(SYSTEM_SCOPE, 1))[0]).toMatchObject({
      action: 'session.open',
      target: 'analyst@aforo.test',
      details: { client: page.clientId },
    })
    const [mine] = (await sessionsOf(await f.signIn('analyst'))).filter(({ apiClient }) => apiClient === page.name)
    expect((await send('DELETE', `/auth/sessions/${mine?.id ?? 0}`, await f.signIn('other'))).status).toBe(404)
    expect((await f.get('/me', session)).status).toBe(200)
  })
})

describe('an API client', () => {
  const signIn = (clientId: string, secret: string, remoteAddress = from()) =>
    token({ grant_type: 'client_credentials', client_id: clientId, client_secret: secret }, {}, remoteAddress)

  test('is refused with another secret, as another client, and after its secret was renewed, it was disabled or removed', async () => {
    const invalid = { status: 400, body: { code: 'OAUTH_CLIENT_INVALID' } }
    expect(await signIn(modern.clientId, old.secret)).toMatchObject(invalid)
    expect(await signIn('nobody', old.secret)).toMatchObject(invalid)
    expect(
      await token({ grant_type: 'password', username: `api:${modern.clientId}`, password: modern.secret }),
    ).toMatchObject({ status: 401 })
    const client = await made({ name: 'Short-lived' })
    const {
      body: { access_token: session },
    } = await signIn(client.clientId, client.secret)
    const renewed = await f.app.inject({
      method: 'POST',
      url: `/api/security/api_client/${client.id}/secret`,
      headers: { access_token: admin },
    })
    expect((await f.get('/clients', session)).status).toBe(401)
    expect(await signIn(client.clientId, client.secret)).toMatchObject(invalid)
    const { secret } = renewed.json<ApiClientSecret>()
    expect((await signIn(client.clientId, secret)).status).toBe(200)
    const { id, clientId, secret: _, hasSecret, createdAt, sessions: _open, ...draft } = client
    await f.app.inject({
      method: 'PUT',
      url: `/api/security/api_client/${id}`,
      headers: { access_token: admin },
      payload: { ...draft, enabled: false },
    })
    expect(await signIn(clientId, secret)).toMatchObject(invalid)
    await f.app.inject({ method: 'DELETE', url: `/api/security/api_client/${id}`, headers: { access_token: admin } })
    expect(await signIn(clientId, secret)).toMatchObject(invalid)
    expect([hasSecret, createdAt]).toEqual([true, NOW])
  })

  test('is slowed down after five wrong secrets', async () => {
    const remoteAddress = from()
    for (let n = 0; n < 5; n++) expect((await signIn(modern.clientId, 'wrong', remoteAddress)).status).toBe(400)
    expect((await signIn(modern.clientId, modern.secret, remoteAddress)).status).toBe(429)
    expect((await signIn(modern.clientId, modern.secret)).status).toBe(200)
  })

  test('reads with the rights and clients of its own service user', async () => {
    const { body } = await signIn(modern.clientId, modern.secret)
    expect((await f.get('/clients', body.access_token)).body).toMatchObject([{ id: f.ids.uno }])
    expect((await f.get('/me', body.access_token)).body).toMatchObject({
      username: `api:${modern.clientId}`,
      loginType: 'service',
      role: 'basic',
    })
    expect((await f.get('/users', body.access_token)).status).toBe(403)
  })
})
