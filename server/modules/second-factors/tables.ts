import type { Generated } from 'kysely'

/** An app that makes codes (RFC 6238). */
export interface TotpTable {
  user_id: number
  /** Sealed. */
  secret: string
  /** The last half minute of which a code was taken. */
  last_step: number
  /** Null = no code of it was entered yet: it is not asked for. */
  confirmed_at: number | null
}

export interface RecoveryCodesTable {
  user_id: number
  /** SHA-256, hex. A code that was used is gone. */
  hash: string
}

export interface PasskeysTable {
  id: Generated<number>
  user_id: number
  /** Base64url, as the browser names it. */
  credential_id: string
  /** COSE, base64url. */
  public_key: string
  counter: number
  /** JSON: how the authenticator is reached. */
  transports: string
  name: string
  created_at: number
  used_at: number | null
}
