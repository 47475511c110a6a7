import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { trackingRetention } from './service.ts'

let f: Fixture
let token: string
let analyst: Send
let stranger: Send
beforeAll(async () => {
  f = await fixture()
  token = await f.signIn('analyst')
  ;[analyst, stranger] = [sender(f, token), sender(f)]
})
beforeEach(() => {
  f.clock.time += 61_000
})
afterAll(() => f.close())

const BATCH = '/monitoring/tracking/'
const BEACON = '/monitoring/tracking/beacon'
const OWN = { origin: 'https://aforo.example.com', 'content-type': 'application/json' }
const event = (id: string, more: object = {}) => ({ id, event: 'route', timestamp: NOW, ...more })
const stored = async () => f.catalog.tracking.list(SYSTEM_SCOPE)

describe('events are refused', () => {
  test('without a session, or with one that has ended', async () => {
    expect((await stranger('POST', BATCH, { events: [event('a')] })).status).toBe(401)
    expect(await stranger('POST', BEACON, { events: [event('a')], access_token: 'x'.repeat(43) }, OWN)).toMatchObject({
      status: 401,
      body: { code: 'SESSION_INVALID' },
    })
    expect(await stored()).toEqual([])
  })

  test('in the wrong shape, too many or too large', async () => {
    const wrong = [
      {},
      { events: [] },
      { events: [{}] },
      { events: [event('a', { user: 7 })] },
      { events: [event('')] },
      { events: [event('a', { timestamp: 'now' })] },
      { events: [event('a', { meta: { deep: {} } })] },
      { events: [event('a')], user: 1 },
      { events: [event('a\0')] },
    ]
    for (const body of wrong) expect([body, (await analyst('POST', BATCH, body)).status]).toEqual([body, 400])
    const many = (count: number) => ({ events: Array.from({ length: count }, (_, at) => event(`m${at}`)) })
    expect((await analyst('POST', BATCH, many(201))).status).toBe(400)
    expect(
      (await analyst('POST', BATCH, { events: [event('big', { meta: { text: 'x'.repeat(64 * 1024) } })] })).status,
    ).toBe(413)
    expect(await stored()).toEqual([])
    expect((await analyst('POST', BATCH, many(200))).status).toBe(204)
    expect(await stored()).toHaveLength(200)
  })

  test('as a beacon from another site, from nowhere, or with the token anywhere but in the body', async () => {
    const sent = { events: [event('foreign')], access_token: token }
    for (const origin of [
      'https://evil.test',
      'null',
      'https://aforo.example.com.evil.test',
      'http://aforo.example.com',
      '',
    ]) {
      expect([origin, await stranger('POST', BEACON, sent, { ...OWN, origin })]).toMatchObject([
        origin,
        { status: 403, body: { code: 'ORIGIN_NOT_ALLOWED' } },
      ])
    }
    expect((await stranger('POST', BEACON, sent)).status).toBe(403)
    expect((await analyst('POST', BEACON, { events: [event('foreign')] }, OWN)).status).toBe(400)
    expect((await stranger('POST', BATCH, sent)).status).toBe(401)
    expect((await analyst('POST', BATCH, sent)).status).toBe(400)
    expect((await stored()).some(({ id }) => id === 'foreign')).toBe(false)
  })

  test('from one person after sixty batches in a minute', async () => {
    const other = sender(f, await f.signIn('multi'))
    for (let n = 0; n < 60; n++) expect((await other('POST', BATCH, { events: [event(`r${n}`)] })).status).toBe(204)
    expect(await other('POST', BATCH, { events: [event('r60')] })).toMatchObject({
      status: 429,
      body: { code: 'RATE_LIMITED' },
    })
    expect((await analyst('POST', BATCH, { events: [event('mine')] })).status).toBe(204)
  })
})

describe('events are kept', () => {
  test('from a beacon of our own page, by its address or by the host that was asked, as JSON or as plain text', async () => {
    const send = (id: string, headers: Record<string, string>) =>
      stranger('POST', BEACON, JSON.stringify({ events: [event(id)], access_token: token }), headers)
    expect((await send('b1', OWN)).status).toBe(204)
    expect(
      (
        await send('b2', {
          origin: 'http://norte.localhost:8080',
          host: 'norte.localhost:8080',
          'content-type': 'application/json',
        })
      ).status,
    ).toBe(204)
    expect((await send('b3', { ...OWN, 'content-type': 'text/plain;charset=UTF-8' })).status).toBe(204)
    expect((await stored()).map(({ id }) => id)).toEqual(expect.arrayContaining(['b1', 'b2', 'b3']))
  })

  test('once, however often they are sent, each for its own person', async () => {
    await analyst('POST', BATCH, { events: [event('once', { event: 'first' })] })
    await analyst('POST', BATCH, { events: [event('once', { event: 'second' }), event('twice')] })
    const guest = sender(f, await f.signIn('guest'))
    await guest('POST', BATCH, { events: [event('once', { event: 'other' })] })
    expect((await stored()).filter(({ id }) => id === 'once').map((row) => row.event)).toEqual(['first', 'other'])
  })

  test('without any token, in what was sent or in the log', async () => {
    const secret = `Marker7-${'x'.repeat(35)}`
    f.log.length = 0
    await analyst('POST', BATCH, {
      events: [
        event('secret', {
          event: `failed ?access_token=${secret}`,
          module: 'session',
          meta: { token: secret, note: `see ${secret}`, clicks: 3 },
          routeState: {
            params: { token: secret },
            path: `/changepass/${secret}?access_token=${secret}`,
            query: { access_token: secret, code: 'Marker8', tab: 'day' },
          },
          referer: {
            id: 'x',
            event: 'login',
            path: `/login?code=${secret}`,
            query: { password: 'Marker9' },
            timestamp: NOW,
          },
        }),
      ],
    })
    const row = (await stored()).find(({ id }) => id === 'secret')
    expect(row).toEqual({
      user: expect.any(Number),
      id: 'secret',
      event: 'failed ?access_token=[removed]',
      module: 'session',
      timestamp: NOW,
      meta: { token: '[removed]', note: 'see [removed]', clicks: 3 },
      routeState: {
        params: { token: '[removed]' },
        path: '/changepass/[removed]',
        query: { access_token: '[removed]', code: '[removed]', tab: 'day' },
      },
      referer: { id: 'x', event: 'login', path: '/login', query: { password: '[removed]' }, timestamp: NOW },
    })
    expect(f.log.join('')).not.toMatch(/Marker/)
  })

  test('for ninety days', async () => {
    await analyst('POST', BATCH, { events: [event('old')] })
    const retention = trackingRetention(f.catalog.tracking, f.clock)
    f.clock.time += 90 * 86_400_000
    await retention.run()
    expect((await stored()).map(({ id }) => id)).toContain('old')
    f.clock.time += 1
    await retention.run()
    expect(await stored()).toEqual([])
  })
})
