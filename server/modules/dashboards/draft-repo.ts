/** Unpublished drafts: one draft for each person and dashboard, and only that person reads it. */
import type { DashboardDraft } from '#schemas/generated/entities/dashboard-draft.ts'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export function dashboardDraftRepo(db: Db) {
  const own = ({ userId }: Scope) => userId ?? 0
  return {
    /** Dashboards of which the caller has one. */
    async ids(scope: Scope): Promise<Set<string>> {
      const rows = await db
        .selectFrom('dashboard_drafts')
        .select('dashboard_id')
        .where('user_id', '=', own(scope))
        .execute()
      return new Set(rows.map((row) => row.dashboard_id))
    },

    async find(scope: Scope, dashboard: string): Promise<DashboardDraft | undefined> {
      const row = await db
        .selectFrom('dashboard_drafts')
        .selectAll()
        .where('dashboard_id', '=', dashboard)
        .where('user_id', '=', own(scope))
        .executeTakeFirst()
      return row && { text: row.text, baseRevision: row.base_revision, at: row.at, undo: row.undo }
    },

    async keep(scope: Scope, dashboard: string, { text, baseRevision, at, undo }: DashboardDraft): Promise<void> {
      const values = { text, base_revision: baseRevision, at, undo }
      await db
        .insertInto('dashboard_drafts')
        .values({ dashboard_id: dashboard, user_id: own(scope), ...values })
        .onConflict((conflict) => conflict.columns(['dashboard_id', 'user_id']).doUpdateSet(values))
        .execute()
    },

    /**
     * @param at drops only the draft saved then; null: none, because another one was saved elsewhere since; undefined:
     *   any draft
     */
    async drop(scope: Scope, dashboard: string, at?: number | null): Promise<void> {
      if (at === null) return
      await db
        .deleteFrom('dashboard_drafts')
        .where('dashboard_id', '=', dashboard)
        .where('user_id', '=', own(scope))
        .$if(at !== undefined, (query) => query.where('at', '=', at!))
        .execute()
    },
  }
}
