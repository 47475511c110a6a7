import type { Generated } from 'kysely'

/** A dashboard made by people. Names, descriptions and flags are read from its document, so that a list opens none. */
export interface DashboardsTable {
  id: string
  owner_id: number | null
  /** Language -> name; under `` what is called the same in all. */
  names: string
  descriptions: string
  flags: string
  /** `onlyMe`, `clients`, `groups` or `everyone`. */
  audience: string
  /** Of the newest revision; 0 = never published. */
  revision: number
  /** The built-in one that it follows. */
  based_on: string | null
  created_at: number
  updated_at: number
  updated_by: number | null
  folder: string | null
  /** Of a shared folder; null = it is filed for its owner alone. */
  folder_id: Generated<number | null>
  /** JSON array. */
  tags: Generated<string>
  /** JSON array of widget kinds at their places. */
  preview: Generated<string>
}

/** Also of built-in dashboards. */
export interface DashboardMarksTable {
  user_id: number
  dashboard_id: string
  starred_at: number | null
  opened_at: number | null
}

export interface DashboardClientsTable {
  dashboard_id: string
  client_id: number
}

export interface DashboardGroupsTable {
  dashboard_id: string
  group_id: number
}

export interface DashboardRevisionsTable {
  dashboard_id: string
  number: number
  /** Word for word. */
  text: string
  note: string
  author_id: number | null
  at: number
  restored_from: number | null
  /** Of the built-in text that the patch was made on. */
  based_on_hash: string | null
  /** Changes to the built-in one. */
  patch: string | null
}

/** One for each person and dashboard. */
export interface DashboardDraftsTable {
  dashboard_id: string
  user_id: number
  text: string
  base_revision: number
  at: number
  undo: string | null
}

/** Of a described noun (server/modules/folders), which writes it; the lists are JSON arrays of ids. */
export interface FoldersTable {
  id: Generated<number>
  name: string
  view_groups: string
  edit_groups: string
  view_users: string
  edit_users: string
}
