/**
 * Hands bulk mails to the mail server, one after the other. Before each one is handed over it is written down that it
 * is being sent, so a restart sends none twice by itself: the one that was being sent is in doubt, and a person
 * decides.
 */
import type { FastifyBaseLogger } from 'fastify'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { AnyResource } from '../../resource/description.ts'
import type { BulkMail } from '#schemas/generated/entities/bulk-mail.ts'
import type { MailService } from '../mail/service.ts'
import { letterOf } from './letter.ts'
import type { UnsubscribeTokens } from './letter.ts'
import type { TakenRecipient } from './repo.ts'

/** After the first failure, the second, …; failed for good after the last. */
const WAITS_MS = [30_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 8 * 3_600_000]

export interface DeliveryParts {
  readonly resource: AnyResource
  readonly catalog: Pick<Catalog, 'bulkMails' | 'resources'>
  readonly mail: Pick<MailService, 'hand'>
  readonly tokens: UnsubscribeTokens
  readonly publicUrl: string
  readonly clock: Clock
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

export function bulkMailDelivery({ resource, catalog, mail, tokens, publicUrl, clock, log }: DeliveryParts) {
  const leaving = new AbortController()
  let working: Promise<void> | null = null

  async function deliver(one: TakenRecipient): Promise<void> {
    const found = await catalog.resources.find(resource, SYSTEM_SCOPE, one.bulkMail)
    const bulkMail = found as unknown as BulkMail
    const isNews = bulkMail.kind === 'news'
    if (isNews && one.user !== null && (await catalog.bulkMails.unsubscribed(SYSTEM_SCOPE)).has(one.user))
      return catalog.bulkMails.settle(one.id, 'unsubscribed', null, clock.now())
    const failure = await mail.hand(letterOf(bulkMail, one, { tokens, publicUrl }), isNews ? 'news' : 'notice')
    if (failure === undefined) return catalog.bulkMails.settle(one.id, 'sent', null, clock.now())
    const wait = failure.final ? undefined : WAITS_MS[one.tries - 1]
    log.warn({ recipient: one.id, reason: failure.reason, tries: one.tries }, 'a bulk mail was not taken')
    await (wait === undefined
      ? catalog.bulkMails.settle(one.id, 'failed', failure.reason, clock.now())
      : catalog.bulkMails.postpone(one.id, failure.reason, clock.now() + wait))
  }

  async function work(): Promise<void> {
    while (!leaving.signal.aborted) {
      const one = await catalog.bulkMails.take(clock.now())
      if (one === undefined) return
      await deliver(one)
    }
  }

  return {
    /** Sends what waits. A call while one is under way waits for that. */
    run(): Promise<void> {
      working ??= work().finally(() => {
        working = null
      })
      return working
    },

    /** The one that is being handed over is finished; the rest goes on after the start. */
    async stop(): Promise<void> {
      leaving.abort()
      await working?.catch(() => undefined)
    },
  }
}
