/** Makes a dashboard, adds a revision to it, and removes it. */
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import { saveAudience } from './audience-repo.ts'
import type { Head } from './head.ts'
import type { Preview } from './preview.ts'
import type { NewDashboard, NewRevision } from './stored.ts'
import { mayChange } from './visibility.ts'

export function dashboardChanges(db: Db) {
  return {
    /** To be run in a transaction. */
    async insert(scope: Scope, dashboard: NewDashboard, revision: NewRevision): Promise<void> {
      const { id, audience, basedOn, preview = [] } = dashboard
      await db
        .insertInto('dashboards')
        .values({
          id,
          ...headRow(dashboard),
          audience: audience.to,
          revision: revision.number,
          based_on: basedOn,
          folder: null,
          preview: JSON.stringify(preview),
          owner_id: scope.userId,
          created_at: revision.at,
          updated_at: revision.at,
          updated_by: scope.userId,
        })
        .execute()
      await saveAudience(db, id, audience)
      await db
        .insertInto('dashboard_revisions')
        .values(revisionRow(id, revision, scope.userId))
        .execute()
    },

    /**
     * Adds a revision behind the one that is the newest; false when another one came before. To be run in a
     * transaction.
     */
    async publish(
      scope: Scope,
      id: string,
      { preview, ...head }: Head & { readonly preview: Preview },
      revision: NewRevision,
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('dashboards')
        .set({
          ...headRow(head),
          preview: JSON.stringify(preview),
          revision: revision.number,
          updated_at: revision.at,
          updated_by: scope.userId,
        })
        .where('id', '=', id)
        .where('revision', '=', revision.number - 1)
        .where(mayChange(scope))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      await db
        .insertInto('dashboard_revisions')
        .values(revisionRow(id, revision, scope.userId))
        .execute()
      return true
    },

    /** Revisions up to this number are gone. To be run in a transaction that publishes a later one. */
    async dropRevisions(scope: Scope, id: string, upTo: number): Promise<void> {
      if (upTo < 0) return
      const own = db.selectFrom('dashboards').select('id').where('id', '=', id).where(mayChange(scope))
      await db.deleteFrom('dashboard_revisions').where('dashboard_id', 'in', own).where('number', '<=', upTo).execute()
    },

    async remove(scope: Scope, id: string): Promise<void> {
      await db.deleteFrom('dashboards').where('id', '=', id).where(mayChange(scope)).execute()
    },
  }
}

const revisionRow = (
  id: string,
  { number, text, note, at, restoredFrom, basedOnHash, patch }: NewRevision,
  author: number | null,
) => ({
  dashboard_id: id,
  number,
  text,
  note,
  author_id: author,
  at,
  restored_from: restoredFrom,
  based_on_hash: basedOnHash,
  patch,
})

const headRow = ({ names, descriptions, flags }: Head) => ({
  names: JSON.stringify(names),
  descriptions: JSON.stringify(descriptions),
  flags: JSON.stringify(flags),
})
