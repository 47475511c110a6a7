import type { Generated } from 'kysely'

export interface MailsTable {
  id: Generated<number>
  at: number
  /** `waiting`, `sent` or `failed`. */
  state: string
  tries: number
  next_try_at: number
  /** Recipient, subject and texts, encrypted: they carry links and codes. */
  sealed: string
}

/** Dropped mails. Without their content, which has links and codes. */
export interface MailFailuresTable {
  id: Generated<number>
  at: number
  kind: string
  recipient: string
  reason: string
}
