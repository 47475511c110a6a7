import type { Generated } from 'kysely'

export interface AuditLogTable {
  id: Generated<number>
  at: number
  user_id: number | null
  action: string
  target: string
  details: string
  hash: string
  prev_hash: string
}

/** One row: how many entries the audit log has, and the hash of the last. */
export interface AuditHeadTable {
  id: number
  entries: number
  hash: string
}

/** A file with the oldest entries of the audit log. */
export interface AuditArchivesTable {
  first_id: number
  last_id: number
  name: string
  entries: number
  /** Of the entry before the first, and of the last. */
  prev_hash: string
  hash: string
  from_at: number
  to_at: number
  bytes: number
  /** Of the file, hex. */
  sha256: string
}
