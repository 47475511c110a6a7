import type { Generated } from 'kysely'

/** A wall display. It reads what its owner may read of one client, with the rights of that moment. */
export interface ScreensTable {
  id: Generated<number>
  owner_id: number
  client_id: number
  name: string
  /** SHA-256, hex. */
  token_hash: string
  /** JSON: ids, in the order in which they take turns. */
  dashboards: string
  /** The filters as an address has them. */
  search: string
  seconds: number
  lang: string
  created_at: number
  seen_at: number | null
  revoked_at: number | null
}

/** The session that a screen opens with its token, and sends with every call. */
export interface ScreenSessionsTable {
  /** SHA-256, hex. */
  token_hash: string
  screen_id: number
  expires_at: number
}
