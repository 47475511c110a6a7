import type { Generated } from 'kysely'

export interface RemovalsTable {
  id: Generated<number>
  /** As the audit log calls it: `localGroup`. */
  noun: string
  entry_id: number
  /** JSON: its row, those that went with it, and what named them (server/resource/removals.ts). */
  kept: string
  /** Epoch ms. */
  removed_at: number
  removed_by: number | null
}
