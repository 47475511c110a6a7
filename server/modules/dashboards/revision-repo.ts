/** The documents of a dashboard, as they are read. */
import { sql } from 'kysely'
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StoredRevision } from './stored.ts'
import { visible } from './visibility.ts'

export function dashboardRevisions(db: Db) {
  const revisionsOf = (scope: Scope, id: string) =>
    db
      .selectFrom('dashboard_revisions')
      .innerJoin('dashboards', 'dashboards.id', 'dashboard_revisions.dashboard_id')
      .leftJoin('users', 'users.id', 'dashboard_revisions.author_id')
      .where('dashboard_revisions.dashboard_id', '=', id)
      .where(visible(scope))

  return {
    /** Documents of dashboards at their newest revision, by id. */
    async newestTexts(scope: Scope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
      const found = new Map<string, string>()
      for (const chunk of inChunks(ids)) {
        const rows = await db
          .selectFrom('dashboard_revisions')
          .innerJoin('dashboards', (join) =>
            join
              .onRef('dashboards.id', '=', 'dashboard_revisions.dashboard_id')
              .onRef('dashboards.revision', '=', 'dashboard_revisions.number'),
          )
          .select(['dashboards.id', 'dashboard_revisions.text'])
          .where('dashboards.id', 'in', chunk)
          .where(visible(scope))
          .execute()
        for (const { id, text } of rows) found.set(id, text)
      }
      return found
    },

    /** The newest first. */
    async revisions(scope: Scope, id: string): Promise<Omit<StoredRevision, 'text' | 'basedOnHash' | 'patch'>[]> {
      const rows = await revisionsOf(scope, id)
        .select(['number', 'note', 'at', 'restored_from', 'users.username'])
        .orderBy('number', 'desc')
        .execute()
      return rows.map((row) => ({
        number: row.number,
        note: row.note,
        at: row.at,
        restoredFrom: row.restored_from,
        author: row.username,
      }))
    },

    async revision(scope: Scope, id: string, number: number): Promise<StoredRevision | undefined> {
      const row = await revisionsOf(scope, id)
        .where('number', '=', number)
        .select(['number', 'text', 'note', 'at', 'restored_from', 'based_on_hash', 'patch', 'users.username'])
        .executeTakeFirst()
      return (
        row && {
          number: row.number,
          text: row.text,
          note: row.note,
          at: row.at,
          restoredFrom: row.restored_from,
          basedOnHash: row.based_on_hash,
          patch: row.patch,
          author: row.username,
        }
      )
    },

    /** The caller's storage: bytes of revisions and drafts, without reading them. */
    async bytesOf({ userId }: Scope): Promise<number> {
      if (userId === null) return 0
      const bytes = (column: string) => sql<number | string>`coalesce(sum(octet_length(${sql.ref(column)})), 0)`
      const written = await db
        .selectFrom('dashboard_revisions')
        .select([bytes('text').as('texts'), bytes('patch').as('patches')])
        .where('author_id', '=', userId)
        .executeTakeFirstOrThrow()
      const drafts = await db
        .selectFrom('dashboard_drafts')
        .select([bytes('text').as('texts'), bytes('undo').as('undos')])
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow()
      return [written.texts, written.patches, drafts.texts, drafts.undos].reduce<number>(
        (sum, part) => sum + Number(part),
        0,
      )
    },
  }
}
