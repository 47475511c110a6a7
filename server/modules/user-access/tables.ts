import type { Generated } from 'kysely'

/** One user may read one client. */
export interface UserAccessTable {
  id: Generated<number>
  user_id: number
  client_id: number
  created_at: number
  /** Null = the product itself. */
  created_by: number | null
}
