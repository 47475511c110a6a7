import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_WEBHOOKS } from '#domain/webhooks'
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { hashOf } from '../../lib/secrets.ts'
import { fixture, NOW } from '../../testing/fixture.ts'
import type { Fixture } from '../../testing/fixture.ts'
import { sender } from '../../testing/send.ts'
import type { Send } from '../../testing/send.ts'
import { startReceiver } from './receiver.testing.ts'
import type { Receiver } from './receiver.testing.ts'

let f: Fixture
let here: Receiver
let ana: Send
let anaToken: string
let other: Send
let guest: Send
beforeAll(async () => {
  here = await startReceiver()
  f = await fixture({ config: { webhooks: { hosts: null, origins: [here.origin], ports: [443] } } })
  const as = async (name: string, clients: number[], properties: object = {}) => {
    const known = await f.catalog.users.findByUsername(SYSTEM_SCOPE, 'analyst@aforo.test')
    const { passwordHash } = (await f.catalog.sessions.credentials('analyst@aforo.test')) ?? { passwordHash: null }
    const flags = [...(known?.flags ?? []), 'canAlerts' as const]
    const username = `${name}@aforo.test`
    await f.catalog.users.insert(
      SYSTEM_SCOPE,
      { username, passwordHash, role: 'basic', clients, flags, properties },
      NOW,
    )
    return f.signIn(name)
  }
  anaToken = await as('ana', [f.ids.uno])
  ana = sender(f, anaToken)
  other = sender(f, await as('bea', [f.ids.dos]))
  guest = sender(f, await as('show', [f.ids.uno], { demo: true }))
})
afterAll(async () => {
  await f.close()
  await here.close()
})

const draft = (more: object = {}) => ({
  client: f.ids.uno,
  name: 'Switchboard',
  address: `${here.origin}/in`,
  events: ['alert.opened', 'alert.solved'],
  ...more,
})
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | null)?.code,
]
async function make(more: object = {}): Promise<WebhookMade> {
  const { status, body } = await ana('POST', '/webhooks', draft(more))
  expect([status, body]).toEqual([201, expect.anything()])
  return body as WebhookMade
}
const removeAll = async () => {
  for (const { id } of await f.catalog.webhooks.list(SYSTEM_SCOPE)) await f.catalog.webhooks.remove(SYSTEM_SCOPE, id)
}

describe('a webhook is refused', () => {
  test.each([
    [{ address: 'http://hooks.example.com/' }, 400, 'WEBHOOK_ADDRESS_INVALID'],
    [{ address: 'https://u:p@hooks.example.com/' }, 400, 'WEBHOOK_ADDRESS_INVALID'],
    [{ address: 'https://169.254.169.254/' }, 400, 'WEBHOOK_NETWORK_NOT_ALLOWED'],
    [{ address: 'https://93.184.216.34:22/' }, 400, 'WEBHOOK_PORT_NOT_ALLOWED'],
    [{ address: 'https://hooks.example.com/ñ' }, 400, 'REQUEST_INVALID'],
    [{ events: [] }, 400, 'REQUEST_INVALID'],
    [{ events: ['webhook.test'] }, 400, 'REQUEST_INVALID'],
    [{ name: ' a ' }, 400, 'REQUEST_INVALID'],
    [{ client: 987_654 }, 404, 'CLIENT_NOT_FOUND'],
  ])('with %j, when it is added and when it is changed', async (more, status, code) => {
    await removeAll()
    const { id } = await make()
    expect(codeOf(await ana('POST', '/webhooks', draft(more)))).toEqual([status, code])
    expect(codeOf(await ana('PUT', `/webhooks/${id}`, draft(more)))).toEqual([status, code])
  })

  test('without a password shown a short while ago, where data begin to leave or a secret is shown', async () => {
    await removeAll()
    const { id } = await make()
    await f.catalog.sessions.confirm(hashOf(anaToken), NOW - 3_600_000)
    const needed = [403, 'CONFIRMATION_REQUIRED']
    expect(codeOf(await ana('POST', '/webhooks', draft()))).toEqual(needed)
    expect(codeOf(await ana('PUT', `/webhooks/${id}`, draft()))).toEqual(needed)
    expect(codeOf(await ana('POST', `/webhooks/${id}/secret`))).toEqual(needed)
    await f.catalog.sessions.confirm(hashOf(anaToken), f.clock.now())
  })

  test(`beyond ${MAX_WEBHOOKS} of a client`, async () => {
    await removeAll()
    for (let at = 0; at < MAX_WEBHOOKS; at++) await make()
    expect(codeOf(await ana('POST', '/webhooks', draft()))).toEqual([409, 'WEBHOOK_LIMIT_EXCEEDED'])
  })

  test('to accounts of other clients, as one that is not there, and a demo account sees none', async () => {
    await removeAll()
    const { id } = await make()
    const gone = [404, 'WEBHOOK_NOT_FOUND']
    for (const who of [other, guest]) {
      expect((await who('GET', '/webhooks')).body).toEqual([])
      expect(codeOf(await who('GET', `/webhooks/${id}`))).toEqual(gone)
      expect(codeOf(await who('GET', `/webhooks/${id}/deliveries`))).toEqual(gone)
    }
    expect(codeOf(await other('POST', `/webhooks/${id}/secret`))).toEqual(gone)
    expect(codeOf(await other('POST', `/webhooks/${id}/test`))).toEqual(gone)
    expect(codeOf(await guest('POST', '/webhooks', draft()))).toEqual([403, 'DEMO_CHANGES_NOT_ALLOWED'])
  })
})

describe('the secret of a webhook', () => {
  test('is shown when it is made and when it is rotated, is nowhere else, and is kept sealed', async () => {
    await removeAll()
    const { id, secret, ...rest } = await make()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const again = (await ana('POST', `/webhooks/${id}/secret`)).body as WebhookMade
    expect(again).toEqual({
      ...rest,
      id,
      secret: expect.stringMatching(/^whsec_/),
      bothUntil: f.clock.now() + 24 * 3_600_000,
      updatedAt: f.clock.now(),
    })
    expect(again.secret).not.toBe(secret)
    const said = await Promise.all([
      ana('GET', '/webhooks'),
      ana('GET', `/webhooks/${id}`),
      ana('PUT', `/webhooks/${id}`, draft({ name: 'Other' })),
    ])
    const kept = JSON.stringify([said, await f.catalog.webhooks.some(SYSTEM_SCOPE, [id]), f.log])
    for (const one of [secret, again.secret]) expect(kept).not.toContain(one.slice(6))
  })

  test('is in no entry of the audit log, which has the origin of the address and not the rest of it', async () => {
    await removeAll()
    const { id, secret } = await make({ address: `${here.origin}/in?key=Marker` })
    await ana('POST', `/webhooks/${id}/secret`)
    await ana('DELETE', `/webhooks/${id}`)
    const entries = (await f.catalog.audit.list(SYSTEM_SCOPE, 20)).filter(({ target }) => target === `webhook ${id}`)
    expect(entries.map(({ action }) => action)).toEqual(['webhook.remove', 'webhook.secret', 'webhook.create'])
    expect(JSON.stringify(entries)).toContain(here.origin)
    for (const one of ['Marker', secret.slice(6)]) expect(JSON.stringify(entries)).not.toContain(one)
  })
})

describe('a test', () => {
  test('is sent at once, also where the webhook is off, and its answer is returned and kept', async () => {
    await removeAll()
    const { id } = await make({ enabled: false })
    here.says(418, 'I am a teapot\nshort and stout')
    const { body } = await ana('POST', `/webhooks/${id}/test`)
    expect(body).toEqual({
      id: expect.any(Number),
      event: expect.stringMatching(/^msg_/),
      type: 'webhook.test',
      createdAt: f.clock.now(),
      about: null,
      state: 'failed',
      tries: 1,
      nextTryAt: null,
      triedAt: f.clock.now(),
      status: 418,
      ms: expect.any(Number),
      reason: 'status',
      line: 'I am a teapot',
    } satisfies Record<keyof WebhookDelivery, unknown>)
    expect(JSON.parse(here.received.at(-1)?.body ?? '')).toEqual({
      type: 'webhook.test',
      timestamp: new Date(f.clock.now()).toISOString(),
      data: { webhook: id, client: { id: f.ids.uno, name: 'Moda Uno' } },
    })
    expect((await ana('GET', `/webhooks/${id}/deliveries`)).body).toEqual([body])
    const delivery = (body as WebhookDelivery).id
    expect(codeOf(await ana('POST', `/webhooks/${id}/deliveries/${delivery}/again`))).toEqual([409, 'WEBHOOK_OFF'])
    await ana('PUT', `/webhooks/${id}`, draft())
    expect(codeOf(await ana('POST', `/webhooks/${id}/deliveries/${delivery}/again`))).toEqual([
      404,
      'WEBHOOK_DELIVERY_NOT_FOUND',
    ])
    // A test does not affect the state of the webhook.
    expect((await ana('GET', `/webhooks/${id}`)).body).toMatchObject({ failingSince: null } satisfies Partial<Webhook>)
  })
})
