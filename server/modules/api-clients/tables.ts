import type { Generated } from 'kysely'

export interface ApiClientsTable {
  id: Generated<number>
  client_id: string
  name: string
  redirect_uris: string
  enabled: number
  pkce: number
  /** SHA-256 of a random secret, hex. */
  secret_hash: string | null
  /** Its service user, who holds its rights. */
  user_id: number
  created_at: number
}
