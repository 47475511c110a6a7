import type { Generated } from 'kysely'

/** Files of any length that the server makes as jobs. */
export interface ExportsTable {
  id: Generated<number>
  owner_id: number
  state: string
  /** JSON: what was asked. */
  what: string
  /** 1 = with made-up names. */
  demo: number
  rows: number
  bytes: number
  /** JSON: name, bytes and checksum of each. */
  files: string
  /** JSON: why it failed. */
  error: string | null
  tries: number
  created_at: number
  started_at: number | null
  finished_at: number | null
  expires_at: number | null
}
