import type { Generated } from 'kysely'

/** Files of counts that are being read, are loaded, or were undone. */
export interface ImportsTable {
  id: Generated<number>
  /** Null = a new one that is not there yet, or one that is gone. */
  client_id: number | null
  client_name: string | null
  user_id: number | null
  state: string
  /** JSON: name, bytes and kind of each. */
  files: string
  /** JSON: as they were said. */
  settings: string
  /** JSON: what was found in the files. */
  found: string | null
  /** JSON. */
  report: string | null
  /** JSON: client, locals and areas that were made for it. */
  made: string | null
  /** 1 = is loaded at once when there is nothing to ask and nothing is quarantined. */
  load_clean: number
  first_day: string | null
  last_day: string | null
  created_at: number
  changed_at: number
  loaded_at: number | null
  undone_at: number | null
}

/** A mapping that was saved by name. */
export interface ImportPresetsTable {
  id: Generated<number>
  /** Null = for every client. */
  client_id: number | null
  name: string
  /** JSON. */
  settings: string
  user_id: number | null
  created_at: number
}
