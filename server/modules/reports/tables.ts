import type { Generated } from 'kysely'

/** A dashboard that is mailed on a schedule. */
export interface ReportsTable {
  id: Generated<number>
  owner_id: number
  /** Dashboard, filters, files, mail. */
  what: string
  cadence: string
  enabled: number
  /** Null = switched off. */
  next_at: number | null
  created_at: number
  updated_at: number
}

export interface ReportRunsTable {
  id: Generated<number>
  /** Null = made once. */
  report_id: number | null
  owner_id: number
  /** `scheduled`, `now` or `file`. */
  kind: string
  /** The content of the run, with resolved periods: a repeated run has the same days. */
  what: string
  due_at: number
  as_of: string
  /** `queued`, `rendering`, `sent`, `ready`, `failed` or `cancelled`. */
  status: string
  reason: string | null
  tries: number
  /** Until then no other worker takes it. */
  lease_until: number
  created_at: number
  started_at: number | null
  ended_at: number | null
  pages: number | null
}

export interface ReportFilesTable {
  id: Generated<number>
  run_id: number
  name: string
  type: string
  bytes: Uint8Array
}
