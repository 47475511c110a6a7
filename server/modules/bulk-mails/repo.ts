/**
 * Recipients of bulk mails with what came of each, and who wants no news. For administrators and the product itself.
 */
import type { BulkMailOutcomes } from '#schemas/generated/entities/bulk-mail-outcomes.ts'
import type { BulkMailRecipient } from '#schemas/generated/entities/bulk-mail-recipient.ts'
import type { Language } from '#schemas/generated/entities/language.ts'
import { inChunks } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import type { Person } from './audience.ts'

type Outcome = BulkMailRecipient['outcome']
const NONE: BulkMailOutcomes['counts'] = { waiting: 0, sending: 0, sent: 0, failed: 0, unsure: 0, unsubscribed: 0 }
const PAGE = 200

export interface TakenRecipient {
  readonly id: number
  readonly bulkMail: number
  readonly user: number | null
  readonly address: string
  readonly language: Language
  readonly tries: number
}

const toRecipient = (row: Row<'bulk_mail_recipients'>): BulkMailRecipient => ({
  id: row.id,
  user: row.user_id,
  address: row.address,
  language: row.language as Language,
  outcome: row.outcome as Outcome,
  reason: row.reason,
  tries: row.tries,
  at: row.at,
})

export const bulkMailRepo = (db: Db) => ({ ...recipients(db), ...deliveries(db), ...subscriptions(db) })

function recipients(db: Db) {
  return {
    /** Everyone a bulk mail goes to, in the transaction that sends it off. */
    async address(_scope: AllClients, bulkMail: number, people: readonly Person[], at: number): Promise<void> {
      for (const chunk of inChunks(people))
        await db
          .insertInto('bulk_mail_recipients')
          .values(
            chunk.map(({ user, address, language, isUnsubscribed }) => ({
              bulk_mail_id: bulkMail,
              user_id: user,
              address,
              language,
              outcome: isUnsubscribed ? 'unsubscribed' : 'waiting',
              reason: null,
              tries: 0,
              next_try_at: at,
              at,
            })),
          )
          .execute()
    },

    async outcomes(
      _scope: AllClients,
      bulkMail: number,
      { outcome, after = 0 }: { outcome?: Outcome; after?: number },
    ): Promise<BulkMailOutcomes> {
      const counted = await db
        .selectFrom('bulk_mail_recipients')
        .select(['outcome', ({ fn }) => fn.countAll().as('n')])
        .where('bulk_mail_id', '=', bulkMail)
        .groupBy('outcome')
        .execute()
      let query = db
        .selectFrom('bulk_mail_recipients')
        .selectAll()
        .where('bulk_mail_id', '=', bulkMail)
        .where('id', '>', after)
        .orderBy('id')
        .limit(PAGE + 1)
      if (outcome !== undefined) query = query.where('outcome', '=', outcome)
      const rows = await query.execute()
      const shown = rows.slice(0, PAGE)
      return {
        counts: { ...NONE, ...Object.fromEntries(counted.map((row) => [row.outcome, Number(row.n)])) },
        rows: shown.map(toRecipient),
        next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
      }
    },

    async recipient(_scope: AllClients, bulkMail: number, id: number): Promise<BulkMailRecipient | undefined> {
      const row = await db
        .selectFrom('bulk_mail_recipients')
        .selectAll()
        .where('bulk_mail_id', '=', bulkMail)
        .where('id', '=', id)
        .executeTakeFirst()
      return row && toRecipient(row)
    },

    /** Queues a failed or unconfirmed mail again; false when it is neither any more. */
    async again(_scope: AllClients, bulkMail: number, id: number, at: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('bulk_mail_recipients')
        .set({ outcome: 'waiting', reason: null, tries: 0, next_try_at: at, at })
        .where('bulk_mail_id', '=', bulkMail)
        .where('id', '=', id)
        .where('outcome', 'in', ['failed', 'unsure'])
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}

function deliveries(db: Db) {
  return {
    /** The next whose turn it is; it is marked as being sent, and no other process takes it. For the product itself. */
    async take(now: number): Promise<TakenRecipient | undefined> {
      for (;;) {
        const row = await db
          .selectFrom('bulk_mail_recipients')
          .selectAll()
          .where('outcome', '=', 'waiting')
          .where('next_try_at', '<=', now)
          .orderBy('next_try_at')
          .orderBy('id')
          .limit(1)
          .executeTakeFirst()
        if (row === undefined) return undefined
        const { numUpdatedRows } = await db
          .updateTable('bulk_mail_recipients')
          .set({ outcome: 'sending', tries: row.tries + 1 })
          .where('id', '=', row.id)
          .where('outcome', '=', 'waiting')
          .executeTakeFirst()
        if (numUpdatedRows === 1n)
          return {
            id: row.id,
            bulkMail: row.bulk_mail_id,
            user: row.user_id,
            address: row.address,
            language: row.language as Language,
            tries: row.tries + 1,
          }
      }
    },

    async settle(id: number, outcome: Outcome, reason: string | null, at: number): Promise<void> {
      await db
        .updateTable('bulk_mail_recipients')
        .set({ outcome, reason, at })
        .where('id', '=', id)
        .where('outcome', '=', 'sending')
        .execute()
    },

    /** It is tried again at that time. */
    async postpone(id: number, reason: string, nextTryAt: number): Promise<void> {
      await db
        .updateTable('bulk_mail_recipients')
        .set({ outcome: 'waiting', reason, next_try_at: nextTryAt })
        .where('id', '=', id)
        .where('outcome', '=', 'sending')
        .execute()
    },

    /** At the start: a mail that was being sent when the server stopped is in doubt. Answers how many. */
    async doubt(at: number): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('bulk_mail_recipients')
        .set({ outcome: 'unsure', reason: 'interrupted', at })
        .where('outcome', '=', 'sending')
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}

function subscriptions(db: Db) {
  return {
    async unsubscribed(_scope: AllClients): Promise<ReadonlySet<number>> {
      const rows = await db.selectFrom('mail_unsubscribes').select('user_id').execute()
      return new Set(rows.map((row) => row.user_id))
    },

    /** Once, however often it is asked; also for what waits. False when they wanted no news already. */
    async unsubscribe(_scope: AllClients, user: number, at: number): Promise<boolean> {
      const known = await db
        .selectFrom('mail_unsubscribes')
        .select('user_id')
        .where('user_id', '=', user)
        .executeTakeFirst()
      if (known !== undefined) return false
      await db
        .insertInto('mail_unsubscribes')
        .values({ user_id: user, at })
        .onConflict((conflict) => conflict.column('user_id').doNothing())
        .execute()
      return true
    },
  }
}
