/** A webhook as its form holds it, and as it is sent. */
import { WEBHOOK_EVENTS, webhookAddress } from '#domain/webhooks'
import type { WebhookDraft } from '#schemas/generated/api/webhook-draft.ts'
import type { WebhookEvent } from '#schemas/generated/entities/webhook-event.ts'
import type { Webhook } from '#schemas/generated/entities/webhook.ts'

export interface WebhookValues {
  readonly client: number | null
  readonly name: string
  readonly address: string
  readonly events: WebhookEvent[]
  readonly enabled: boolean
}

export const newWebhook = (client: number | null): WebhookValues => ({
  client,
  name: '',
  address: '',
  events: [...WEBHOOK_EVENTS],
  enabled: true,
})

export const valuesOf = ({ client, name, address, events, enabled }: Webhook): WebhookValues => ({
  client,
  name,
  address,
  events,
  enabled,
})

export const toDraft = ({ client, name, address, events, enabled }: WebhookValues): WebhookDraft => ({
  client: client ?? 0,
  name: name.trim(),
  // As the browser would write it: a host in capitals or with other letters is the same host.
  address: webhookAddress(address.trim())?.href ?? address.trim(),
  events,
  enabled,
})

/** Where each refusal of the server belongs. */
export const FIELDS: Readonly<Record<string, keyof WebhookValues>> = {
  WEBHOOK_ADDRESS_INVALID: 'address',
  WEBHOOK_PORT_NOT_ALLOWED: 'address',
  WEBHOOK_HOST_NOT_ALLOWED: 'address',
  WEBHOOK_NETWORK_NOT_ALLOWED: 'address',
  CLIENT_NOT_FOUND: 'client',
}
