/** One signed request about one event. */
import type { Catalog } from '../../catalog.ts'
import { sealedPlace } from '../../db/sealed.ts'
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { scopeOf } from '../../lib/user.ts'
import type { WebhookAddresses } from './addresses.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import type { WebhookEvents } from './events.ts'
import { postTo } from './post.ts'
import type { Outcome } from './post.ts'
import type { StoredWebhook } from './repo.ts'
import { signedHeaders } from './signature.ts'

export interface RequestParts {
  readonly catalog: Catalog
  readonly secrets: Pick<Secrets, 'open'>
  readonly addresses: WebhookAddresses
  readonly events: WebhookEvents
  readonly clock: Clock
}

export function webhookRequests({ catalog, secrets, addresses, events, clock }: RequestParts, leaving: AbortSignal) {
  /** Those that are valid now, the newest first. */
  function secretsOf({ id, secret, oldSecret, bothUntil }: StoredWebhook): string[] {
    const current = secrets.open(secret, sealedPlace('webhooks.secret', id))
    return oldSecret !== null && bothUntil !== null && clock.now() < bothUntil
      ? [current, secrets.open(oldSecret, sealedPlace('webhooks.old_secret', id))]
      : [current]
  }

  return {
    /** `ms`: how long it took. Rejects when the server leaves. */
    async post(
      webhook: StoredWebhook,
      delivery: Pick<StoredDelivery, 'event' | 'type' | 'createdAt' | 'data'>,
    ): Promise<{ outcome: Outcome; ms: number }> {
      const maker = webhook.madeBy === null ? undefined : await catalog.users.find(SYSTEM_SCOPE, webhook.madeBy)
      const body = await events.bodyOf(delivery, maker === undefined ? null : scopeOf(maker))
      const began = performance.now()
      const outcome = await postTo(addresses, {
        address: webhook.address,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Aforo-Webhooks/1',
          ...signedHeaders(delivery.event, Math.floor(clock.now() / 1000), body, secretsOf(webhook)),
        },
        body,
        leaving,
      })
      return { outcome, ms: Math.round(performance.now() - began) }
    },
  }
}
