import type { Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, required } from './columns.ts'

/**
 * Files of counts that people and programs bring in, what was made for them, and mappings saved by name. The hours
 * themselves are facts.
 */
export async function imports(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)
  await table('imports')
    // What was loaded stays in the history when its client goes.
    .addColumn('client_id', 'integer', (column) => column.references('clients.id').onDelete('set null'))
    .addColumn('client_name', 'text')
    .addColumn('user_id', 'integer')
    .addColumn('state', 'text', required)
    .addColumn('files', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('found', 'text')
    .addColumn('report', 'text')
    .addColumn('made', 'text')
    .addColumn('load_clean', 'integer', required)
    .addColumn('first_day', 'text')
    .addColumn('last_day', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('changed_at', 'bigint', required)
    .addColumn('loaded_at', 'bigint')
    .addColumn('undone_at', 'bigint')
    .execute()
  await db.schema.createIndex('imports_client').on('imports').columns(['client_id', 'id']).execute()
  await db.schema.createIndex('imports_state').on('imports').column('state').execute()

  await table('import_presets')
    .addColumn('client_id', 'integer', (column) => column.references('clients.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('user_id', 'integer')
    .addColumn('created_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('import_presets_name').on('import_presets').columns(['client_id', 'name']).execute()
}
