import type { Generated } from 'kysely'

export interface PassChangesTable {
  id: Generated<number>
  user_id: number
  at: number
}

export interface AccountTokensTable {
  /** SHA-256, hex. */
  hash: string
  user_id: number
  /** `recover`, `invite`, `access` or `otp`. */
  kind: string
  expires_at: number
  used_at: number | null
}
