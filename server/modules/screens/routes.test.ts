import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSources } from '../../../src/sources/index.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf, newToken } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sourcesOf } from './sources.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PERIODS = 'p1Start=2026-11-16&p1End=2026-11-19&p2Start=2026-11-09&p2End=2026-11-12'

let f: Fixture
let address = 0
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  {
    token,
    body,
    from = `10.7.${++address >> 8}.${address & 255}`,
  }: { token?: string | undefined; body?: object; from?: string } = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: from,
    headers: { ...(token !== undefined && { access_token: token }) },
    ...(body !== undefined && { payload: body }),
  })
  return {
    status: reply.statusCode,
    body: reply.body === '' ? null : reply.json<Record<string, unknown> & { code?: string; details?: unknown }>(),
  }
}

const draft = (more: object = {}) => ({
  name: 'Hall',
  client: f.ids.uno,
  dashboards: ['foot-compare'],
  search: `client=${f.ids.uno}&kiosk=1&rotate=a,b&every=20`,
  seconds: 30,
  lang: 'es',
  ...more,
})

/** A screen of this account: its id, the token of its link and a session. */
async function screen(username = 'analyst', more: object = {}) {
  const made = await send('POST', '/screens', { token: await f.signIn(username), body: draft(more) })
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ state: 'active' })])
  const { id, token } = made.body as unknown as { id: number; token: string }
  return { id, token, session: await open(token) }
}

async function open(token: string): Promise<string> {
  const { status, body } = await send('POST', '/screens/session', { body: { token } })
  expect([status, body?.code]).toEqual([200, undefined])
  return String(body?.access_token)
}

const refusal = async (answer: Promise<{ status: number; body: { code?: string; details?: unknown } | null }>) => {
  const { status, body } = await answer
  return [status, body?.code, body?.details].filter((one) => one !== undefined)
}
const figures = (session: string, client = f.ids.uno) =>
  refusal(send('GET', `/compare/metrics/main/hour?client=${client}&${PERIODS}`, { token: session }))
const opening = (token: string) => refusal(send('POST', '/screens/session', { body: { token } }))
const userOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))!

describe('the link of a screen is refused', () => {
  test('when its token was never issued, or is invalid', async () => {
    for (const token of [newToken(), 'x', '" or 1=1 --'])
      expect(await opening(token)).toEqual([401, 'SCREEN_TOKEN_INVALID'])
    expect((await send('POST', '/screens/session', { body: {} })).status).toBe(400)
  })

  test('when a session of the screen is sent in its place', async () => {
    expect(await opening((await screen()).session)).toEqual([401, 'SCREEN_TOKEN_INVALID'])
  })

  test('more than 60 times a minute from one address', async () => {
    const codes: unknown[] = []
    for (let i = 0; i < 62; i++)
      codes.push((await send('POST', '/screens/session', { body: { token: newToken() }, from: '10.6.0.1' })).body?.code)
    expect(codes).toEqual([...Array<string>(60).fill('SCREEN_TOKEN_INVALID'), 'RATE_LIMITED', 'RATE_LIMITED'])
  })

  test('when it was revoked, which ends its open sessions at once', async () => {
    const { id, token, session } = await screen()
    expect(await figures(session)).toEqual([200])
    expect((await send('DELETE', `/screens/${id}`, { token: await f.signIn('analyst') })).status).toBe(204)
    expect(await figures(session)).toEqual([401, 'SESSION_INVALID'])
    expect(await opening(token)).toEqual([401, 'SCREEN_ENDED', { reason: 'revoked' }])
  })

  test('while its maker is disabled', async () => {
    const { token, session } = await screen('multi')
    const { id } = await userOf('multi')
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, false)
    expect([await figures(session), await opening(token)]).toEqual([
      [401, 'SESSION_INVALID'],
      [401, 'SCREEN_ENDED', { reason: 'maker' }],
    ])
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, true)
    expect(await figures(await open(token))).toEqual([200])
  })

  test('when its maker lost its brand, and that brand alone ends', async () => {
    const { id } = await userOf('multi')
    const [of, other] = [await screen('multi'), await screen('multi', { client: f.ids.dos })]
    const admin = await f.signIn('admin')
    const access = (await f.catalog.userAccess.list(SYSTEM_SCOPE)).find(
      ({ user, client }) => user === id && client === f.ids.uno,
    )!
    expect((await send('DELETE', `/security/user_access/${access.id}`, { token: admin })).status).toBe(204)
    expect([await figures(of.session), await opening(of.token), await figures(other.session, f.ids.dos)]).toEqual([
      [401, 'SESSION_INVALID'],
      [401, 'SCREEN_ENDED', { reason: 'rights' }],
      [200],
    ])
    await f.catalog.users.grant(SYSTEM_SCOPE, id, f.ids.uno, NOW)
  })

  test('when its maker lost the right to its dashboards', async () => {
    const admin = await f.signIn('admin')
    const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: 'fades@aforo.test', role: 'basic', flags: ['footCompare'], clients: [f.ids.uno], passwordHash },
      NOW,
    )
    const { token, session } = await screen('fades')
    expect(
      (
        await send('PUT', `/users/${id}`, {
          token: admin,
          body: { username: 'fades@aforo.test', flags: ['canAlerts'], clients: [f.ids.uno] },
        })
      ).status,
    ).toBe(200)
    expect((await figures(session)).slice(0, 2)).toEqual([403, 'FLAG_REQUIRED'])
    expect(await refusal(send('GET', '/screens/current', { token: session }))).toEqual([
      401,
      'SCREEN_ENDED',
      { reason: 'rights' },
    ])
    expect(await opening(token)).toEqual([401, 'SCREEN_ENDED', { reason: 'rights' }])
  })

  test('when its maker was removed', async () => {
    const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
    const { id } = await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username: 'leaves@aforo.test', role: 'basic', flags: ['footCompare'], clients: [f.ids.uno], passwordHash },
      NOW,
    )
    const { token, session } = await screen('leaves')
    expect((await send('DELETE', `/users/${id}`, { token: await f.signIn('admin') })).status).toBe(204)
    expect([await figures(session), await opening(token)]).toEqual([
      [401, 'SESSION_INVALID'],
      [401, 'SCREEN_TOKEN_INVALID'],
    ])
  })
})

describe('the session of a screen is refused', () => {
  test('by every call that none of its dashboards asks', async () => {
    const { session } = await screen()
    const refused = [403, 'SCREEN_NOT_ALLOWED']
    for (const path of [
      '/me',
      '/home',
      '/clients/1',
      '/users/dashboards',
      '/dashboards',
      '/screens',
      '/auth/sessions',
      '/auth/user/login-info',
      '/reports',
      `/downloads?client=${f.ids.uno}&begin=2026-11-16&end=2026-11-19`,
      '/alerts',
    ]) {
      expect([path, ...(await refusal(send('GET', path, { token: session })))]).toEqual([path, ...refused])
    }
    expect(await refusal(send('GET', `/occupancy/now?client=${f.ids.uno}`, { token: session }))).toEqual(refused)
  })

  test('where it would change something, or make another screen', async () => {
    const { id, session } = await screen()
    for (const [method, path] of [
      ['POST', '/logout'],
      ['DELETE', `/screens/${id}`],
      ['PUT', '/dashboards/foot-compare/star'],
      ['POST', '/reports/runs'],
      ['POST', '/period/config?key=thisWeekVsPrevious'],
      ['POST', '/auth/user/confirm'],
    ] as const) {
      expect([path, ...(await refusal(send(method, path, { token: session, body: {} })))]).toEqual([
        path,
        403,
        'SCREEN_NOT_ALLOWED',
      ])
    }
    expect(await refusal(send('POST', '/screens', { token: session, body: draft() }))).toEqual([
      403,
      'SCREEN_NOT_ALLOWED',
    ])
    expect((await send('POST', '/oauth/exchange', { token: session })).status).toBeGreaterThanOrEqual(400)
    expect(await figures(session)).toEqual([200])
  })

  test('by the documents of other dashboards, also for an administrator’s screen', async () => {
    const { session } = await screen('admin')
    expect(await refusal(send('GET', '/users/dashboards/foot-compare', { token: session }))).toEqual([200])
    expect(await refusal(send('GET', '/users/dashboards/foot-status', { token: session }))).toEqual([
      403,
      'SCREEN_NOT_ALLOWED',
    ])
    expect(
      await refusal(
        send('GET', `/monitoring/footscans/workday?client=${f.ids.uno}&date=2026-11-19`, { token: session }),
      ),
    ).toEqual([403, 'SCREEN_NOT_ALLOWED'])
  })

  test('about every other brand, also those its maker may see', async () => {
    for (const who of ['multi', 'admin']) {
      const { session } = await screen(who)
      expect((await figures(session, f.ids.dos)).slice(0, 2)).toEqual([404, 'CLIENT_NOT_FOUND'])
      expect((await f.get('/clients', session)).body).toEqual([expect.objectContaining({ id: f.ids.uno })])
      expect((await f.get(`/locals?client=${f.ids.dos}`, session)).status).toBe(404)
    }
  })

  test('while the server is in maintenance, also for an administrator’s screen', async () => {
    const { session } = await screen('admin')
    const admin = await f.signIn('admin')
    await send('PUT', '/server/maintenance', { token: admin, body: { maintenance: true } })
    expect(await figures(session)).toEqual([503, 'MAINTENANCE'])
    await send('PUT', '/server/maintenance', { token: admin, body: { maintenance: false } })
    expect(await figures(session)).toEqual([200])
  })
})

describe('a screen is not made', () => {
  const making = async (username: string, more: object = {}) =>
    (await refusal(send('POST', '/screens', { token: await f.signIn(username), body: draft(more) }))).slice(0, 2)

  test('of a brand or a dashboard that its maker may not see, or without any', async () => {
    expect(await making('analyst', { client: f.ids.dos })).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(await making('analyst', { dashboards: ['foot-compare', 'foot-status'] })).toEqual([
      404,
      'DASHBOARD_NOT_FOUND',
    ])
    expect(await making('nobody')).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(await making('analyst', { dashboards: [] })).toEqual([400, 'REQUEST_INVALID'])
    expect(await making('analyst', { name: 'ab' })).toEqual([400, 'REQUEST_INVALID'])
  })

  test('by a demo account', async () => {
    expect(await making('guest')).toEqual([403, 'SCREEN_MAKER_NOT_ALLOWED'])
  })

  test('when the password was shown more than 15 minutes ago', async () => {
    const token = await f.signIn('analyst')
    f.clock.time += 16 * 60_000
    expect((await refusal(send('POST', '/screens', { token, body: draft() }))).slice(0, 2)).toEqual([
      403,
      'CONFIRMATION_REQUIRED',
    ])
  })

  test('beyond 50 of one account', async () => {
    const { id } = await userOf('other')
    for (let i = 0; i < 50; i++) {
      await f.catalog.screens.insert(
        { ...SYSTEM_SCOPE, userId: id },
        {
          name: 'x',
          client: f.ids.dos,
          dashboards: ['foot-compare'],
          search: '',
          seconds: 60,
          lang: 'es',
          tokenHash: newToken(),
        },
        NOW,
      )
    }
    expect(await making('other', { client: f.ids.dos })).toEqual([409, 'SCREEN_LIMIT'])
  })
})

test('a person cannot ask as a screen, nor revoke the screen of another person; an administrator can', async () => {
  const { id, session } = await screen()
  const multi = await f.signIn('multi')
  expect(await refusal(send('GET', '/screens/current', { token: multi }))).toEqual([403, 'SCREEN_REQUIRED'])
  expect((await refusal(send('DELETE', `/screens/${id}`, { token: multi }))).slice(0, 2)).toEqual([
    404,
    'SCREEN_NOT_FOUND',
  ])
  expect(await figures(session)).toEqual([200])
  expect((await send('DELETE', `/screens/${id}`, { token: await f.signIn('admin') })).status).toBe(204)
  expect(await figures(session)).toEqual([401, 'SESSION_INVALID'])
})

test('it shows its dashboards with the filters of the address, without those of the kiosk and without tokens', async () => {
  const { id, session } = await screen('analyst', {
    search: `client=${f.ids.uno}&locals=${f.ids.granVia}&kiosk=1&every=20&access_token=secret`,
  })
  expect((await f.get('/screens/current', session)).body).toEqual({
    id,
    name: 'Hall',
    dashboards: ['foot-compare'],
    search: `client=${f.ids.uno}&locals=${f.ids.granVia}`,
    seconds: 30,
    lang: 'es',
    hidesNoData: true,
  })
})

test('it goes on after the session of its maker has ended, after weeks, and after their password has expired', async () => {
  const person = await f.signIn('analyst')
  const { token } = await screen()
  await send('POST', '/logout', { token: person })
  for (let week = 0; week < 30; week++) {
    f.clock.time += 7 * DAY
    const session = await open(token)
    expect([await figures(session), (await f.get('/me', person)).status]).toEqual([[200], 401])
  }
  const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
  const { id } = await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: 'late@aforo.test',
      role: 'basic',
      flags: ['footCompare'],
      clients: [f.ids.uno],
      passwordHash,
      passwordExpired: true,
    },
    NOW,
  )
  const late = newToken()
  await f.catalog.screens.insert(
    { ...SYSTEM_SCOPE, userId: id },
    {
      name: 'x',
      client: f.ids.uno,
      dashboards: ['foot-compare'],
      search: '',
      seconds: 60,
      lang: 'es',
      tokenHash: hashOf(late),
    },
    f.clock.time,
  )
  expect(await figures(await open(late))).toEqual([200])
})

test('a session of a screen ends after an hour, and the token of its link opens the next one', async () => {
  const { token, session } = await screen()
  f.clock.time += HOUR - 1
  expect(await figures(session)).toEqual([200])
  f.clock.time += 1
  expect([await figures(session), await figures(await open(token))]).toEqual([[401, 'SESSION_INVALID'], [200]])
})

test('a screen ends when it was not used for 90 days; each use counts anew', async () => {
  const { token } = await screen()
  f.clock.time += 90 * DAY - 1
  await open(token)
  f.clock.time += 90 * DAY - 1
  await open(token)
  f.clock.time += 90 * DAY
  expect(await opening(token)).toEqual([401, 'SCREEN_ENDED', { reason: 'unused' }])
})

test('people see their own screens, administrators also those of the brand they ask for; each with what became of it', async () => {
  const { id } = await screen('multi', { client: f.ids.dos })
  const listed = async (username: string, query = '') =>
    (await f.get(`/screens${query}`, await f.signIn(username))).body as {
      id: number
      mine: boolean
      owner: string
      state: string
    }[]
  expect((await listed('multi')).every(({ mine, owner }) => mine && owner === 'multi@aforo.test')).toBe(true)
  expect((await listed('analyst')).map(({ id }) => id)).not.toContain(id)
  expect((await listed('admin', `?client=${f.ids.dos}`)).find((one) => one.id === id)).toMatchObject({
    mine: false,
    owner: 'multi@aforo.test',
    state: 'active',
    client: f.ids.dos,
    name: 'Hall',
    seenAt: f.clock.time,
  })
  expect((await listed('admin', `?client=${f.ids.uno}`)).map(({ id }) => id)).not.toContain(id)
  await send('DELETE', `/screens/${id}`, { token: await f.signIn('multi') })
  expect((await listed('multi'))[0]).toMatchObject({ id, state: 'revoked', revokedAt: f.clock.time })
})

test('making, the first opening and revoking are in the audit log, without the token', async () => {
  const { id, token } = await screen()
  await open(token)
  await send('DELETE', `/screens/${id}`, { token: await f.signIn('analyst') })
  const { entries } = (await f.get('/audit', await f.signIn('admin'))).body as {
    entries: { action: string; target: string }[]
  }
  expect(entries.filter(({ target }) => target === `screen ${id}`).map(({ action }) => action)).toEqual([
    'screen.revoke',
    'screen.open',
    'screen.create',
  ])
  expect(JSON.stringify(entries)).not.toContain(token)
})

test('each source that a dashboard can ask has one call that screens may make, and that names it', async () => {
  const probed = new Map<string, string>()
  let current = ''
  const note = (path: string) => {
    probed.set(current, `GET /api${path}`)
    return Promise.reject(new Error('noted'))
  }
  const sources = createSources({
    frame: note,
    clients: () => note('/clients'),
    locals: () => note('/locals'),
    activeLocals: () => note('/locals/active'),
    campaigns: () => note('/campaigns'),
    open: () => Promise.reject(new Error('unused')),
    adopt: () => Promise.reject(new Error('unused')),
  })
  for (const [name, source] of sources) {
    current = name
    await source
      .load({ client: 1, end: '2026-11-19', days: 7, workday: '2026-11-19' }, {
        signal: new AbortController().signal,
      } as never)
      .catch(() => undefined)
  }
  const open = [...f.app.rules].flatMap(([call, { screens }]) =>
    call.startsWith('HEAD ') || !Array.isArray(screens) ? [] : screens.map((name: string) => [name, call] as const),
  )
  expect(Object.fromEntries(open)).toEqual(Object.fromEntries(probed))
  expect(open).toHaveLength(probed.size)
})

test('a document names its sources wherever they are; what is no JSON names none', () => {
  expect([...sourcesOf('{"queries":[{"source":"a","source2":"x"},{"deep":{"source":"b"}}],"source":3}')]).toEqual([
    'a',
    'b',
  ])
  expect([...sourcesOf('{')]).toEqual([])
})
