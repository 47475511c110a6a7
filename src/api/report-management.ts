/** Scheduled reports of all people. Administrators only. */
import type { ManagedReportRun } from '#schemas/generated/entities/managed-report-run.ts'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import type { ApiClient } from './client.ts'

export const reportManagementApi = (client: ApiClient) => ({
  /** Oldest first. */
  list: (signal?: AbortSignal): Promise<ManagedReport[]> => client.list('/management/reports', { signal }),
  /** Newest first. REPORT_NOT_FOUND, as all of these. */
  runs: (id: number, signal?: AbortSignal): Promise<ManagedReportRun[]> =>
    client.list(`/management/reports/${id}/runs`, { signal }),
  setEnabled: (id: number, enabled: boolean): Promise<ManagedReport> =>
    client.json(`/management/reports/${id}/${enabled ? 'resume' : 'pause'}`, { method: 'POST' }),
  /** USER_NOT_FOUND, REPORT_OWNER_NOT_ALLOWED with `details.reason`. */
  handOver: (id: number, user: number): Promise<ManagedReport> =>
    client.json(`/management/reports/${id}/hand-over`, { method: 'POST', body: { user } }),
  /** REPORT_BUSY, REPORT_QUOTA_EXCEEDED, DASHBOARD_NOT_FOUND. */
  send: (id: number): Promise<ManagedReport> => client.json(`/management/reports/${id}/send`, { method: 'POST' }),
})
