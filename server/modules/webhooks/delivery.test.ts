/** From an alert to a receiver on a real socket, with a clock that is moved. */
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AlertFigure, defaultSettings } from '#domain/alert-rules'
import { DAY_MS } from '#domain/days'
import { buildApp } from '../../app.ts'
import type { FastifyInstance } from 'fastify'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { secretsOf } from '../../lib/secrets.ts'
import { sealedPlace } from '../../db/sealed.ts'
import { CONFIG, fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { moduleMuting } from '../modules/muting.ts'
import { alertWatch } from '../alerts/watch.ts'
import { startReceiver } from './receiver.testing.ts'
import type { Receiver } from './receiver.testing.ts'
import { FAILING_MS, WAITS_MS } from './sender.ts'
import { newWebhookSecret } from './signature.ts'

/** On a machine that is busy, too. */
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 20 })

const SECRETS = secretsOf('k'.repeat(32))
let f: Fixture
let here: Receiver
let rule: number
const webhooksOf = (...receivers: Receiver[]) => ({
  webhooks: { hosts: null, origins: receivers.map(({ origin }) => origin), ports: [443] },
})
beforeEach(async () => {
  here = await startReceiver()
  f = await fixture({ config: webhooksOf(here) })
  const { alertRules } = f.catalog
  rule = (
    await alertRules.insert(
      SYSTEM_SCOPE,
      {
        client: f.ids.uno,
        kind: 'deviceDown',
        settings: defaultSettings('deviceDown'),
        recipients: null,
        coolDownH: 24,
        enabled: true,
      },
      NOW,
    )
  ).id
  return async () => {
    await f.close()
    await here.close()
  }
})

async function hook(more: { address?: string; events?: ('alert.opened' | 'alert.solved')[]; madeBy?: number } = {}) {
  const { address = `${here.origin}/in`, events = ['alert.opened', 'alert.solved'], madeBy = null } = more
  const secret = newWebhookSecret()
  const { id } = await f.catalog.webhooks.insert(
    { ...SYSTEM_SCOPE, userId: madeBy },
    f.ids.uno,
    { name: 'Switchboard', address, events, enabled: true },
    NOW,
    (row) => SECRETS.seal(secret, sealedPlace('webhooks.secret', row)),
  )
  return { id, secret }
}
/** Of a rule about a figure. */
const WIDGET = {
  rule: 'Busy stores',
  dashboard: 'foot-compare',
  search: '',
  title: 'Entries',
  column: 'Visits',
  row: 'Gran Vía',
  format: 'count',
} as const
const FIGURE = {
  value: 75,
  unit: 'minutes',
  expected: 60,
  low: null,
  high: null,
  n: null,
  coverage: null,
  state: 'partial',
  definition: 'alert.deviceDown@1',
  asOf: NOW,
  day: null,
  device: 'Puerta',
  reason: 'offline',
} as const
let subject = 0
/** Opens an alert as the watch does: with what webhooks are sent, in one transaction. */
const open = (more: Partial<AlertFigure> = {}) =>
  f.catalog.transaction(async ({ alerts, webhookDeliveries }) => {
    const of = {
      client: f.ids.uno,
      local: f.ids.granVia,
      rule,
      kind: 'deviceDown',
      subject: `footscan:${++subject}`,
    } as const
    const id = await alerts.insert(SYSTEM_SCOPE, { ...of, figure: { ...FIGURE, ...more } }, f.clock.now())
    await webhookDeliveries.announce(SYSTEM_SCOPE, 'alert.opened', [id ?? 0], f.clock.now())
    return id ?? 0
  })
const runIn = async (app: FastifyInstance) => {
  await app.jobs.find(({ name }) => name === 'webhooks')?.run()
}
const run = () => runIn(f.app)
const deliveries = (webhook: number) => f.catalog.webhookDeliveries.list(webhook)
const newest = async (webhook: number) => (await deliveries(webhook))[0]
/** Runs the job and waits until that many tries have failed. */
const tried = async (webhook: number, tries: number) => {
  await run()
  await eventually(async () => {
    const one = await newest(webhook)
    expect([one?.tries, (one?.nextTryAt ?? 0) > f.clock.time]).toEqual([tries, true])
  })
}
const settled = (webhook: number, state: 'delivered' | 'failed') =>
  eventually(async () => {
    expect((await newest(webhook))?.state).toBe(state)
  })

describe('an alert', () => {
  test('that the watch opens and finds solved is sent, with the names, the figure and the screen that shows it', async () => {
    const { id } = await hook()
    await hook({ address: `${here.origin}/solved`, events: ['alert.solved'] })
    await f.catalog.alertRules.setSwitch(SYSTEM_SCOPE, f.ids.granVia, true, NOW)
    let status: 'DOWN' | 'UP' = 'DOWN'
    const watch = alertWatch({
      catalog: f.catalog,
      facts: f.facts,
      muting: moduleMuting(f.catalog),
      clock: f.clock,
      health: {
        current: async () => [
          {
            footscan: 7,
            mac: '00:1A:2B:3C:4D:5E',
            name: 'Puerta',
            area: f.ids.door,
            local: f.ids.granVia,
            client: f.ids.uno,
            status,
            reason: 'offline',
            since: NOW - 75 * 60_000,
            lastAt: null,
          },
        ],
      },
    })
    await watch.look()
    await run()
    await settled(id, 'delivered')
    status = 'UP'
    f.clock.time += 60_000
    await watch.look()
    await run()
    await eventually(() => {
      expect(here.received.map(({ path }) => path).toSorted()).toEqual(['/in', '/in', '/solved'])
    })
    const [opened, solved] = here.received.filter(({ path }) => path === '/in').map(({ body }) => JSON.parse(body))
    expect(opened).toEqual({
      type: 'alert.opened',
      timestamp: new Date(NOW).toISOString(),
      data: {
        alert: expect.any(Number),
        rule,
        kind: 'deviceDown',
        client: { id: f.ids.uno, name: 'Moda Uno' },
        local: { id: f.ids.granVia, name: 'Gran Vía' },
        openedAt: new Date(NOW).toISOString(),
        closedAt: null,
        muted: false,
        figure: expect.objectContaining({
          widget: null,
          unit: 'minutes',
          definition: 'alert.deviceDown@1',
          device: 'Puerta',
        }),
        link:
          'https://aforo.example.com/users/foot/dashboards/view/foot-status' +
          `?client=${f.ids.uno}&locals=${f.ids.granVia}&end=2026-11-20`,
      },
    })
    expect(solved).toMatchObject({
      type: 'alert.solved',
      data: { alert: opened.data.alert, closedAt: new Date(NOW + 60_000).toISOString() },
    })
  })

  test('that is undone with its transaction is not sent', async () => {
    const { id } = await hook()
    const failed = f.catalog.transaction(async ({ alerts, webhookDeliveries }) => {
      const of = { client: f.ids.uno, local: f.ids.granVia, rule, kind: 'deviceDown', subject: 'footscan:1' } as const
      const made = await alerts.insert(SYSTEM_SCOPE, { ...of, figure: FIGURE }, NOW)
      await webhookDeliveries.announce(SYSTEM_SCOPE, 'alert.opened', [made ?? 0], NOW)
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    expect(await deliveries(id)).toEqual([])
  })

  test('is sent with disguised names where the maker of the webhook may read no others', async () => {
    const guest = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'guest@aforo.test')
    const { id } = await hook({ madeBy: guest?.id ?? 0 })
    await open({ widget: WIDGET })
    await run()
    await settled(id, 'delivered')
    const [{ body } = { body: '' }] = here.received
    expect(JSON.parse(body)).toMatchObject({
      data: {
        client: { name: 'Demo Client 1' },
        local: { name: 'Barcelona (Demo Client 1)' },
        figure: { device: 'Demo Footscan', widget: { title: 'Entries', row: '' } },
      },
    })
    for (const real of ['Moda', 'Gran Vía', 'Puerta']) expect(body).not.toContain(real)
  })
})

describe('a delivery', () => {
  test('is signed over its id, its time and its body; after a rotation with both secrets, for a day', async () => {
    const { id, secret } = await hook()
    await open()
    await run()
    await settled(id, 'delivered')
    /** As the standard says it, without our code. */
    const signatureOf = (key: string, { headers, body }: (typeof here.received)[number]) =>
      `v1,${createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
        .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
        .digest('base64')}`
    const [first] = here.received
    expect(first?.headers['webhook-signature']).toBe(signatureOf(secret, first!))
    expect(first?.headers['webhook-timestamp']).toBe(String(NOW / 1000))
    expect(first?.headers['content-type']).toBe('application/json')

    const next = newWebhookSecret()
    const kept = {
      secret: SECRETS.seal(next, sealedPlace('webhooks.secret', id)),
      oldSecret: SECRETS.seal(secret, sealedPlace('webhooks.old_secret', id)),
      bothUntil: NOW + DAY_MS,
    }
    await f.catalog.webhooks.rotate(SYSTEM_SCOPE, id, kept, NOW)
    for (const time of [NOW + DAY_MS - 1000, NOW + DAY_MS]) {
      f.clock.time = time
      await open()
      await run()
      await settled(id, 'delivered')
    }
    const [, both, one] = here.received
    expect(both?.headers['webhook-signature']).toBe(`${signatureOf(next, both!)} ${signatureOf(secret, both!)}`)
    expect(one?.headers['webhook-signature']).toBe(signatureOf(next, one!))
  })

  test('that fails is tried again after 30 s, 5 min, 30 min, 2 h, 8 h and 24 h, under the same id, then given up', async () => {
    const { id } = await hook()
    here.says(500, 'broken')
    await open()
    for (const [at, wait] of WAITS_MS.entries()) {
      await tried(id, at + 1)
      expect(await newest(id)).toMatchObject({ state: 'waiting', reason: 'status', nextTryAt: f.clock.time + wait })
      f.clock.time += wait - 1
      await run()
      expect((await newest(id))?.tries).toBe(at + 1)
      f.clock.time += 1
    }
    await run()
    await settled(id, 'failed')
    expect(here.received).toHaveLength(WAITS_MS.length + 1)
    expect(new Set(here.received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
    const [webhook] = await f.catalog.webhooks.some(SYSTEM_SCOPE, [id])
    expect(webhook).toMatchObject({ failingSince: NOW, enabled: true })

    here.says(200)
    await f.catalog.webhookDeliveries.again(id, (await newest(id))?.id ?? 0, f.clock.time)
    await run()
    await settled(id, 'delivered')
    expect((await f.catalog.webhooks.some(SYSTEM_SCOPE, [id]))[0]).toMatchObject({
      failingSince: null,
      deliveredAt: f.clock.time,
    })
  })

  test('waits as long as 429 asks, a day at most', async () => {
    const { id } = await hook()
    here.says(429, '', { 'retry-after': '900' })
    await open()
    await tried(id, 1)
    expect((await newest(id))?.nextTryAt).toBe(NOW + 900_000)
    here.says(429, '', { 'retry-after': '99999999' })
    f.clock.time += 900_000
    await tried(id, 2)
    expect((await newest(id))?.nextTryAt).toBe(f.clock.time + DAY_MS)
  })

  test('that was in flight when the server was killed is sent again by the next one', async () => {
    const { id } = await hook()
    here.answers(() => undefined)
    await open()
    await run()
    await eventually(() => {
      expect(here.received).toHaveLength(1)
    })
    here.says(200)
    // The one before is killed: it settles nothing.
    const next = await buildApp({
      config: { ...CONFIG, ...webhooksOf(here) },
      catalog: f.catalog,
      facts: f.facts,
      clock: f.clock,
      logStream: { write: () => undefined },
    })
    await runIn(next)
    await settled(id, 'delivered')
    expect(here.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array.from({ length: 2 }, () => here.received[0]?.headers['webhook-id']),
    )
    await next.close()
  })

  test('of one webhook is not held up by another that does not answer, and that one is asked one at a time', async () => {
    const slow = await hook({ address: `${here.origin}/slow` })
    const quick = await hook({ address: `${here.origin}/quick` })
    here.answers((reply, { path }) => {
      if (path === '/quick') reply.end()
    })
    for (let n = 0; n < 3; n++) await open()
    await run()
    await eventually(async () => {
      expect((await deliveries(quick.id)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
    })
    expect((await deliveries(slow.id)).map(({ state, tries }) => [state, tries])).toEqual([
      ['waiting', 0],
      ['waiting', 0],
      ['waiting', 1],
    ])
    expect(here.received.filter(({ path }) => path === '/slow')).toHaveLength(1)
  })
})

describe('a webhook is switched off', () => {
  const people = async () => (await f.catalog.mails.failures()).map(({ kind, recipient }) => [kind, recipient])
  beforeEach(async () => {
    const person = (name: string, more: object = {}) =>
      f.catalog.users.insert(
        SYSTEM_SCOPE,
        {
          username: `${name}@aforo.test`,
          passwordHash: null,
          role: 'basic',
          clients: [f.ids.uno],
          flags: ['canAlerts'],
          ...more,
        },
        NOW,
      )
    await person('ana')
    await person('bea', { clients: [f.ids.dos] })
    await person('show', { properties: { demo: true } })
  })

  test('by 410 at once: waiting deliveries fail, the people of the client are notified, and no further ones are written', async () => {
    const { id } = await hook()
    here.says(410)
    await open()
    await open()
    await run()
    await eventually(async () => {
      expect((await deliveries(id)).map(({ state, reason }) => [state, reason])).toEqual([
        ['failed', 'off'],
        ['failed', 'gone'],
      ])
    })
    expect((await f.catalog.webhooks.some(SYSTEM_SCOPE, [id]))[0]).toMatchObject({ enabled: false, offBecause: 'gone' })
    expect(await people()).toEqual([['webhookGone', 'ana@aforo.test']])
    await open()
    expect(await deliveries(id)).toHaveLength(2)
  })

  test('after five days of nothing but failures', async () => {
    const { id } = await hook()
    here.says(500)
    await open()
    await tried(id, 1)
    f.clock.time += FAILING_MS - 1
    await open()
    await tried(id, 1)
    expect((await f.catalog.webhooks.some(SYSTEM_SCOPE, [id]))[0]?.enabled).toBe(true)
    f.clock.time += WAITS_MS[0]!
    await run()
    await eventually(async () => {
      const [webhook] = await f.catalog.webhooks.some(SYSTEM_SCOPE, [id])
      expect(webhook).toMatchObject({ enabled: false, offBecause: 'failing' })
    })
    expect(await people()).toEqual([['webhookFailing', 'ana@aforo.test']])
  })
})

test('deliveries are kept for 30 days, and of a client the newest, those that wait before the others', async () => {
  const { id } = await hook()
  await open()
  await run()
  await settled(id, 'delivered')
  for (let n = 0; n < 3; n++) await open()
  const states = async () => (await deliveries(id)).map(({ state }) => state)
  expect(await f.catalog.webhookDeliveries.sweep(NOW, 3)).toBe(0)
  expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
  expect(await f.catalog.webhookDeliveries.sweep(NOW, 2)).toBe(1)
  expect(await states()).toEqual(['waiting', 'waiting'])
  await run()
  await eventually(async () => {
    expect(await states()).toEqual(['delivered', 'delivered'])
  })
  f.clock.time += 30 * DAY_MS
  await f.app.jobs.find(({ name }) => name === 'webhooks of before')?.run()
  expect(await states()).toEqual(['delivered', 'delivered'])
  f.clock.time += 1
  await f.app.jobs.find(({ name }) => name === 'webhooks of before')?.run()
  expect(await states()).toEqual([])
})
