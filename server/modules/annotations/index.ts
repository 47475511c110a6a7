/** Annotations: what people write at a day or a range of a dashboard, for all who see it (decision 117). */
import { numberedTables, owned, required } from '../../db/migrations/columns.ts'
import type { ServerModule } from '../../module.ts'
import { annotationRepo } from './repo.ts'
import type { DashboardAnnotationsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    dashboard_annotations: DashboardAnnotationsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly annotations: ReturnType<typeof annotationRepo>
  }
}

export const annotations: ServerModule = {
  name: 'annotations',
  repositories: { annotations: annotationRepo },
  steps: {
    '0065-annotations': async (db, dialect) => {
      await numberedTables(
        db,
        dialect,
      )('dashboard_annotations')
        .addColumn('dashboard_id', 'text', required)
        .addColumn('owner_id', 'integer', owned('users.id'))
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('begin_day', 'text', required)
        .addColumn('end_day', 'text', required)
        .addColumn('text', 'text', required)
        .addColumn('updated_at', 'bigint', required)
        .execute()
      const index = (name: string, columns: readonly string[]) =>
        db.schema
          .createIndex(name)
          .on('dashboard_annotations')
          .columns([...columns])
          .execute()
      await index('dashboard_annotations_dashboard', ['dashboard_id', 'client_id'])
      await index('dashboard_annotations_owner', ['owner_id'])
      await index('dashboard_annotations_client', ['client_id'])
    },
  },
  start: () => import('./start.ts'),
}
