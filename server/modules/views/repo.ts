/** Saved views: one's own, and those that others share of clients one may read. */
import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { readable, unlessTaken } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface StoredView {
  readonly id: number
  readonly dashboard: string
  readonly owner: number
  readonly ownerName: string
  readonly client: number | null
  readonly name: string
  readonly search: string
  readonly isShared: boolean
  /** Epoch ms. */
  readonly updatedAt: number
}
export type ViewChange = Pick<StoredView, 'client' | 'name' | 'search' | 'isShared' | 'updatedAt'>

const me = ({ userId }: Scope) => userId ?? 0

/** Texts of others may hold names that a demo account must not see. */
const visible = (scope: Scope): RawBuilder<SqlBool> =>
  scope.demo
    ? sql<SqlBool>`dashboard_views.owner_id = ${me(scope)}`
    : sql<SqlBool>`(dashboard_views.owner_id = ${me(scope)}
        or (is_shared = 1 and ${readable(scope, 'dashboard_views.client_id')}))`

const toView = (row: Row<'dashboard_views'> & { readonly username: string }): StoredView => ({
  id: row.id,
  dashboard: row.dashboard_id,
  owner: row.owner_id,
  ownerName: row.username,
  client: row.client_id,
  name: row.name,
  search: row.search,
  isShared: row.is_shared === 1,
  updatedAt: row.updated_at,
})

const taken = (name: string) => `This account has a view "${name}" of this dashboard; choose another name.`

export function savedViewRepo(db: Db) {
  const all = (scope: Scope) =>
    db
      .selectFrom('dashboard_views')
      .innerJoin('users', 'users.id', 'dashboard_views.owner_id')
      .selectAll('dashboard_views')
      .select('users.username')
      .where(visible(scope))

  return {
    /** By name. */
    async list(scope: Scope, dashboard: string): Promise<StoredView[]> {
      const rows = await all(scope)
        .where('dashboard_id', '=', dashboard)
        .orderBy('dashboard_views.name')
        .orderBy('dashboard_views.id')
        .execute()
      return rows.map(toView)
    },

    async find(scope: Scope, id: number): Promise<StoredView | undefined> {
      const row = await all(scope).where('dashboard_views.id', '=', id).executeTakeFirst()
      return row && toView(row)
    },

    /** How many the caller keeps of a dashboard. */
    async count(scope: Scope, dashboard: string): Promise<number> {
      const { n } = await db
        .selectFrom('dashboard_views')
        .select(({ fn }) => fn.countAll().as('n'))
        .where('owner_id', '=', me(scope))
        .where('dashboard_id', '=', dashboard)
        .executeTakeFirstOrThrow()
      return Number(n)
    },

    /** Throws NAME_TAKEN. */
    async insert(scope: Scope, dashboard: string, view: ViewChange): Promise<number> {
      const { id } = await unlessTaken(
        db
          .insertInto('dashboard_views')
          .values({ dashboard_id: dashboard, owner_id: me(scope), ...columnsOf(view) })
          .returning('id')
          .executeTakeFirstOrThrow(),
        taken(view.name),
      )
      return id
    },

    /** One's own. Throws NAME_TAKEN. */
    async replace(scope: Scope, id: number, view: ViewChange): Promise<void> {
      await unlessTaken(
        db
          .updateTable('dashboard_views')
          .set(columnsOf(view))
          .where('id', '=', id)
          .where('owner_id', '=', me(scope))
          .execute(),
        taken(view.name),
      )
    },

    async remove(scope: Scope, id: number): Promise<void> {
      await db.deleteFrom('dashboard_views').where('id', '=', id).where(visible(scope)).execute()
    },

    /** The id of the view with which this dashboard opens for the caller. */
    async defaultOf(scope: Scope, dashboard: string): Promise<number | null> {
      const row = await db
        .selectFrom('dashboard_view_defaults')
        .select('view_id')
        .where('user_id', '=', me(scope))
        .where('dashboard_id', '=', dashboard)
        .executeTakeFirst()
      return row?.view_id ?? null
    },

    async setDefault(scope: Scope, dashboard: string, view: number | null): Promise<void> {
      if (view === null) {
        await db
          .deleteFrom('dashboard_view_defaults')
          .where('user_id', '=', me(scope))
          .where('dashboard_id', '=', dashboard)
          .execute()
        return
      }
      await db
        .insertInto('dashboard_view_defaults')
        .values({ user_id: me(scope), dashboard_id: dashboard, view_id: view })
        .onConflict((conflict) => conflict.columns(['user_id', 'dashboard_id']).doUpdateSet({ view_id: view }))
        .execute()
    },

    /** All views of a dashboard that is gone. To be run in a transaction. */
    async forget(_scope: Scope, dashboard: string): Promise<void> {
      await db.deleteFrom('dashboard_views').where('dashboard_id', '=', dashboard).execute()
    },
  }
}

const columnsOf = ({ client, name, search, isShared, updatedAt }: ViewChange) => ({
  client_id: client,
  name,
  search,
  is_shared: isShared ? 1 : 0,
  updated_at: updatedAt,
})
