import type { Generated } from 'kysely'

/** Notes of users at days of a dashboard, also of a built-in one. */
export interface DashboardAnnotationsTable {
  id: Generated<number>
  dashboard_id: string
  owner_id: number
  client_id: number
  /** YYYY-MM-DD, first and last day. */
  begin_day: string
  end_day: string
  text: string
  updated_at: number
}
