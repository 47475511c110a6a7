/** Ports of reports: calls, error messages, and the saving of files. */
import type { ReportCadence } from '#schemas/generated/entities/report-cadence.ts'
import type { ReportRun } from '#schemas/generated/entities/report-run.ts'
import type { ReportsApi } from '../../api/reports.ts'

export interface ReportPorts {
  readonly api: ReportsApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  readonly save: (name: string, content: Blob) => void
}

export const PATHS = { list: '/users/reports', view: (id: string) => `/users/dashboards/view/${id}` } as const

export type Status = ReportRun['status']

/** Defaults of a new schedule. */
export const WEEKLY: ReportCadence = { every: 'week', weekday: 1, day: 1, hour: 8 }

export const isFinished = (status: Status): boolean => status !== 'queued' && status !== 'rendering'
