/** Events and valid addresses of webhooks: the rules that the page and the server share. */
import type { WebhookEvent } from '#schemas/generated/entities/webhook-event.ts'

export const WEBHOOK_EVENTS = ['alert.opened', 'alert.solved'] as const satisfies readonly WebhookEvent[]

/** Of one client. */
export const MAX_WEBHOOKS = 20

/** So long both secrets are valid after a rotation. */
export const BOTH_SECRETS_MS = 24 * 3_600_000

/**
 * An address to which events can be sent; null when the text is none: http or https, without a user, a password or a
 * part behind `#`. Which hosts and ports are allowed, only the server knows.
 */
export function webhookAddress(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['https:', 'http:'].includes(url.protocol) || url.hostname === '') return null
  return url.username === '' && url.password === '' && !text.includes('#') ? url : null
}
