import { sql } from 'kysely'
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import { atomically } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import { AppError } from '../../errors.ts'
import type { Scope } from '../../scope.ts'
import { chainHash, FIRST_LINK } from './chain.ts'

export interface AuditEntry {
  /** Verb and noun, for example `session.open`. */
  readonly action: string
  /** What it was done to, for example a username. */
  readonly target: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Epoch ms. */
  readonly at: number
}

/** What a check of the chain found. */
export type Verified =
  | { readonly whole: true; readonly entries: number; readonly head: string }
  /** `entry`: the first one that does not fit, null = entries are missing at the end. */
  | { readonly whole: false; readonly entry: number | null; readonly why: string }

/** Entries that are checked in one go: some 3 ms. */
export const SLICE = 500
const linkOf = ({ at, user_id: user, action, target, details }: Row<'audit_log'>) => ({ at, user, action, target, details })

/** Who did what, when. There is a way in and a way to read; nothing changes or removes an entry. */
export function auditRepo(db: Db) {
  return {
    async append(scope: Scope, { action, target, details = {}, at }: AuditEntry): Promise<void> {
      // A half character comes back from the store as another one, and the entry would look as if it had been changed.
      const entry = { at, user: scope.userId, action, target: target.toWellFormed().replaceAll('\0', '\uFFFD'), details: JSON.stringify(details) }
      await atomically(db, async (db) => {
        // Counting first takes the one row of the head: appends wait for each other, and the chain cannot fork.
        const { hash: previous } = await db.updateTable('audit_head').set((head) => ({ entries: head('entries', '+', 1) })).returning('hash').executeTakeFirstOrThrow()
        const hash = chainHash(previous, entry)
        await db.insertInto('audit_log').values({ at, user_id: entry.user, action, target: entry.target, details: entry.details, hash, prev_hash: previous }).execute()
        await db.updateTable('audit_head').set({ hash }).execute()
      })
    },

    /** Writes the head as it is: a commit that waits for the disk as that of an entry does, and leaves nothing. */
    async rewriteHead(): Promise<void> {
      await db.updateTable('audit_head').set((head) => ({ entries: head.ref('entries') })).execute()
    },

    /** Newest first. Administrators read everything, others what they did themselves. */
    async list(scope: Scope, limit: number): Promise<(Required<AuditEntry> & { user: number | null })[]> {
      const query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit)
      const rows = await (scope.role === 'admin' ? query : query.where('user_id', '=', scope.userId ?? 0)).execute()
      return rows.map((row) => ({ at: row.at, user: row.user_id, action: row.action, target: row.target, details: JSON.parse(row.details) as Record<string, unknown> }))
    },

    /** The newest entries that fit, with the names of who did it. Administrators only: throws ADMIN_REQUIRED. */
    async page({ role }: Scope, { from, to, user, action, target, text, before, limit = 50 }: AuditQuery): Promise<AuditPage> {
      if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may read the audit log.')
      let query = db.selectFrom('audit_log').leftJoin('users', 'users.id', 'audit_log.user_id')
        .select(['audit_log.id', 'audit_log.at', 'audit_log.user_id', 'users.username', 'audit_log.action', 'audit_log.target', 'audit_log.details'])
      if (from !== undefined) query = query.where('audit_log.at', '>=', from)
      if (to !== undefined) query = query.where('audit_log.at', '<', to)
      if (user !== undefined) query = user === 0 ? query.where('audit_log.user_id', 'is', null) : query.where('audit_log.user_id', '=', user)
      if (action !== undefined) query = action.includes('.') ? query.where('audit_log.action', '=', action) : query.where('audit_log.action', 'like', `${action}.%`)
      if (target !== undefined) query = query.where('audit_log.target', '=', target)
      if (text !== undefined && text !== '') {
        const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
        query = query.where(sql<boolean>`(lower(audit_log.target) like ${part} escape '\\' or lower(audit_log.details) like ${part} escape '\\')`)
      }
      if (before !== undefined) query = query.where('audit_log.id', '<', before)
      // One more than asked for tells whether there are older ones.
      const rows = await query.orderBy('audit_log.id', 'desc').limit(limit + 1).execute()
      const entries = rows.slice(0, limit).map((row) => ({ id: row.id, at: row.at, user: row.user_id, username: row.username, action: row.action, target: row.target, details: JSON.parse(row.details) as Record<string, unknown> }))
      return { entries, next: rows.length > limit ? entries.at(-1)?.id ?? null : null }
    },

    /** How many were written. */
    async count(): Promise<number> {
      return (await db.selectFrom('audit_head').select('entries').executeTakeFirst())?.entries ?? 0
    },

    /**
     * Reads the whole chain, a slice at a time: others are answered in between, and what they append is read too. `known`: a head that was
     * written down earlier; it must still be in the chain, which finds a chain that was made anew from some entry on.
     */
    async verify(known?: string): Promise<Verified> {
      let [previous, entries, seen, last] = [FIRST_LINK, 0, known === undefined || known === FIRST_LINK, 0]
      for (;;) {
        const { rows, head } = await sliceAfter(last)
        for (const row of rows) {
          if (row.prev_hash !== previous) return { whole: false, entry: row.id, why: 'does not follow the entry before it' }
          if (row.hash !== chainHash(previous, linkOf(row))) return { whole: false, entry: row.id, why: 'was changed' }
          previous = row.hash
          seen ||= previous === known
          entries += 1
          last = row.id
        }
        if (rows.length === SLICE) {
          await new Promise((resolve) => { setImmediate(resolve) })
          continue
        }
        // The last slice and the head are of one moment.
        if (head === undefined || head.entries !== entries || head.hash !== previous) return { whole: false, entry: null, why: `the log has ${entries} entries and should have ${head?.entries ?? 'more'}` }
        if (!seen) return { whole: false, entry: null, why: `${known ?? ''} is not in the chain` }
        return { whole: true, entries, head: previous }
      }
    },
  }

  /** The next entries, and the head as it was when they were read. */
  function sliceAfter(last: number) {
    return db.transaction().setIsolationLevel('repeatable read').execute(async (db) => ({
      rows: await db.selectFrom('audit_log').selectAll().where('id', '>', last).orderBy('id').limit(SLICE).execute(),
      head: await db.selectFrom('audit_head').selectAll().executeTakeFirst(),
    }))
  }
}

export type AuditRepo = ReturnType<typeof auditRepo>
