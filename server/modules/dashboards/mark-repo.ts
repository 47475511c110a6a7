/** Each person's stars and last opened dashboards; only that person reads it. */
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface DashboardMark {
  readonly starredAt: number | null
  readonly openedAt: number | null
}

export function dashboardMarkRepo(db: Db) {
  const own = ({ userId }: Scope) => userId ?? 0
  const save = async (
    scope: Scope,
    dashboard: string,
    values: { starred_at: number | null } | { opened_at: number },
  ): Promise<void> => {
    await db
      .insertInto('dashboard_marks')
      .values({ user_id: own(scope), dashboard_id: dashboard, starred_at: null, opened_at: null, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'dashboard_id']).doUpdateSet(values))
      .execute()
  }
  return {
    /** By dashboard. */
    async all(scope: Scope): Promise<Map<string, DashboardMark>> {
      const rows = await db.selectFrom('dashboard_marks').selectAll().where('user_id', '=', own(scope)).execute()
      return new Map(rows.map((row) => [row.dashboard_id, { starredAt: row.starred_at, openedAt: row.opened_at }]))
    },

    async star(scope: Scope, dashboard: string, at: number | null): Promise<void> {
      await save(scope, dashboard, { starred_at: at })
      await db
        .deleteFrom('dashboard_marks')
        .where('user_id', '=', own(scope))
        .where('starred_at', 'is', null)
        .where('opened_at', 'is', null)
        .execute()
    },

    /** Keeps the last `most` opened; a star outlives them. To be run in a transaction. */
    async open(scope: Scope, dashboard: string, at: number, most: number): Promise<void> {
      await save(scope, dashboard, { opened_at: at })
      const opened = await db
        .selectFrom('dashboard_marks')
        .select('dashboard_id')
        .where('user_id', '=', own(scope))
        .where('opened_at', 'is not', null)
        .orderBy('opened_at', 'desc')
        .orderBy('dashboard_id')
        .execute()
      const old = opened.slice(most).map((row) => row.dashboard_id)
      if (old.length === 0) return
      const mine = (id: readonly string[]) =>
        db
          .updateTable('dashboard_marks')
          .set({ opened_at: null })
          .where('user_id', '=', own(scope))
          .where('dashboard_id', 'in', id)
      await mine(old).execute()
      await db
        .deleteFrom('dashboard_marks')
        .where('user_id', '=', own(scope))
        .where('starred_at', 'is', null)
        .where('opened_at', 'is', null)
        .execute()
    },

    /** Everybody's marks of a dashboard that is gone. To be run in a transaction. */
    async forget(_scope: Scope, dashboard: string): Promise<void> {
      await db.deleteFrom('dashboard_marks').where('dashboard_id', '=', dashboard).execute()
    },
  }
}
