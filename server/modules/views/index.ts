/** Saved views of dashboards: filters by name, for oneself or for those who see the dashboard (decision 116). */
import { numberedTables, owned, required } from '../../db/migrations/columns.ts'
import type { ServerModule } from '../../module.ts'
import { savedViewRepo } from './repo.ts'
import type { DashboardViewDefaultsTable, DashboardViewsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    dashboard_views: DashboardViewsTable
    dashboard_view_defaults: DashboardViewDefaultsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly savedViews: ReturnType<typeof savedViewRepo>
  }
}

export const views: ServerModule = {
  name: 'views',
  repositories: { savedViews: savedViewRepo },
  steps: {
    '0064-views': async (db, dialect) => {
      await numberedTables(
        db,
        dialect,
      )('dashboard_views')
        .addColumn('dashboard_id', 'text', required)
        .addColumn('owner_id', 'integer', owned('users.id'))
        .addColumn('client_id', 'integer', (column) => column.references('clients.id').onDelete('cascade'))
        .addColumn('name', 'text', required)
        .addColumn('search', 'text', required)
        .addColumn('is_shared', 'integer', required)
        .addColumn('updated_at', 'bigint', required)
        .addUniqueConstraint('dashboard_views_name', ['dashboard_id', 'owner_id', 'name'])
        .execute()
      await db.schema.createIndex('dashboard_views_owner').on('dashboard_views').column('owner_id').execute()
      await db.schema.createIndex('dashboard_views_client').on('dashboard_views').column('client_id').execute()
      await db.schema
        .createTable('dashboard_view_defaults')
        .addColumn('user_id', 'integer', owned('users.id'))
        .addColumn('dashboard_id', 'text', required)
        .addColumn('view_id', 'integer', owned('dashboard_views.id'))
        .addPrimaryKeyConstraint('dashboard_view_defaults_key', ['user_id', 'dashboard_id'])
        .execute()
      await db.schema
        .createIndex('dashboard_view_defaults_view')
        .on('dashboard_view_defaults')
        .column('view_id')
        .execute()
    },
  },
  start: () => import('./start.ts'),
}
