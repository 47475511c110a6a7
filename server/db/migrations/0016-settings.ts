import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/** What a local is called in other systems, and what administrators decide about the server as a whole. */
export async function settings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('locals').addColumn('mapping', 'text').execute()
  await db.schema.alterTable('locals').addColumn('old_id', 'text').execute()

  await db.schema.createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .addColumn('changed_at', 'bigint', required)
    .execute()
}
