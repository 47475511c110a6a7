import { presetOption, resolvePeriods } from '#domain/periods'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { newToken } from '../../lib/secrets.ts'
import { counts, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'

const DAY = 24 * 3_600_000
/** As Compare asks on the day of the fixture, a Friday: this week against the last one. */
const WEEK = { p1Start: '2026-11-16', p1End: '2026-11-19', p2Start: '2026-11-09', p2End: '2026-11-12' }
const FREE = { stores: 'same', estimates: 'none', traffic: 'main' }

let f: Fixture
let address = 0
beforeAll(async () => {
  f = await fixture()
})
afterAll(() => f.close())
beforeEach(() => {
  f.clock.time = NOW
})

type Body = Record<string, unknown> & { code?: string }

async function send(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  {
    token,
    body,
    from = `10.9.${++address >> 8}.${address & 255}`,
  }: { token?: string | undefined; body?: object; from?: string } = {},
) {
  const reply = await f.app.inject({
    method,
    url: `/api${path}`,
    remoteAddress: from,
    headers: { ...(token !== undefined && { access_token: token }) },
    ...(body !== undefined && { payload: body }),
  })
  const isJson = String(reply.headers['content-type']).includes('json')
  return {
    status: reply.statusCode,
    body: isJson ? reply.json<Body>() : null,
    bytes: reply.rawPayload,
    headers: reply.headers,
  }
}

const draft = (more: object = {}) => ({
  name: 'For the board',
  dashboard: 'foot-compare',
  clients: [f.ids.uno],
  locals: null,
  values: {},
  periods: 'rolling',
  timeZone: 'Europe/Madrid',
  lang: 'en',
  endsAt: f.clock.now() + 30 * DAY,
  origins: [],
  ...more,
})

interface Made {
  readonly id: number
  readonly slug: string
  readonly token: string
}

async function link(username = 'analyst', more: object = {}): Promise<Made> {
  const made = await send('POST', '/public-links', { token: await f.signIn(username), body: draft(more) })
  expect([made.status, made.body]).toEqual([201, expect.objectContaining({ state: 'active' })])
  return made.body as unknown as Made
}

const outcome = ({ status, body }: { status: number; body: Body | null }) =>
  [status, body?.code].filter((one) => one !== undefined)
const opening = async (token: string) => outcome(await send('POST', '/public-links/view', { body: { token } }))
const asking = (token: string, source: string, args: object) =>
  send('POST', '/public-links/ask', { body: { token, source, args } })
const question = async (token: string, source: string, args: object) => outcome(await asking(token, source, args))
const week = (more: object = {}) => ({ client: f.ids.uno, locals: 'shown', ...WEEK, ...FREE, ...more })
const userOf = async (name: string) => (await f.catalog.users.findByUsername(SYSTEM_SCOPE, `${name}@aforo.test`))!

async function person(name: string, more: object = {}): Promise<number> {
  const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test'))!
  const { id } = await f.catalog.users.insert(
    SYSTEM_SCOPE,
    {
      username: `${name}@aforo.test`,
      role: 'basic',
      flags: ['footCompare'],
      clients: [f.ids.uno],
      passwordHash,
      ...more,
    },
    NOW,
  )
  return id
}

const REFUSED = [403, 'PUBLIC_LINK_QUESTION_NOT_ALLOWED']
const ENDED = [410, 'PUBLIC_LINK_ENDED']

describe('a public link leads nowhere', () => {
  test('when its token was never issued, is invalid, or is that of a session', async () => {
    for (const token of [newToken(), 'x', '" or 1=1 --', await f.signIn('analyst')]) {
      expect(await opening(token)).toEqual([404, 'PUBLIC_LINK_INVALID'])
      expect(await question(token, 'clients.list', {})).toEqual([404, 'PUBLIC_LINK_INVALID'])
    }
  })

  test('when the part of its address that is no secret is sent in place of its token', async () => {
    expect(await opening((await link()).slug)).toEqual([404, 'PUBLIC_LINK_INVALID'])
  })

  test('after 60 openings a minute from one network', async () => {
    const codes: unknown[] = []
    for (let i = 0; i < 62; i++)
      codes.push(
        (await send('POST', '/public-links/view', { body: { token: newToken() }, from: '10.8.0.1' })).body?.code,
      )
    expect(codes).toEqual([...Array<string>(60).fill('PUBLIC_LINK_INVALID'), 'RATE_LIMITED', 'RATE_LIMITED'])
  })

  test('as a session of the API: no call takes its token', async () => {
    const { token } = await link('admin')
    for (const path of ['/me', '/clients', `/locals?client=${f.ids.uno}`, '/users/dashboards', '/public-links'])
      expect([path, ...outcome(await send('GET', path, { token }))]).toEqual([path, 401, 'SESSION_INVALID'])
  })
})

describe('a public link has ended, and says no more than that', () => {
  test('when it was revoked', async () => {
    const { id, token } = await link()
    expect(await opening(token)).toEqual([200])
    expect((await send('DELETE', `/public-links/${id}`, { token: await f.signIn('analyst') })).status).toBe(204)
    const { body } = await send('POST', '/public-links/view', { body: { token } })
    expect(body).toEqual({ code: 'PUBLIC_LINK_ENDED', message: expect.any(String) as string })
    expect(await question(token, 'clients.list', {})).toEqual(ENDED)
  })

  test('at its end', async () => {
    const { token } = await link('analyst', { endsAt: NOW + DAY })
    f.clock.time = NOW + DAY - 1
    expect(await opening(token)).toEqual([200])
    f.clock.time = NOW + DAY
    expect([await opening(token), await question(token, 'clients.list', {})]).toEqual([ENDED, ENDED])
  })

  test('while its maker is disabled, and goes on afterwards', async () => {
    const { token } = await link('multi')
    const { id } = await userOf('multi')
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, false)
    expect([await opening(token), await question(token, 'clients.list', {})]).toEqual([ENDED, ENDED])
    await f.catalog.users.setEnabled(SYSTEM_SCOPE, id, true)
    expect(await opening(token)).toEqual([200])
  })

  test('when its maker lost the right to its dashboard, also for a snapshot', async () => {
    const id = await person('fading')
    const [live, kept] = [await link('fading'), await link('fading', { periods: 'snapshot' })]
    const admin = await f.signIn('admin')
    const body = { username: 'fading@aforo.test', flags: ['canAlerts'], clients: [f.ids.uno] }
    expect((await send('PUT', `/users/${id}`, { token: admin, body })).status).toBe(200)
    for (const { token } of [live, kept])
      expect([await opening(token), await question(token, 'compare.mainExtended', week())]).toEqual([ENDED, ENDED])
    const listed = await send('GET', '/public-links', { token: admin })
    expect(listed.body).toContainEqual(expect.objectContaining({ id: live.id, state: 'rights' }))
  })

  test('when its maker lost all of its clients; of two, the other goes on', async () => {
    const id = await person('shrinking', { clients: [f.ids.uno, f.ids.dos] })
    const both = await link('shrinking', { clients: [f.ids.uno, f.ids.dos] })
    const one = await link('shrinking')
    const clientsOf = async ({ token }: Made) => (await asking(token, 'clients.list', {})).body?.data
    expect(await clientsOf(both)).toEqual(expect.arrayContaining([expect.arrayContaining(['Moda Uno', 'Moda Dos'])]))
    const admin = await f.signIn('admin')
    const body = { username: 'shrinking@aforo.test', flags: ['footCompare'], clients: [f.ids.dos] }
    expect((await send('PUT', `/users/${id}`, { token: admin, body })).status).toBe(200)
    expect(await opening(one.token)).toEqual(ENDED)
    expect(await opening(both.token)).toEqual([200])
    expect(JSON.stringify(await clientsOf(both))).not.toContain('Moda Uno')
    expect(await question(both.token, 'compare.mainExtended', week())).toEqual(REFUSED)
    expect(await question(both.token, 'compare.mainExtended', week({ client: f.ids.dos }))).toEqual([200])
  })

  test('for good when its maker was removed: it leads nowhere then', async () => {
    const id = await person('leaving')
    const { token } = await link('leaving')
    expect((await send('DELETE', `/users/${id}`, { token: await f.signIn('admin') })).status).toBe(204)
    expect(await opening(token)).toEqual([404, 'PUBLIC_LINK_INVALID'])
  })

  test('while the server is in maintenance, as all of it', async () => {
    const { token } = await link()
    const admin = await f.signIn('admin')
    await send('PUT', '/server/maintenance', { token: admin, body: { maintenance: true } })
    expect(await opening(token)).toEqual([503, 'MAINTENANCE'])
    await send('PUT', '/server/maintenance', { token: admin, body: { maintenance: false } })
    expect(await opening(token)).toEqual([200])
  })
})

describe('a question is refused', () => {
  test('whose source the document does not name', async () => {
    const { token } = await link('admin')
    expect(await question(token, 'footscans.workday', { client: f.ids.uno, locals: 'shown' })).toEqual(REFUSED)
    expect(await question(token, 'occupancy.now', { client: f.ids.uno })).toEqual(REFUSED)
    expect(await question(token, '__proto__', {})).toEqual(REFUSED)
    expect(await question(token, '/me', {})).toEqual(REFUSED)
  })

  test('with an argument that the document does not send', async () => {
    const { token } = await link()
    expect(await question(token, 'clients.list', { client: 1 })).toEqual(REFUSED)
    expect(await question(token, 'compare.mainExtended', week({ by: 'day' }))).toEqual(REFUSED)
  })

  test('about other days than those of the link', async () => {
    const { token } = await link()
    expect(await question(token, 'compare.mainExtended', week())).toEqual([200])
    for (const days of [
      { p1Start: '2026-01-01' },
      { p1End: '2026-11-20' },
      { p2Start: '2025-11-09', p2End: '2025-11-12' },
      { p1Start: WEEK.p2Start, p1End: WEEK.p1End },
      { p1Start: undefined },
    ])
      expect([days, ...(await question(token, 'compare.mainExtended', week(days)))]).toEqual([days, ...REFUSED])
  })

  test('with a choice that its filter does not offer', async () => {
    const { token } = await link()
    expect(await question(token, 'compare.mainExtended', week({ stores: 'all' }))).toEqual([200])
    expect(await question(token, 'compare.mainExtended', week({ stores: 'open' }))).toEqual(REFUSED)
    expect(await question(token, 'compare.mainExtended', week({ traffic: { a: 1 } }))).toEqual(REFUSED)
  })

  test('about another client, also one that its maker may see', async () => {
    for (const who of ['multi', 'admin']) {
      const { token } = await link(who)
      for (const client of [f.ids.dos, String(f.ids.dos), [f.ids.dos], f.ids.museum, 999])
        expect(await question(token, 'compare.mainExtended', week({ client }))).toEqual(REFUSED)
      expect(await question(token, 'locals.byClient', { client: f.ids.dos })).toEqual(REFUSED)
      expect((await asking(token, 'clients.list', {})).body?.data).toEqual([
        [f.ids.uno],
        ['Moda Uno'],
        [expect.any(String)],
      ])
    }
  })

  test('about a local that the link does not show, and its lists do not have it', async () => {
    const { token } = await link('analyst', { locals: [f.ids.granVia] })
    const ask = (locals: unknown) => question(token, 'compare.mainExtended', week({ locals }))
    expect(await ask([f.ids.granVia])).toEqual([200])
    expect(await ask([f.ids.granVia, f.ids.closed])).toEqual(REFUSED)
    expect(await ask([f.ids.otherGranVia])).toEqual(REFUSED)
    expect(await ask(`${f.ids.closed}`)).toEqual(REFUSED)
    expect(await ask(undefined)).toEqual(REFUSED)
    const list = (await asking(token, 'locals.byClient', { client: f.ids.uno })).body as unknown as {
      data: unknown[][]
    }
    expect([list.data[0], list.data[1]]).toEqual([[f.ids.granVia], ['Gran Vía']])
    // The word for all of them means all of the link.
    const figures = async (of: Made | { token: string }, locals: unknown) =>
      (await asking(of.token, 'compare.mainExtended', week({ locals }))).bytes
    expect(await figures({ token }, 'shown')).toEqual(await figures({ token }, [f.ids.granVia]))
    expect(await figures({ token }, 'shown')).not.toEqual(await figures(await link(), 'shown'))
  })

  test('after 600 a minute from one network', async () => {
    const { token } = await link()
    const codes: unknown[] = []
    for (let i = 0; i < 602; i++) {
      const body = { token, source: 'nothing', args: {} }
      codes.push((await send('POST', '/public-links/ask', { body, from: '10.8.0.2' })).body?.code)
    }
    expect(codes.slice(-2)).toEqual(['RATE_LIMITED', 'RATE_LIMITED'])
    expect(new Set(codes.slice(0, 600))).toEqual(new Set(['PUBLIC_LINK_QUESTION_NOT_ALLOWED']))
  })
})

describe('the days of a link', () => {
  test('follow the calendar where they are rolling', async () => {
    const { token } = await link('analyst')
    f.clock.time = NOW + 7 * DAY
    const { body } = await send('POST', '/public-links/view', { body: { token } })
    expect(body).toMatchObject({ periods: 'rolling', day: '2026-11-27' })
    const next = { p1Start: '2026-11-23', p1End: '2026-11-26', p2Start: '2026-11-16', p2End: '2026-11-19' }
    expect(await question(token, 'compare.mainExtended', week(next))).toEqual([200])
    expect(await question(token, 'compare.mainExtended', week())).toEqual(REFUSED)
  })

  test('follow the calendar also where its maker chose them, and stay where they are days', async () => {
    const { option, comparing, reference } = resolvePeriods(presetOption('last7Days'), { today: '2026-11-20' })!
    const { token } = await link('analyst', { values: { periods: { option, comparing, reference } } })
    f.clock.time = NOW + 7 * DAY
    const { body } = await send('POST', '/public-links/view', { body: { token } })
    expect(body).toMatchObject({ values: { periods: { comparing: { begin: '2026-11-20', end: '2026-11-26' } } } })
    const days = { p1Start: '2026-11-20', p1End: '2026-11-26', p2Start: '2026-11-13', p2End: '2026-11-19' }
    expect(await question(token, 'compare.mainExtended', week(days))).toEqual([200])
  })

  test('begin in the time zone of its maker; yesterday is answered for ten minutes', async () => {
    const { token } = await link('analyst', { timeZone: 'Asia/Tokyo' })
    // 00:05 of Saturday in Tokyo.
    f.clock.time = Date.UTC(2026, 10, 20, 15, 5)
    expect((await send('POST', '/public-links/view', { body: { token } })).body).toMatchObject({ day: '2026-11-21' })
    expect(await question(token, 'compare.mainExtended', week())).toEqual([200])
    f.clock.time += 10 * 60_000
    expect(await question(token, 'compare.mainExtended', week())).toEqual(REFUSED)
  })

  test('stay where they are frozen', async () => {
    const { token } = await link('analyst', { periods: 'frozen' })
    f.clock.time = NOW + 20 * DAY
    const { body } = await send('POST', '/public-links/view', { body: { token } })
    expect(body).toMatchObject({ periods: 'frozen', day: '2026-11-20' })
    expect(await question(token, 'compare.mainExtended', week())).toEqual([200])
  })
})

describe('a snapshot', () => {
  test('keeps its figures and its document after later counts, and answers nothing else', async () => {
    const [kept, live] = [await link('analyst', { periods: 'snapshot' }), await link()]
    const ask = async ({ token }: Made) => (await asking(token, 'compare.mainExtended', week())).bytes
    const before = await ask(kept)
    expect(before).toEqual(await ask(live))
    await f.facts.upsertTraffic(counts(f.ids.uno, f.ids.granVia, 5000), 'test')
    expect(await ask(kept)).toEqual(before)
    expect(await ask(live)).not.toEqual(before)
    expect(await question(kept.token, 'compare.mainExtended', week({ stores: 'all' }))).toEqual(REFUSED)
  })

  test('of it nothing is left when it is revoked, or at its end', async () => {
    const [first, second] = [
      await link('analyst', { periods: 'snapshot' }),
      await link('analyst', { periods: 'snapshot', endsAt: NOW + DAY }),
    ]
    const kept = async ({ id }: Made) => [
      await f.catalog.publicLinks.document(id),
      await f.catalog.publicLinks.answer(id, 'clients.list?{}'),
    ]
    expect(await kept(first)).toEqual([expect.any(String), expect.objectContaining({ asOf: null })])
    await send('DELETE', `/public-links/${first.id}`, { token: await f.signIn('analyst') })
    expect(await kept(first)).toEqual([null, undefined])
    f.clock.time = NOW + DAY
    await f.app.jobs.find(({ name }) => name === 'public-links')?.run()
    expect(await kept(second)).toEqual([null, undefined])
  })
})

describe('a link is not made', () => {
  const making = async (username: string, more: object = {}) =>
    outcome(await send('POST', '/public-links', { token: await f.signIn(username), body: draft(more) }))

  test('of a client, a local or a dashboard that its maker may not see', async () => {
    expect(await making('analyst', { clients: [f.ids.uno, f.ids.dos] })).toEqual([404, 'CLIENT_NOT_FOUND'])
    expect(await making('analyst', { locals: [f.ids.otherGranVia] })).toEqual([404, 'LOCAL_NOT_FOUND'])
    expect(await making('multi', { locals: [f.ids.otherGranVia] })).toEqual([404, 'LOCAL_NOT_FOUND'])
    expect(await making('analyst', { dashboard: 'foot-status' })).toEqual([404, 'DASHBOARD_NOT_FOUND'])
    expect(await making('nobody')).toEqual([404, 'DASHBOARD_NOT_FOUND'])
  })

  test('without an end, with one that has passed, or one that is more than 366 days away', async () => {
    expect(await making('analyst', { endsAt: undefined })).toEqual([400, 'REQUEST_INVALID'])
    for (const endsAt of [NOW, NOW - DAY, NOW + 367 * DAY])
      expect(await making('analyst', { endsAt })).toEqual([400, 'PUBLIC_LINK_END_INVALID'])
  })

  test('for a frame of what is no origin over https', async () => {
    for (const origin of [
      'http://example.com',
      'https://example.com/page',
      'https://*.example.com',
      'https://user@example.com',
      "https://example.com; script-src 'unsafe-inline'",
      'https://example.com https://other.example',
      'file:///etc/passwd',
      'data:text/html,x',
    ])
      expect([origin, ...(await making('analyst', { origins: [origin] }))]).toEqual([
        origin,
        400,
        'PUBLIC_LINK_ORIGIN_INVALID',
      ])
  })

  test('with a time zone that there is not', async () => {
    expect(await making('analyst', { timeZone: 'Mars/Base' })).toEqual([400, 'PUBLIC_LINK_ZONE_INVALID'])
  })

  test('by a demo account, or with a password that was shown more than 15 minutes ago', async () => {
    expect(await making('guest')).toEqual([403, 'PUBLIC_LINK_MAKER_NOT_ALLOWED'])
    const token = await f.signIn('analyst')
    f.clock.time += 16 * 60_000
    expect(outcome(await send('POST', '/public-links', { token, body: draft() }))).toEqual([
      403,
      'CONFIRMATION_REQUIRED',
    ])
  })

  test('of some locals, where its dashboard asks figures of whole clients', async () => {
    await person('rider', { flags: ['hasRenfeDash'] })
    expect(await making('rider', { dashboard: 'transport' })).toEqual([201])
    expect(await making('rider', { dashboard: 'transport', locals: [f.ids.granVia] })).toEqual([
      409,
      'PUBLIC_LINK_SCOPE_NOT_POSSIBLE',
    ])
  })

  test('beyond 50 of one account that are open', async () => {
    const id = await person('collector')
    const insert = (at: number) =>
      f.catalog.publicLinks.insert(
        { ...SYSTEM_SCOPE, userId: id },
        {
          slug: newToken(),
          dashboard: 'foot-compare',
          name: 'x',
          clients: [f.ids.uno],
          locals: null,
          values: {},
          periods: 'rolling',
          day: null,
          timeZone: 'Europe/Madrid',
          lang: 'es',
          origins: [],
          endsAt: at,
          tokenHash: newToken(),
          document: null,
        },
        NOW - DAY,
      )
    for (let i = 0; i < 49; i++) await insert(NOW + DAY)
    await insert(NOW - 1)
    expect(await making('collector')).toEqual([201])
    expect(await making('collector')).toEqual([409, 'PUBLIC_LINK_LIMIT_EXCEEDED'])
  })
})

test('its token is shown once and kept as a hash; lists have none', async () => {
  const { id, token } = await link()
  const { body } = await send('GET', '/public-links', { token: await f.signIn('analyst') })
  expect(JSON.stringify(body)).not.toContain(token)
  expect(body).toContainEqual(
    expect.objectContaining({ id, mine: true, owner: 'analyst@aforo.test', dashboardName: 'Comparativa', openings: 0 }),
  )
})

test('only its maker and administrators see and revoke it', async () => {
  const { id } = await link()
  const listed = async (who: string) =>
    ((await send('GET', '/public-links', { token: await f.signIn(who) })).body as unknown as Made[]).some(
      (one) => one.id === id,
    )
  expect([await listed('analyst'), await listed('multi'), await listed('admin')]).toEqual([true, false, true])
  const revoking = async (who: string) =>
    outcome(await send('DELETE', `/public-links/${id}`, { token: await f.signIn(who) }))
  expect(await revoking('multi')).toEqual([404, 'PUBLIC_LINK_NOT_FOUND'])
  expect(await revoking('admin')).toEqual([204])
  expect(await revoking('admin')).toEqual([404, 'PUBLIC_LINK_NOT_FOUND'])
})

test('making, first opening and revoking are in the audit log', async () => {
  const { id, token } = await link()
  await opening(token)
  await opening(token)
  await send('DELETE', `/public-links/${id}`, { token: await f.signIn('analyst') })
  const { body } = await send('GET', '/audit?limit=50', { token: await f.signIn('admin') })
  const text = JSON.stringify(body)
  expect(text).not.toContain(token)
  expect(text.split(`"public link ${id}"`).length - 1).toBe(3)
})

test('no answer of a link sets a cookie, and none is kept', async () => {
  const { token } = await link()
  for (const { headers } of [
    await send('POST', '/public-links/view', { body: { token } }),
    await asking(token, 'compare.mainExtended', week()),
  ])
    expect([headers['set-cookie'], headers['cache-control']]).toEqual([undefined, 'no-store'])
})
