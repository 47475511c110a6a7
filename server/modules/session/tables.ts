import type { Generated } from 'kysely'

export interface SessionsTable {
  /** Names the session towards its owner; opens nothing. */
  id: Generated<number>
  /** SHA-256 of the token, hex: the token itself is nowhere at rest. */
  token_hash: string
  user_id: number
  created_at: number
  seen_at: number
  address: string
  agent: string
  /** When who is behind it last showed the password; null = never. */
  confirmed_at: number | null
  /** The API client whose page holds the session; null = the person signed in here. */
  api_client_id: number | null
}

export interface KnownNetworksTable {
  user_id: number
  /** Keyed: of the account’s name and the network. */
  mark: string
  /** When the account last signed in there, to a day. */
  seen_at: number
}

export interface LoginsTable {
  id: Generated<number>
  /** Null = there is no such account. */
  user_id: number | null
  username: string
  at: number
  success: number
  address: string
  /** The address without the part its customer chooses. */
  network: string
  agent: string
}
