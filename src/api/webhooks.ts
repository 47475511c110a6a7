/** Webhooks: addresses to which events of clients are sent. For accounts with canAlerts. */
import type { WebhookDraft } from '#schemas/generated/api/webhook-draft.ts'
import type { WebhookMade } from '#schemas/generated/api/webhook-made.ts'
import type { WebhookDelivery } from '#schemas/generated/entities/webhook-delivery.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'
import type { ApiClient } from './client.ts'

export const webhooksApi = (client: ApiClient) => ({
  list: (signal?: AbortSignal): Promise<Webhook[]> => client.list('/webhooks', { signal }),
  find: (id: number, signal?: AbortSignal): Promise<Webhook> => client.json(`/webhooks/${id}`, { signal }),
  /** With its secret, this once. WEBHOOK_LIMIT_EXCEEDED and the refusals of an address. */
  add: (draft: WebhookDraft): Promise<WebhookMade> => client.json('/webhooks', { method: 'POST', body: draft }),
  save: (id: number, draft: WebhookDraft): Promise<Webhook> =>
    client.json(`/webhooks/${id}`, { method: 'PUT', body: draft }),
  async remove(id: number): Promise<void> {
    await client.send(`/webhooks/${id}`, { method: 'DELETE' })
  },
  /** Another secret, shown this once; the one before is valid for a day. */
  rotate: (id: number): Promise<WebhookMade> => client.json(`/webhooks/${id}/secret`, { method: 'POST' }),
  /** The answer to a test. */
  test: (id: number): Promise<WebhookDelivery> => client.json(`/webhooks/${id}/test`, { method: 'POST' }),
  /** The newest first. */
  deliveries: (id: number, signal?: AbortSignal): Promise<WebhookDelivery[]> =>
    client.list(`/webhooks/${id}/deliveries`, { signal }),
  /** WEBHOOK_OFF, WEBHOOK_DELIVERY_NOT_FOUND. */
  again: (id: number, delivery: number): Promise<WebhookDelivery> =>
    client.json(`/webhooks/${id}/deliveries/${delivery}/again`, { method: 'POST' }),
})

export type WebhooksApi = ReturnType<typeof webhooksApi>
