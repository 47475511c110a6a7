import type { Generated } from 'kysely'

/** Columns of installations besides their description. */
export interface InstallationsTable {
  id: Generated<number>
  name: string
  client_id: number
  local_id: number
  /** The local order it is of. */
  local_order: number | null
  planned_for: string | null
  state: string
  state_at: number
  assignee_id: number | null
  created_at: number
}

/** When an installation came into each of its states, and by whom. */
export interface InstallationHistoryTable {
  id: Generated<number>
  installation_id: number
  state: string
  at: number
  user_id: number | null
}
