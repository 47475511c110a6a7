/** Dashboards as files and mails, now or by a plan. */
import type { ServerModule } from '../../module.ts'
import { managedReportRepo } from './managed-repo.ts'
import { reportRepo } from './repo.ts'
import { reportRunRepo } from './run-repo.ts'
import type { ReportFilesTable, ReportRunsTable, ReportsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    reports: ReportsTable
    report_runs: ReportRunsTable
    report_files: ReportFilesTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly reports: ReturnType<typeof reportRepo>
    readonly managedReports: ReturnType<typeof managedReportRepo>
    readonly reportRuns: ReturnType<typeof reportRunRepo>
  }
}

export const reports: ServerModule = {
  name: 'reports',
  repositories: { reports: reportRepo, reportRuns: reportRunRepo, managedReports: managedReportRepo },
  start: () => import('./start.ts'),
}
