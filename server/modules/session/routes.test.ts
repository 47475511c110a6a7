import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountProperties } from '#schemas/generated/entities/account-properties.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW, PASSWORD } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { hashPassword } from './password-hash.ts'

let f: Fixture
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

/** Each sign-in of these tests comes from an address of its own, so that none waits for another's failures. */
let address = 0
async function signIn(options: { headers?: Record<string, string>; payload?: object | string; from?: string }) {
  const remoteAddress = options.from ?? `10.0.${address >> 8}.${address++ & 255}`
  const reply = await f.app.inject({
    method: 'POST',
    url: '/api/oauth/token',
    remoteAddress,
    ...(options.headers && { headers: options.headers }),
    ...(options.payload !== undefined && { payload: options.payload }),
  })
  return {
    status: reply.statusCode,
    body: reply.json<Record<string, unknown>>(),
    headers: reply.headers,
    text: reply.body,
  }
}
const body = (username: string, password: string) => ({ payload: { username, password, grant_type: 'password' } })

describe('a sign-in is refused', () => {
  test('with the same bytes for any error', async () => {
    const wrong = [
      body('analyst', 'wrong'),
      body('analyst', `${PASSWORD} `),
      body('analyst', PASSWORD.toLowerCase()),
      body('stranger', PASSWORD),
      body('disabled', PASSWORD),
      body('external', PASSWORD),
      body('analyst@elsewhere.test', PASSWORD),
      body("' or 1=1 --", PASSWORD),
    ]
    // Some unknown names pretend to need a code, in the share of the accounts that do.
    const pretends = async ({ payload }: (typeof wrong)[number]) =>
      ((await f.get(`/auth/user/otp/${encodeURIComponent(payload.username)}`)).body as { otp: boolean }).otp
    const without = (await Promise.all(wrong.map(async (one) => ((await pretends(one)) ? [] : [one])))).flat()
    expect(without.length).toBeGreaterThan(4)
    const answers = await Promise.all(without.map(signIn))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['401 {"code":"LOGIN_FAILED","message":"The username or the password is not right."}']),
    )
  })

  test('when something is missing or strange', async () => {
    const json = { 'content-type': 'application/json' }
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const cases: [Parameters<typeof signIn>[0], number, string][] = [
      [{}, 400, 'LOGIN_INCOMPLETE'],
      [{ headers: { username: 'analyst' } }, 400, 'LOGIN_INCOMPLETE'],
      [{ headers: { username: 'analyst', password: PASSWORD } }, 400, 'LOGIN_INCOMPLETE'],
      [
        { headers: { username: 'analyst', password: PASSWORD, grant_type: 'client_credentials' } },
        400,
        'LOGIN_INCOMPLETE',
      ],
      [{ headers: { username: 'a'.repeat(300), password: PASSWORD, grant_type: 'password' } }, 400, 'LOGIN_INCOMPLETE'],
      [{ payload: {} }, 400, 'REQUEST_INVALID'],
      [{ payload: { username: 'analyst', password: PASSWORD } }, 400, 'REQUEST_INVALID'],
      [{ payload: { username: ['analyst'], password: PASSWORD, grant_type: 'password' } }, 400, 'REQUEST_INVALID'],
      [{ payload: { ...body('analyst', PASSWORD).payload, role: 'admin' } }, 400, 'REQUEST_INVALID'],
      [{ payload: '[]', headers: json }, 400, 'REQUEST_INVALID'],
      [{ payload: '{"username":', headers: json }, 400, 'BODY_UNREADABLE'],
      [
        {
          payload: '{"__proto__":{"role":"admin"},"username":"analyst","password":"x","grant_type":"password"}',
          headers: json,
        },
        400,
        'BODY_UNREADABLE',
      ],
      [
        { payload: `username=analyst&username=admin&password=x&grant_type=password`, headers: form },
        400,
        'REQUEST_INVALID',
      ],
      [{ payload: 'x', headers: { 'content-type': 'text/plain' } }, 415, 'CONTENT_TYPE_UNSUPPORTED'],
      [{ payload: body('analyst', 'x'.repeat(9000)).payload }, 413, 'BODY_TOO_LARGE'],
    ]
    for (const [given, status, code] of cases)
      expect([given, await signIn(given)]).toMatchObject([given, { status, body: { code } }])
  })

  test('but not in a browser in which the person has signed in before, after any attempts of others there and elsewhere', async () => {
    const from = '192.0.2.9'
    const first = await signIn({ ...body('guest', PASSWORD), from })
    const cookie = [first.headers['set-cookie']].flat().find((one) => String(one).includes('aforo-browser'))
    expect(cookie).toMatch(
      /^__Host-aforo-browser=[\w-]{43}\.[0-9a-f]{32}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    for (let n = 0; n < 30; n++) await signIn({ ...body('guest', 'wrong'), from: n < 6 ? from : `198.51.100.${n}` })
    expect((await signIn({ ...body('guest', PASSWORD), from: '203.0.113.1' })).status).toBe(429)
    const known = { cookie: String(cookie).split(';')[0]! }
    expect((await signIn({ ...body('guest', PASSWORD), headers: known, from })).status).toBe(200)
  })

  test('for longer and longer after five failures, only for that account from that address', async () => {
    const from = '192.0.2.7'
    for (let n = 0; n < 5; n++) expect((await signIn({ ...body('multi', 'wrong'), from })).status).toBe(401)
    expect(await signIn({ ...body('multi', PASSWORD), from })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: {
        code: 'LOGIN_TOO_MANY',
        message: 'Too many failed sign-ins; try again in 1 s.',
        details: { retryAfterS: 1 },
      },
    })
    expect((await signIn({ ...body('multi', PASSWORD), from: '192.0.2.8' })).status).toBe(200)
    expect((await signIn({ ...body('other', PASSWORD), from })).status).toBe(200)
    try {
      f.clock.time = NOW + 1000
      expect((await signIn({ ...body('multi', 'wrong'), from })).status).toBe(401)
      expect(await signIn({ ...body('multi', PASSWORD), from })).toMatchObject({
        status: 429,
        headers: { 'retry-after': '2' },
      })
      f.clock.time = NOW + 3000
      expect((await signIn({ ...body('multi', PASSWORD), from })).status).toBe(200)
      expect((await signIn({ ...body('multi', 'wrong'), from })).status).toBe(401)
    } finally {
      f.clock.time = NOW
    }
  })
})

describe('a network from which the account has signed in', () => {
  const office = '192.0.2.50'
  const from = (one: string, username: string, password = PASSWORD) =>
    signIn({ ...body(username, password), from: one })
  const strangers = async (username: string, tries: number) => {
    for (let n = 0; n < tries; n += 1) await from(`198.51.100.${n % 60}`, username, 'wrong')
  }
  const account = async (username: string, more: object = {}) => {
    const passwordHash = await hashPassword(PASSWORD)
    const draft = { username: `${username}@aforo.test`, passwordHash, role: 'basic' as const, clients: [], flags: [] }
    return (await f.catalog.users.insert(SYSTEM_SCOPE, { ...draft, ...more }, NOW)).id
  }

  test('lets its person in at once in a new browser, after two hundred wrong tries from sixty addresses; another network waits', async () => {
    await account('nomad')
    expect((await from(office, 'nomad')).status).toBe(200)
    await strangers('nomad', 200)
    expect((await from('203.0.113.50', 'nomad')).body).toMatchObject({ code: 'LOGIN_TOO_MANY' })
    expect((await from(office, 'nomad')).status).toBe(200)
    // And neither sign-in gave strangers a try.
    expect((await from('203.0.113.51', 'nomad')).body).toMatchObject({ code: 'LOGIN_TOO_MANY' })
  })

  test('gives others who are in it five tries, and none to the account elsewhere', async () => {
    await account('crowded')
    expect((await from('192.0.2.51', 'crowded')).status).toBe(200)
    await strangers('crowded', 30)
    const codes: unknown[] = []
    for (let n = 0; n < 7; n += 1) codes.push((await from('192.0.2.51', 'crowded', 'wrong')).body.code)
    expect(codes).toEqual([...Array<string>(5).fill('LOGIN_FAILED'), 'LOGIN_TOO_MANY', 'LOGIN_TOO_MANY'])
    // Another account from there waits no longer for it.
    expect((await from('192.0.2.51', 'nobody')).status).toBe(200)
  })

  test('is served before strangers who fill the queue of sign-ins', async () => {
    await account('early')
    expect((await from('192.0.2.54', 'early')).status).toBe(200)
    const others = Array.from({ length: 40 }, (_, n) => from(`198.18.0.${n}`, `stranger${n}`, 'wrong'))
    const [known, strange] = [from('192.0.2.54', 'early'), from('203.0.113.54', 'early')]
    expect([(await known).status, (await strange).body['code']]).toEqual([200, 'LOGIN_BUSY'])
    await Promise.all(others)
  })

  test('elsewhere, who was refused for want of room goes before strangers with what the browser kept', async () => {
    await account('again')
    const flood = (block: number) =>
      Array.from({ length: 40 }, (_, n) => from(`198.18.${block}.${n}`, `more${block}x${n}`, 'wrong'))
    let others = flood(100)
    const refused = await from('203.0.113.56', 'again')
    const cookie = String([refused.headers['set-cookie']].flat()[0])
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    expect(cookie).toMatch(
      /^__Host-aforo-turn=\d+\.[0-9a-f]{32}; Max-Age=60; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    await Promise.all(others)
    others = flood(101)
    const headers = { cookie: cookie.split(';')[0]! }
    const [mine, notMine] = await Promise.all([
      signIn({ ...body('again', PASSWORD), headers, from: '203.0.113.56' }),
      signIn({ ...body('again', PASSWORD), headers, from: '203.0.113.57' }),
    ])
    expect([mine.status, notMine.body['code']]).toEqual([200, 'LOGIN_BUSY'])
    const left = [mine.headers['set-cookie']].flat().map(String)
    expect(left.some((one) => one.startsWith('__Host-aforo-turn=; Max-Age=0'))).toBe(true)
    await Promise.all(others)
  })

  test('and a stranger whose try was not judged, for the queue was full, has not failed', async () => {
    await account('patient')
    const codes = new Set<unknown>()
    for (let round = 0; round < 8; round += 1) {
      const others = Array.from({ length: 40 }, (_, n) =>
        from(`198.18.${round + 1}.${n}`, `more${round}x${n}`, 'wrong'),
      )
      codes.add((await from('203.0.113.55', 'patient')).body['code'])
      await Promise.all(others)
    }
    expect([...codes]).toEqual(['LOGIN_BUSY'])
    expect((await from('203.0.113.55', 'patient')).status).toBe(200)
  })

  test('is not known by what was refused there', async () => {
    const ids = [await account('mistaken'), await account('gone', { enabled: false })]
    expect((await from('192.0.2.52', 'mistaken', 'wrong')).status).toBe(401)
    expect((await from('192.0.2.52', 'gone')).status).toBe(401)
    for (const id of ids) expect(await f.catalog.knownNetworks.count(id)).toBe(0)
  })

  test('is known after a sign-in for an external page, as the person’s browser comes to it', async () => {
    await f.catalog.apiClients.insert(
      SYSTEM_SCOPE,
      { name: 'Page', redirectUris: ['https://page.test/'], clients: [], flags: [], enabled: true, pkce: false },
      { clientId: 'page', secretHash: 'x', at: NOW },
    )
    const id = await account('visitor')
    const headers = { username: 'visitor', password: PASSWORD, grant_type: 'password', client_id: 'page' }
    const { statusCode } = await f.app.inject({
      method: 'POST',
      url: '/api/oauth/login',
      remoteAddress: '192.0.2.53',
      headers: { ...headers, redirect_uri: 'https://page.test/', response_type: 'code', state: 's' },
    })
    expect([statusCode, await f.catalog.knownNetworks.count(id)]).toEqual([200, 1])
  })
})

describe('a sign-in succeeds', () => {
  test('with a JSON body, a form, or the documented headers', async () => {
    const token = {
      access_token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      token_type: 'Bearer',
      expires_in: 43_200,
    }
    const form = new URLSearchParams(body('analyst', PASSWORD).payload).toString()
    expect(await signIn(body('analyst', PASSWORD))).toMatchObject({ status: 200, body: token })
    expect(
      await signIn({ payload: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ).toMatchObject({ status: 200, body: token })
    expect(
      await signIn({ headers: { username: 'analyst', password: PASSWORD, grant_type: 'password' } }),
    ).toMatchObject({ status: 200, body: token })
    expect(
      await signIn({
        headers: {
          username: 'analyst',
          password: PASSWORD,
          grant_type: 'password',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: '',
      }),
    ).toMatchObject({ status: 200, body: token })
  })

  test('with a name typed with blanks, capitals, and with or without the domain', async () => {
    for (const name of ['analyst', ' Analyst ', 'ANALYST@aforo.test', 'analyst@AFORO.TEST\t'])
      expect((await signIn(body(name, PASSWORD))).status).toBe(200)
  })

  test('with a new token each time, of which only a hash is kept', async () => {
    const tokens = await Promise.all([signIn(body('analyst', PASSWORD)), signIn(body('analyst', PASSWORD))])
    const [a, b] = tokens.map((reply) => String(reply.body.access_token))
    expect(a).not.toBe(b)
    expect(await f.catalog.sessions.find(a as string)).toBeUndefined()
  })

  test('and both kinds are in the audit log, without the password', async () => {
    // The refused tries of the minute before have used up its entries.
    f.clock.time = NOW + 60_000
    await signIn({ ...body('nobody', PASSWORD), from: '192.0.2.20' })
    await signIn({ ...body('nobody', 'Marker-audit'), from: '192.0.2.21' })
    const [refused, opened] = await f.catalog.audit.list(SYSTEM_SCOPE, 2)
    expect(refused).toEqual({
      at: f.clock.time,
      user: null,
      action: 'session.refuse',
      target: 'nobody@aforo.test',
      details: { address: '192.0.2.21' },
    })
    expect(opened).toEqual({
      at: f.clock.time,
      user: null,
      action: 'session.open',
      target: 'nobody@aforo.test',
      details: { address: '192.0.2.20' },
    })
    f.clock.time = NOW
  })
})

describe('me', () => {
  test('is the user with every flag, true or false, and no secret', async () => {
    const { body: me } = await f.get('/me', await f.signIn('operator'))
    expect(me).toEqual({
      id: expect.any(Number),
      username: 'operator@aforo.test',
      role: 'basic',
      roles: ['basic'],
      loginType: 'password',
      properties: {
        lang: 'es',
        demo: false,
        canAlerts: false,
        canUpload: false,
        canDownload: true,
        footCompare: false,
        footStatus: false,
        campaignManager: false,
        rtList: false,
        experienceList: false,
        hasAutomotive: false,
        hasAutomotiveTendency: false,
        hasAutomotiveAnalysis: false,
        hasAutomotiveDownload: false,
        hasAutomotiveForecast: false,
        hasBigVenues: false,
        occupancyDashboard: false,
        zonesOccupancyDashboard: false,
        canModifyOccupancyDashboard: false,
        hasRenfeDash: false,
        wiTrace: false,
        wiTraceLaptopOccupancyDownload: false,
        wiTraceCorporateReport: false,
        wiTraceBuildingMap: false,
        scheduleManager: false,
        peakassoChatbot: false,
      },
    })
  })

  test('carries the settings an administrator gave', async () => {
    const properties = {
      lang: 'pt',
      demo: true,
      modules: ['traffic'],
      loginMessage: 'Olá',
      useLoginMessage: true,
      postLogin: 'automotive',
      auto_clientLevel: 'region',
      auto_levelValue: 'Norte',
      auto_client: f.ids.uno,
    } satisfies Partial<AccountProperties>
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      {
        username: 'settled@aforo.test',
        passwordHash: await hashPassword(PASSWORD),
        role: 'basic',
        clients: [],
        flags: ['hasAutomotive'],
        properties,
      },
      NOW,
    )
    expect((await f.get('/me', await f.signIn('settled'))).body).toMatchObject({
      username: 'settled@aforo.test',
      roles: ['basic'],
      properties: { ...properties, hasAutomotive: true },
    })
  })

  test('of an administrator says so', async () => {
    expect((await f.get('/me', await f.signIn('admin'))).body).toMatchObject({ role: 'admin', roles: ['admin'] })
  })
})

describe('logout', () => {
  test('ends this session and no other', async () => {
    const [mine, other] = [await f.signIn('analyst'), await f.signIn('analyst')]
    const reply = await f.app.inject({ method: 'POST', url: '/api/logout', headers: { access_token: mine } })
    expect([reply.statusCode, reply.body]).toEqual([204, ''])
    expect([(await f.get('/me', mine)).status, (await f.get('/me', other)).status]).toEqual([401, 200])
  })

  test('by navigation leads to the login page', async () => {
    const reply = await f.get('/logout/redirect')
    expect([reply.status, reply.headers.location]).toEqual([302, '/login'])
  })
})
