import type { Generated } from 'kysely'

/** The rules for the locals of a client. */
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
  /** Of a rule about a figure: its name, what it watches as JSON, and with whose rights. */
  name: string | null
  watch: string | null
  owner_id: number | null
  /** Why a rule about a figure rests. */
  rest_reason: string | null
  /** Epoch ms: no mail before; null = not muted. */
  muted_until: number | null
  muted_because: string | null
  muted_by: number | null
  muted_at: number | null
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
  /** Null = a figure that belongs to no local. */
  local_id: number | null
  /** Null = the rule was removed. */
  rule_id: number | null
  kind: string
  /** The subject within the local: `footscan:7`, the key of a row, or nothing. */
  subject: string
  opened_at: number
  closed_at: number | null
  /** `solved` or `switchedOff`. */
  closed_because: string | null
  mailed_at: number | null
  solved_mailed_at: number | null
  figure: string
  acknowledged_at: number | null
  acknowledged_by: number | null
  acknowledged_note: string | null
  /** Epoch ms: no mail before; null = it does not wait. */
  snoozed_until: number | null
  snoozed_by: number | null
  snoozed_at: number | null
  /** When it opened or closed last while its rule was muted. */
  muted_at: number | null
}
