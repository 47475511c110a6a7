import type { Generated } from 'kysely'

export interface UploadsTable {
  id: Generated<number>
  /** Null = a feed about several clients. */
  client_id: number | null
  kind: string
  mode: string | null
  file_name: string
  user_id: number | null
  /** `writing` until the facts are durable, then `done`. */
  state: string
  row_count: number
  added: number
  changed: number
  unchanged: number
  first_day: string | null
  last_day: string | null
  /** JSON: ids whose rows were left out. */
  missing: string
  uploaded_at: number
  undone_at: number | null
}
