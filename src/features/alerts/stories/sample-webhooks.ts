/** Calls about webhooks that answer from memory, for stories; not part of the product. */
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import type { WebhooksApi } from '../../../api/webhooks.ts'

const HOUR = 3_600_000
const NOW = Date.UTC(2026, 10, 20, 9, 30)
export const SECRET = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD1SvmGqmbCeA='

const webhook = (id: number, part: Partial<Webhook> = {}): Webhook => ({
  id,
  client: 1,
  name: 'Centralita',
  address: 'https://hooks.example.com/aforo',
  events: ['alert.opened', 'alert.solved'],
  enabled: true,
  offBecause: null,
  bothUntil: null,
  failingSince: null,
  deliveredAt: NOW - HOUR,
  createdAt: NOW - 900 * HOUR,
  updatedAt: NOW - 900 * HOUR,
  ...part,
})
const webhooks: readonly Webhook[] = [
  webhook(1),
  webhook(2, {
    name: 'Mantenimiento',
    address: 'https://tickets.example.org/in?key=1',
    events: ['alert.opened'],
    failingSince: NOW - 30 * HOUR,
    deliveredAt: NOW - 70 * HOUR,
  }),
  webhook(3, { client: 2, name: 'Pantalla del taller', enabled: false, offBecause: 'gone', failingSince: NOW - HOUR }),
  webhook(4, { client: 2, name: 'Pruebas', deliveredAt: null }),
]

export const delivery = (id: number, part: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  id,
  event: `msg_${id}`,
  type: 'alert.opened',
  createdAt: NOW - id * HOUR,
  about: { kind: 'deviceDown', local: 'Gran Vía' },
  state: 'delivered',
  tries: 1,
  nextTryAt: null,
  triedAt: NOW - id * HOUR,
  status: 200,
  ms: 84,
  reason: null,
  line: 'ok',
  ...part,
})
const deliveries: readonly WebhookDelivery[] = [
  delivery(1, { state: 'waiting', tries: 2, nextTryAt: NOW + HOUR, status: 503, reason: 'status', line: 'Try later' }),
  delivery(2, { type: 'alert.solved', about: { kind: 'coverage', local: 'Serrano' } }),
  delivery(3, { type: 'webhook.test', about: null }),
  delivery(40, { state: 'failed', tries: 7, status: null, ms: 10_000, reason: 'timeout', line: null }),
]

const unknown = () => Promise.reject(Object.assign(new Error('None.'), { code: 'WEBHOOK_NOT_FOUND' }))
const made = (one: Webhook) => ({ ...one, secret: SECRET })

export const sampleWebhooks = (part: Partial<WebhooksApi> = {}): WebhooksApi => ({
  list: () => Promise.resolve([...webhooks]),
  find: (id) => {
    const found = webhooks.find((one) => one.id === id)
    return found === undefined ? unknown() : Promise.resolve(found)
  },
  add: ({ enabled = true, ...draft }) => Promise.resolve(made(webhook(9, { ...draft, enabled, deliveredAt: null }))),
  save: (id, { enabled = true, ...draft }) => Promise.resolve(webhook(id, { ...draft, enabled })),
  remove: () => Promise.resolve(),
  rotate: (id) => Promise.resolve(made(webhook(id, { bothUntil: Date.now() + 24 * HOUR }))),
  test: () => Promise.resolve(delivery(5, { type: 'webhook.test', about: null })),
  deliveries: () => Promise.resolve([...deliveries]),
  again: (_id, of) => Promise.resolve(delivery(of, { state: 'waiting' })),
  ...part,
})
