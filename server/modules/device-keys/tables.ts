import type { Generated } from 'kysely'

/** With a footscan the key is valid for that one, without for all of the client: a gateway or a cloud. */
export interface DeviceKeysTable {
  id: Generated<number>
  client_id: number
  footscan_id: number | null
  name: string
  /** SHA-256, hex. */
  key_hash: string
  /** Sealed: what signed payloads are checked with. */
  signing_secret: string | null
  /** The answer to a GET, for clouds that validate before they post. */
  validator: string | null
  created_at: number
  created_by: number | null
  revoked_at: number | null
}
