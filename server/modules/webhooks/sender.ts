/**
 * Sends what is due: one request at a time to each webhook, a few to those of one client, a bounded number in all, so
 * that who does not answer keeps no other waiting. A try is counted and leased before its request leaves: a server that
 * is killed meanwhile sends once more, never not at all.
 */
import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '#domain/days'
import type { Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { StoredDelivery } from './stored-delivery.ts'
import { LIMIT_MS } from './post.ts'
import type { Outcome } from './post.ts'
import type { StoredWebhook } from './repo.ts'
import { webhookRequests } from './requests.ts'
import type { RequestParts } from './requests.ts'

/** After the first failure, the second, …; failed for good after the last. */
export const WAITS_MS = [30_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 8 * 3_600_000, DAY_MS]
/** A webhook that took nothing for so long is switched off. */
export const FAILING_MS = 5 * DAY_MS
const KEPT_MS = 30 * DAY_MS
const LEASE_MS = LIMIT_MS + 50_000
/** A receiver that asks for more is asked again by then. */
const MAX_RETRY_AFTER_MS = DAY_MS
const MAX = 16
const MAX_OF_CLIENT = 4

/** Notifies the people of a webhook, through the queue of an open transaction. */
export type NotifyDisabled = (
  repositories: Repositories,
  webhook: StoredWebhook,
  because: 'failing' | 'gone',
  outcome: Outcome,
) => Promise<void>

export interface SenderParts extends RequestParts {
  readonly notifyDisabled: NotifyDisabled
  /** Of waits, which a clock that is set does not change. */
  readonly steady: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/** When it is tried again (epoch ms); null = not any more. */
function nextTry(tries: number, { reason, retryAfterMs = 0 }: Outcome, now: number): number | null {
  const wait = WAITS_MS[tries - 1]
  if (reason === null || reason === 'gone' || wait === undefined) return null
  return now + Math.max(wait, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS))
}

/** Stops deliveries and notifies the people of the client. */
async function switchOff(
  { notifyDisabled, clock }: Pick<SenderParts, 'notifyDisabled' | 'clock'>,
  repositories: Repositories,
  webhook: StoredWebhook,
  because: 'failing' | 'gone',
  outcome: Outcome,
): Promise<void> {
  if (!(await repositories.webhooks.switchOff(SYSTEM_SCOPE, webhook.id, because))) return
  await repositories.webhookDeliveries.drop(webhook.id)
  await repositories.audit.append(SYSTEM_SCOPE, {
    action: 'webhook.off',
    target: `webhook ${webhook.id}`,
    details: { client: webhook.client, name: webhook.name, because, status: outcome.status },
    at: clock.now(),
  })
  await notifyDisabled(repositories, webhook, because, outcome)
}

export function webhookSender(parts: SenderParts) {
  const { catalog, steady, log } = parts
  const leaving = new AbortController()
  const { post } = webhookRequests(parts, leaving.signal)
  /** By webhook: its client, and the request that is under way. */
  const underWay = new Map<number, { readonly client: number; readonly work: Promise<boolean> }>()

  async function deliver(taken: StoredDelivery): Promise<void> {
    const [webhook] = await catalog.webhooks.some(SYSTEM_SCOPE, [taken.webhook])
    if (webhook === undefined) return
    const { outcome, ms } = await post(webhook, taken)
    const now = steady.now()
    await catalog.transaction(async (repositories) => {
      const { webhooks, webhookDeliveries } = repositories
      await webhookDeliveries.settle(taken.id, outcome, ms, nextTry(taken.tries, outcome, now))
      await webhooks.tried(SYSTEM_SCOPE, webhook.id, outcome.reason === null, now)
      if (outcome.reason === null) return
      const isFailing = webhook.failingSince !== null && now - webhook.failingSince >= FAILING_MS
      if (outcome.reason === 'gone') await switchOff(parts, repositories, webhook, 'gone', outcome)
      else if (isFailing) await switchOff(parts, repositories, webhook, 'failing', outcome)
    })
    if (outcome.reason !== null)
      log.warn(
        { webhook: webhook.id, delivery: taken.id, reason: outcome.reason, tries: taken.tries },
        'webhook failed',
      )
  }

  /** False when the store failed: the next round tries again. */
  async function start({ id, webhook }: { id: number; webhook: number }): Promise<boolean> {
    try {
      const now = steady.now()
      const taken = await catalog.webhookDeliveries.take(id, now, now + LEASE_MS)
      if (taken !== undefined) await deliver(taken)
      return true
    } catch (error) {
      // Its lease ends by itself, or with the next start.
      if (!leaving.signal.aborted) log.error({ err: error, delivery: id, webhook }, 'webhook not sent')
      return false
    } finally {
      underWay.delete(webhook)
    }
  }

  /** Sets off what is due and has room; what ends makes room for the next. */
  async function run(): Promise<void> {
    if (leaving.signal.aborted) return
    for (const one of await catalog.webhookDeliveries.due(steady.now())) {
      const ofClient = [...underWay.values()].filter(({ client }) => client === one.client).length
      if (underWay.size >= MAX) return
      if (underWay.has(one.webhook) || ofClient >= MAX_OF_CLIENT) continue
      const work = start(one)
      underWay.set(one.webhook, { client: one.client, work })
      void work
        .then((isDone) => (isDone ? run() : undefined))
        .catch((error: unknown) => {
          log.error({ err: error }, 'webhooks not sent')
        })
    }
  }

  return {
    run,
    post,

    /** Deletes old deliveries, and those of one client beyond the limit. */
    async sweep(): Promise<void> {
      const lost = await catalog.webhookDeliveries.sweep(steady.now() - KEPT_MS)
      if (lost > 0) log.warn({ lost }, 'webhook deliveries dropped: a client had too many that wait')
    },

    /** Cancels requests in flight: they are sent again after the next start. */
    async stop(): Promise<void> {
      leaving.abort()
      await Promise.all([...underWay.values()].map(({ work }) => work))
    },
  }
}

export type WebhookSender = ReturnType<typeof webhookSender>
