import type { Generated } from 'kysely'

export interface UsersTable {
  id: Generated<number>
  username: string
  password_hash: string | null
  role: string
  enabled: number
  flags: string
  properties: string
  created_at: number
  /** `password`, `otp`, `external` or `service`. */
  login_type: Generated<string>
  password_expired: Generated<number>
  password_changed_at: Generated<number | null>
  terms_accepted_at: Generated<number | null>
  responsibility_accepted_at: Generated<number | null>
}

export interface UserMacsTable {
  mac: string
  user_id: number
}
