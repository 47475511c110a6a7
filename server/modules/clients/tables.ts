import type { Generated } from 'kysely'

export interface ClientsTable {
  id: Generated<number>
  name: string
  type: string
  external_id: string | null
  /** Its id in the former system. */
  old_id: string | null
  demo: Generated<number>
  multi_client: Generated<number>
  external_login: Generated<number>
  cisco_spaces: Generated<number>
  use_login_message: Generated<number>
  login_message: Generated<string>
  /** Epoch ms; 0 = by an import, or before this was kept. */
  created_at: Generated<number>
  /** 0 = never. */
  updated_at: Generated<number>
  updated_by: Generated<number | null>
}
