import type { Generated } from 'kysely'

/** What is watched at the locals of a client. */
export interface AlertRulesTable {
  id: Generated<number>
  client_id: number
  kind: string
  settings: string
  /** JSON list of users; null = everyone who may. */
  recipients: string | null
  cool_down_h: number
  enabled: number
  created_at: number
  updated_at: number
}

/** Locals whose alerts were ever switched on. */
export interface AlertLocalsTable {
  local_id: number
  enabled: number
  changed_at: number
  changed_by: number | null
}

export interface AlertsTable {
  id: Generated<number>
  client_id: number
  local_id: number
  /** Null = the rule was removed. */
  rule_id: number | null
  kind: string
  /** What within the local: `footscan:7`, or nothing. */
  subject: string
  opened_at: number
  closed_at: number | null
  /** `solved` or `switchedOff`. */
  closed_because: string | null
  mailed_at: number | null
  solved_mailed_at: number | null
  figure: string
}
