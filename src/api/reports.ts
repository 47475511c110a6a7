/** Reports: a dashboard as a PDF and as tables, once or on a schedule. */
import type { ReportDraft } from '#schemas/generated/api/report-draft.ts'
import type { DashboardEntry } from '#schemas/generated/entities/dashboard-entry.ts'
import type { ReportOptions } from '#schemas/generated/entities/report-options.ts'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { Report } from '#schemas/generated/entities/report.ts'
import type { ApiClient } from './client.ts'

export const reportsApi = (client: ApiClient) => ({
  options: (signal?: AbortSignal): Promise<ReportOptions> => client.json('/reports/options', { signal }),
  /** Oldest first. */
  list: (signal?: AbortSignal): Promise<Report[]> => client.list('/reports', { signal }),
  /** REPORT_NOT_FOUND. */
  find: (id: number, signal?: AbortSignal): Promise<Report> => client.json(`/reports/${id}`, { signal }),
  /** DASHBOARD_NOT_FOUND, REPORT_LIMIT, REPORT_NO_CHROMIUM, REPORT_NO_MAIL, REPORT_RECIPIENT_NOT_ALLOWED. */
  add: (draft: ReportDraft): Promise<Report> => client.json('/reports', { method: 'POST', body: draft }),
  save: (id: number, draft: ReportDraft): Promise<Report> =>
    client.json(`/reports/${id}`, { method: 'PUT', body: draft }),
  async remove(id: number): Promise<void> {
    await client.send(`/reports/${id}`, { method: 'DELETE' })
  },
  /** REPORT_BUSY, REPORT_QUOTA_EXCEEDED. */
  send: (id: number): Promise<ReportRun> => client.json(`/reports/${id}/send`, { method: 'POST' }),
  /** Once; with a mail in it, it is sent. REPORT_BUSY, REPORT_QUOTA_EXCEEDED and what `add` says. */
  make: (what: Report['what']): Promise<ReportRun> => client.json('/reports/runs', { method: 'POST', body: what }),
  /** Newest first. */
  runs: (report?: number, signal?: AbortSignal): Promise<ReportRun[]> =>
    client.list('/reports/runs', { query: { report }, signal }),
  /** REPORT_RUN_NOT_FOUND. */
  run: (id: number, signal?: AbortSignal): Promise<ReportRun> => client.json(`/reports/runs/${id}`, { signal }),
  /** REPORT_RUN_FINISHED. */
  async cancel(id: number): Promise<void> {
    await client.send(`/reports/runs/${id}`, { method: 'DELETE' })
  },
  async file(run: number, file: number): Promise<Blob> {
    return (await client.send(`/reports/runs/${run}/files/${file}`)).blob()
  },
  dashboards: (lang: string, signal?: AbortSignal): Promise<DashboardEntry[]> =>
    client.list('/users/dashboards', { query: { lang }, signal }),
})

export type ReportsApi = ReturnType<typeof reportsApi>
