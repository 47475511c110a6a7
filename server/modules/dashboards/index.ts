/** Dashboards that people make: documents, drafts, marks. */
import type { ServerModule } from '../../module.ts'
import { dashboardRepo } from './repo.ts'
import { dashboardDraftRepo } from './draft-repo.ts'
import { dashboardMarkRepo } from './mark-repo.ts'
import type {
  DashboardClientsTable,
  DashboardDraftsTable,
  DashboardGroupsTable,
  DashboardMarksTable,
  FoldersTable,
  DashboardRevisionsTable,
  DashboardsTable,
} from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    dashboards: DashboardsTable
    dashboard_marks: DashboardMarksTable
    folders: FoldersTable
    dashboard_clients: DashboardClientsTable
    dashboard_groups: DashboardGroupsTable
    dashboard_revisions: DashboardRevisionsTable
    dashboard_drafts: DashboardDraftsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly dashboards: ReturnType<typeof dashboardRepo>
    readonly dashboardDrafts: ReturnType<typeof dashboardDraftRepo>
    readonly dashboardMarks: ReturnType<typeof dashboardMarkRepo>
  }
}

export const dashboards: ServerModule = {
  name: 'dashboards',
  repositories: { dashboards: dashboardRepo, dashboardDrafts: dashboardDraftRepo, dashboardMarks: dashboardMarkRepo },
  start: () => import('./start.ts'),
}
