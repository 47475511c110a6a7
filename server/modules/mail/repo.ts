import type { Db } from '../../db/tables.ts'
import { atomically } from '../../db/scoped.ts'

export interface QueuedMail {
  readonly id: number
  /** Epoch ms. */
  readonly at: number
  readonly tries: number
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly sealed: string
}

/** A mail that did not leave, without what it said. */
export interface MailFailure {
  readonly at: number
  readonly kind: string
  readonly recipient: string
  readonly reason: string
}

const FAILURES_KEPT = 200

/** Queued mails, and in a demo those that were sent. For the product itself: no caller reads them through here. */
export function mailRepo(db: Db) {
  const columns = ['id', 'at', 'tries', 'state', 'sealed'] as const
  const insert = (at: number, state: QueuedMail['state'], seal: (id: number) => string): Promise<void> =>
    atomically(db, async (db) => {
      const { id } = await db
        .insertInto('mails')
        .values({ at, state, tries: 0, next_try_at: at, sealed: '' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .updateTable('mails')
        .set({ sealed: seal(id) })
        .where('id', '=', id)
        .execute()
    })
  return {
    /** `seal` gets the id of the new row, which the sealed text is bound to. */
    add: (at: number, seal: (id: number) => string) => insert(at, 'waiting', seal),
    /** One that has left already, for the mailbox of a demo. */
    keepSent: (at: number, seal: (id: number) => string) => insert(at, 'sent', seal),

    /** Those whose turn has come, oldest first. */
    async due(now: number, limit: number): Promise<QueuedMail[]> {
      const rows = await db
        .selectFrom('mails')
        .select(columns)
        .where('state', '=', 'waiting')
        .where('next_try_at', '<=', now)
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...row, state: 'waiting' }))
    },

    /** Newest first. */
    async list(limit: number): Promise<QueuedMail[]> {
      const rows = await db.selectFrom('mails').select(columns).orderBy('id', 'desc').limit(limit).execute()
      return rows.map((row) => ({ ...row, state: row.state as QueuedMail['state'] }))
    },

    async retry(id: number, tries: number, nextTryAt: number): Promise<void> {
      await db.updateTable('mails').set({ tries, next_try_at: nextTryAt }).where('id', '=', id).execute()
    },

    async settle(id: number, state: 'sent' | 'failed'): Promise<void> {
      await db.updateTable('mails').set({ state }).where('id', '=', id).execute()
    },

    /** True when it waits: it is tried next. */
    async hurry(id: number, now: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('mails')
        .set({ next_try_at: now })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Records a dropped one; the newest ones are kept. */
    async noteFailure(failure: MailFailure): Promise<void> {
      await db.insertInto('mail_failures').values(failure).execute()
      const oldest = await db
        .selectFrom('mail_failures')
        .select('id')
        .orderBy('id', 'desc')
        .offset(FAILURES_KEPT)
        .limit(1)
        .executeTakeFirst()
      if (oldest !== undefined) await db.deleteFrom('mail_failures').where('id', '<=', oldest.id).execute()
    },

    /** Newest first. */
    async failures(): Promise<(MailFailure & { id: number })[]> {
      return db
        .selectFrom('mail_failures')
        .select(['id', 'at', 'kind', 'recipient', 'reason'])
        .orderBy('id', 'desc')
        .execute()
    },

    async forgetFailures(): Promise<void> {
      await db.deleteFrom('mail_failures').execute()
    },

    async remove(id: number): Promise<void> {
      await db.deleteFrom('mails').where('id', '=', id).execute()
    },

    /** Keeps the newest ones. */
    async trim(keep: number): Promise<void> {
      const oldest = await db
        .selectFrom('mails')
        .select('id')
        .orderBy('id', 'desc')
        .offset(keep)
        .limit(1)
        .executeTakeFirst()
      if (oldest !== undefined) await db.deleteFrom('mails').where('id', '<=', oldest.id).execute()
    },
  }
}

export type MailRepo = ReturnType<typeof mailRepo>
