import type { Generated } from 'kysely'

/** Filters of a dashboard by name, also of a built-in one. */
export interface DashboardViewsTable {
  id: Generated<number>
  dashboard_id: string
  owner_id: number
  /** Of a shared one: who may read it sees the view. */
  client_id: number | null
  name: string
  search: string
  /** 0 or 1. */
  is_shared: number
  updated_at: number
}

/** The view with which a dashboard opens, of each person. */
export interface DashboardViewDefaultsTable {
  user_id: number
  dashboard_id: string
  view_id: number
}
