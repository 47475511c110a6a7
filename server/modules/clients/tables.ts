import type { Generated } from 'kysely'

export interface ClientsTable {
  id: Generated<number>
  name: string
  type: string
  external_id: string | null
  /** What the system before this one calls it. */
  old_id: string | null
}
