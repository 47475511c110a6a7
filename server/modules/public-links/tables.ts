import type { Generated } from 'kysely'

/** A dashboard that anyone with the link may read. It reads what its owner may read, with the rights of that moment. */
export interface PublicLinksTable {
  id: Generated<number>
  /** In its address: names the link to who asks for the page, and opens nothing. */
  slug: string
  owner_id: number
  dashboard_id: string
  name: string
  /** SHA-256, hex. */
  token_hash: string
  /** JSON array of ids; null = all locals of its clients. */
  locals: string | null
  /** JSON: filters that are not at their default. */
  given: string
  /** `rolling`, `frozen` or `snapshot`. */
  periods: string
  /** YYYY-MM-DD; null = the day that it is. */
  day: string | null
  /** The document as it was, of a snapshot. */
  document: string | null
  time_zone: string
  lang: string
  /** JSON array of the origins that may show it in a frame. */
  origins: string
  created_at: number
  ends_at: number
  opened_at: number | null
  openings: number
  revoked_at: number | null
}

export interface PublicLinkClientsTable {
  link_id: number
  client_id: number
}

/** Stored answers of a snapshot, by source and arguments. */
export interface PublicLinkAnswersTable {
  link_id: number
  question: string
  type: string
  as_of: number | null
  bytes: Uint8Array
}
