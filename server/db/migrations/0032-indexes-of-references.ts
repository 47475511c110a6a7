import type { Kysely } from 'kysely'

/** Columns that refer to a row of another table, in tables that had no index by them. */
const REFERENCES = [
  ['opening_hours', 'area_id'],
  ['alerts', 'local_id'],
  ['device_keys', 'client_id'],
  ['group_clients', 'client_id'],
  ['api_clients', 'user_id'],
  ['oauth_codes', 'api_client_id'],
  ['oauth_codes', 'user_id'],
  ['user_macs', 'user_id'],
  ['dashboards', 'updated_by'],
  ['dashboard_groups', 'group_id'],
  ['dashboard_revisions', 'author_id'],
  ['dashboard_drafts', 'user_id'],
] as const

/** A row that goes takes what refers to it along: without an index all of that table is read for each of them. */
export async function indexesOfReferences(db: Kysely<unknown>): Promise<void> {
  for (const [table, column] of REFERENCES)
    await db.schema.createIndex(`${table}_by_${column}`).ifNotExists().on(table).column(column).execute()
}
