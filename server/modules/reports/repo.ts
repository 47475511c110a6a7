/** Scheduled reports: each belongs to who made it, and only they see it. */
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export type StoredReport = Omit<Report, 'last'> & { readonly owner: number }

export const toReport = (row: Row<'reports'>): StoredReport => ({
  id: row.id,
  owner: row.owner_id,
  what: JSON.parse(row.what) as Report['what'],
  cadence: JSON.parse(row.cadence) as Report['cadence'],
  enabled: row.enabled === 1,
  nextAt: row.next_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const written = ({ what, cadence, enabled }: ReportDraft, nextAt: number) => ({
  what: JSON.stringify(what),
  cadence: JSON.stringify(cadence),
  enabled: enabled ? 1 : 0,
  next_at: enabled ? nextAt : null,
})

export function reportRepo(db: Db) {
  const mine = ({ userId }: Scope) => userId ?? 0
  return {
    /** The caller's own, oldest first. */
    async list(scope: Scope): Promise<StoredReport[]> {
      return (
        await db.selectFrom('reports').selectAll().where('owner_id', '=', mine(scope)).orderBy('id').execute()
      ).map(toReport)
    },

    async find(scope: Scope, id: number): Promise<StoredReport | undefined> {
      const row = await db
        .selectFrom('reports')
        .selectAll()
        .where('id', '=', id)
        .where('owner_id', '=', mine(scope))
        .executeTakeFirst()
      return row && toReport(row)
    },

    async count(scope: Scope): Promise<number> {
      const { n } = await db
        .selectFrom('reports')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('owner_id', '=', mine(scope))
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    async insert(scope: Scope, draft: ReportDraft, nextAt: number, now: number): Promise<StoredReport> {
      return toReport(
        await db
          .insertInto('reports')
          .values({ owner_id: mine(scope), ...written(draft, nextAt), created_at: now, updated_at: now })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    },

    /** Undefined when the caller has no such report. */
    async replace(
      scope: Scope,
      id: number,
      draft: ReportDraft,
      nextAt: number,
      now: number,
    ): Promise<StoredReport | undefined> {
      const row = await db
        .updateTable('reports')
        .set({ ...written(draft, nextAt), updated_at: now })
        .where('id', '=', id)
        .where('owner_id', '=', mine(scope))
        .returningAll()
        .executeTakeFirst()
      return row && toReport(row)
    },

    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('reports').where('id', '=', id).where('owner_id', '=', mine(scope)).execute()
    },

    /** Whose time has come, of everybody: for the job alone. */
    async due(now: number, limit: number): Promise<StoredReport[]> {
      return (
        await db.selectFrom('reports').selectAll().where('next_at', '<=', now).orderBy('next_at').limit(limit).execute()
      ).map(toReport)
    },

    /** Moves a report to its next time; false when another process was quicker, or it was changed. */
    async advance({ id, nextAt }: StoredReport, next: number): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('reports')
        .set({ next_at: next })
        .where('id', '=', id)
        .where('next_at', '=', nextAt)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}
