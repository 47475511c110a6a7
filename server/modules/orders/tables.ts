import type { Generated } from 'kysely'

/** A local in an order. */
export interface LocalOrdersTable {
  id: Generated<number>
  order_id: number
  local_id: number
  /** Its id in the former system. */
  old_id: string | null
  created_at: number
  updated_at: number
  updated_by: number | null
}

/** Columns of orders besides their description. */
export interface OrdersTable {
  id: Generated<number>
  name: string
  client_id: number
  state: string
  state_at: number
  assignee_id: number | null
  updated_at: number
  updated_by: number | null
}
