import type { Generated } from 'kysely'

export interface TrackingEventsTable {
  id: Generated<number>
  /** When it arrived; `occurred_at` is what the browser's clock said. */
  at: number
  user_id: number
  /** The browser's id of the event: a batch that is sent twice counts once. */
  event_id: string
  event: string
  module: string | null
  occurred_at: number
  data: string
}
