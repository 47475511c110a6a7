/** Takes, settles and deletes deliveries. For the sender itself. */
import { sql } from 'kysely'
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Outcome } from './post.ts'
import { toDelivery } from './stored-delivery.ts'
import type { StoredDelivery } from './stored-delivery.ts'

/** Of one client, settled ones and those that wait: the newest are kept, those that wait before the others. */
export const MAX_DELIVERIES = 5000
export function deliveryQueue(db: Db) {
  return {
    /** The oldest due one of every webhook that is on, with its webhook and client. */
    async due(now: number): Promise<{ id: number; webhook: number; client: number }[]> {
      const rows = await db
        .selectFrom('webhook_deliveries as d')
        .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
        .select(({ fn }) => ['w.id as webhook', 'w.client_id as client', fn.min('d.id').as('id')])
        .where('d.state', '=', 'waiting')
        .where('d.next_try_at', '<=', now)
        .where((eb) => eb.or([eb('d.leased_until', 'is', null), eb('d.leased_until', '<=', now)]))
        .where('w.enabled', '=', 1)
        .groupBy(['w.id', 'w.client_id'])
        .execute()
      return rows.toSorted((a, b) => a.id - b.id)
    },

    /** Counts a try, and keeps others from it until then. Undefined when it is not due any more. */
    async take(id: number, now: number, until: number): Promise<StoredDelivery | undefined> {
      const row = await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: until, tries: sql`tries + 1`, tried_at: now })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
        .returningAll()
        .executeTakeFirst()
      return row && toDelivery(row)
    },

    /** The result of an attempt: settled, or to be retried at (epoch ms). */
    async settle(id: number, { status, reason, line }: Outcome, ms: number, nextTryAt: number | null): Promise<void> {
      const state = reason === null ? 'delivered' : nextTryAt === null ? 'failed' : 'waiting'
      await db
        .updateTable('webhook_deliveries')
        .set({
          state,
          status,
          reason,
          line,
          ms,
          leased_until: null,
          ...(nextTryAt !== null && { next_try_at: nextTryAt }),
        })
        .where('id', '=', id)
        .execute()
    },

    /** A webhook that is off is sent nothing: what waits for it has failed. */
    async drop(webhook: number): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ state: 'failed', reason: 'off', leased_until: null })
        .where('webhook_id', '=', webhook)
        .where('state', '=', 'waiting')
        .execute()
    },

    /** At the start no request is under way: what was is sent once more. */
    async release(): Promise<void> {
      await db
        .updateTable('webhook_deliveries')
        .set({ leased_until: null })
        .where('state', '=', 'waiting')
        .where('leased_until', 'is not', null)
        .execute()
    },

    /**
     * Deletes settled ones from before, and those of each client beyond the limit. Returns how many of these were
     * pending.
     */
    async sweep(before: number, most = MAX_DELIVERIES): Promise<number> {
      await db.deleteFrom('webhook_deliveries').where('state', '!=', 'waiting').where('at', '<', before).execute()
      const { rows } = await sql<{ id: number; state: string }>`
        select id, state from (
          select d.id, d.state, row_number() over (
            partition by w.client_id order by case d.state when 'waiting' then 0 else 1 end, d.id desc
          ) as place
          from webhook_deliveries d join webhooks w on w.id = d.webhook_id
        ) as ranked where place > ${most}`.execute(db)
      for (const part of inChunks(rows))
        await db
          .deleteFrom('webhook_deliveries')
          .where(
            'id',
            'in',
            part.map(({ id }) => id),
          )
          .execute()
      return rows.filter(({ state }) => state === 'waiting').length
    },
  }
}
