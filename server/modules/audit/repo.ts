import { sql } from 'kysely'
import { isAuditAction, isNounAction } from '#domain/audit-actions'
import type { AuditAction, NounAction } from '#domain/audit-actions'
import type { AuditQuery } from '#schemas/generated/api/audit-query.ts'
import type { AuditPage } from '#schemas/generated/entities/audit-page.ts'
import { atomically } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import { AppError, StartError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import { NO_ARCHIVES } from './archive-file.ts'
import type { ArchivedEntry, AuditArchive, ReadArchive } from './archive-file.ts'
import { chainHash } from '../../lib/audit-chain.ts'
import { archiveOf, linkOf, verifyChain } from './verify.ts'
import type { SEAL } from './verify.ts'
import type { Verified } from './verify.ts'

export interface AuditEntry {
  readonly action: AuditAction | NounAction
  /** The target, for example a username. */
  readonly target: string
  readonly details?: Readonly<Record<string, unknown>>
  /** Epoch ms. */
  readonly at: number
}

/**
 * Who did what, when. There is a way in and a way to read; nothing changes an entry, and those that leave are in an
 * archive that is sealed.
 */
export const auditRepo = (db: Db) => ({ ...auditEntries(db), ...auditPages(db), ...auditArchives(db) })

/** The way in, and the chain that it grows. */
function auditEntries(db: Db) {
  return {
    async append(scope: Scope, { action, target, details = {}, at }: AuditEntry): Promise<void> {
      if (!isAuditAction(action) && !isNounAction(action))
        throw new Error(`The audit log has no words for ${JSON.stringify(action)}.`)
      // A half character comes back from the store as another one, and the entry would look as if it had been changed.
      const entry = {
        at,
        user: scope.userId,
        action,
        target: target.toWellFormed().replaceAll('\0', '\uFFFD'),
        details: JSON.stringify(details),
      }
      await atomically(db, async (db) => {
        // Counting first takes the one row of the head: appends wait for each other, and the chain cannot fork.
        const { hash: previous } = await db
          .updateTable('audit_head')
          .set((head) => ({ entries: head('entries', '+', 1) }))
          .returning('hash')
          .executeTakeFirstOrThrow()
        const hash = chainHash(previous, entry)
        await db
          .insertInto('audit_log')
          .values({
            at,
            user_id: entry.user,
            action,
            target: entry.target,
            details: entry.details,
            hash,
            prev_hash: previous,
          })
          .execute()
        await db.updateTable('audit_head').set({ hash }).execute()
      })
    },

    /** Writes the head as it is: a commit that waits for the disk as that of an entry does, and leaves nothing. */
    async rewriteHead(): Promise<void> {
      await db
        .updateTable('audit_head')
        .set((head) => ({ entries: head.ref('entries') }))
        .execute()
    },

    /** How many were written. */
    async count(): Promise<number> {
      return (await db.selectFrom('audit_head').select('entries').executeTakeFirst())?.entries ?? 0
    },

    /** Reads the whole chain, archives included; see `verifyChain`. */
    verify: (known?: string, read: ReadArchive = NO_ARCHIVES): Promise<Verified> => verifyChain(db, read, known),

    /** 0 when there is none. */
    async newestId(): Promise<number> {
      return (await db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0
    },
  }
}

/** The way to read. */
function auditPages(db: Db) {
  return {
    /** Newest first. Administrators read everything, others what they did themselves. */
    async list(scope: Scope, limit: number): Promise<(Required<AuditEntry> & { user: number | null })[]> {
      const query = db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(limit)
      const rows = await (scope.role === 'admin' ? query : query.where('user_id', '=', scope.userId ?? 0)).execute()
      return rows.map((row) => ({
        at: row.at,
        user: row.user_id,
        action: row.action as AuditAction,
        target: row.target,
        details: JSON.parse(row.details) as Record<string, unknown>,
      }))
    },

    /** The newest entries that fit, with the names of who did it. Administrators only: throws ADMIN_REQUIRED. */
    async page(
      { role }: Scope,
      { from, to, user, action, target, entry, text, before, limit = 50 }: AuditQuery,
    ): Promise<AuditPage> {
      if (role !== 'admin') throw new AppError('ADMIN_REQUIRED', 'Only an administrator may read the audit log.')
      let query = db
        .selectFrom('audit_log')
        .leftJoin('users', 'users.id', 'audit_log.user_id')
        .select([
          'audit_log.id',
          'audit_log.at',
          'audit_log.user_id',
          'users.username',
          'audit_log.action',
          'audit_log.target',
          'audit_log.details',
        ])
      if (from !== undefined) query = query.where('audit_log.at', '>=', from)
      if (to !== undefined) query = query.where('audit_log.at', '<', to)
      if (user !== undefined)
        query = user === 0 ? query.where('audit_log.user_id', 'is', null) : query.where('audit_log.user_id', '=', user)
      if (action !== undefined)
        query = action.includes('.')
          ? query.where('audit_log.action', '=', action)
          : query.where('audit_log.action', 'like', `${action}.%`)
      if (target !== undefined) query = query.where('audit_log.target', '=', target)
      // Nouns write the id first; a longer id begins with the same digits, and is another.
      if (entry !== undefined)
        query = query.where((where) =>
          where.or([
            where('audit_log.details', 'like', `{"id":${entry},%`),
            where('audit_log.details', '=', `{"id":${entry}}`),
          ]),
        )
      if (text !== undefined && text !== '') {
        const part = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
        query = query.where(
          sql<boolean>`(lower(audit_log.target) like ${part} escape '\\'
            or lower(audit_log.details) like ${part} escape '\\')`,
        )
      }
      if (before !== undefined) query = query.where('audit_log.id', '<', before)
      // One more than requested shows whether there are older ones.
      const rows = await query
        .orderBy('audit_log.id', 'desc')
        .limit(limit + 1)
        .execute()
      const entries = rows.slice(0, limit).map((row) => ({
        id: row.id,
        at: row.at,
        user: row.user_id,
        username: row.username,
        action: row.action,
        target: row.target,
        details: JSON.parse(row.details) as Record<string, unknown>,
      }))
      return {
        entries,
        next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null,
        archived: await archived(db),
      }
    },
  }
}

/** Entries that leave the catalog. */
function auditArchives(db: Db) {
  return {
    /** The newest archive. */
    async lastArchive(): Promise<AuditArchive | undefined> {
      const row = await db
        .selectFrom('audit_archives')
        .selectAll()
        .orderBy('first_id', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row && archiveOf(row)
    },

    /** The first entries of the catalog after one, as an archive holds them, each with the hash that it follows. */
    async oldest(after: number, limit: number): Promise<(ArchivedEntry & { readonly previous: string })[]> {
      const rows = await db
        .selectFrom('audit_log')
        .leftJoin('users', 'users.id', 'audit_log.user_id')
        .selectAll('audit_log')
        .select('users.username')
        .where('audit_log.id', '>', after)
        .orderBy('audit_log.id')
        .limit(limit)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        ...linkOf(row),
        username: row.username,
        hash: row.hash,
        previous: row.prev_hash,
      }))
    },

    /**
     * Takes the entries of an archive out of the catalog and leaves the one that seals it. Throws StartError
     * AUDIT_BROKEN when they are not those.
     */
    async seal(
      scope: Scope,
      { name, firstId, lastId, entries, previous, head, fromAt, toAt, bytes, sha256 }: AuditArchive,
      at: number,
    ): Promise<void> {
      await atomically(db, async (db) => {
        await auditEntries(db).append(scope, {
          action: 'audit.archive' satisfies typeof SEAL,
          target: name,
          details: { file: name, sha256, bytes, entries },
          at,
        })
        await db
          .insertInto('audit_archives')
          .values({
            first_id: firstId,
            last_id: lastId,
            name,
            entries,
            prev_hash: previous,
            hash: head,
            from_at: fromAt,
            to_at: toAt,
            bytes,
            sha256,
          })
          .execute()
        const { numDeletedRows } = await db.deleteFrom('audit_log').where('id', '<=', lastId).executeTakeFirstOrThrow()
        if (Number(numDeletedRows) !== entries)
          throw new StartError(
            'AUDIT_BROKEN',
            `The catalog has ${numDeletedRows} entries up to ${lastId}; expected the ${entries} of ${name}. They stay.`,
          )
      })
    },

    /** The part that is no longer in the catalog; null = none. */
    archived: () => archived(db),
  }
}

async function archived(db: Db): Promise<AuditPage['archived']> {
  const { entries, files } = await db
    .selectFrom('audit_archives')
    .select((of) => [
      of.fn.coalesce(of.fn.sum<number>('entries'), of.lit(0)).as('entries'),
      of.fn.countAll<number>().as('files'),
    ])
    .executeTakeFirstOrThrow()
  if (files === 0) return null
  const oldest = await db.selectFrom('audit_log').select('at').orderBy('id').limit(1).executeTakeFirst()
  return { entries, files, since: oldest?.at ?? 0 }
}

export type AuditRepo = ReturnType<typeof auditRepo>
