import type { Generated } from 'kysely'

export interface BulkMailRecipientsTable {
  id: Generated<number>
  bulk_mail_id: number
  user_id: number | null
  address: string
  language: string
  /** `waiting`, `sending`, `sent`, `failed`, `unsure` or `unsubscribed`. */
  outcome: string
  reason: string | null
  tries: number
  next_try_at: number
  at: number
}

/** Who wants no news. */
export interface MailUnsubscribesTable {
  user_id: number
  at: number
}
