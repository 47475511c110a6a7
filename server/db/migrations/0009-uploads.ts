import type { Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, required } from './columns.ts'

/** What was uploaded, by whom, and what it changed. The rows themselves are facts. */
export async function uploads(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await numberedTables(
    db,
    dialect,
  )('uploads')
    .addColumn('client_id', 'integer', (column) => column.references('clients.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('mode', 'text')
    .addColumn('file_name', 'text', required)
    .addColumn('user_id', 'integer')
    .addColumn('state', 'text', required)
    .addColumn('row_count', 'integer', required)
    .addColumn('added', 'integer', required)
    .addColumn('changed', 'integer', required)
    .addColumn('unchanged', 'integer', required)
    .addColumn('first_day', 'text')
    .addColumn('last_day', 'text')
    .addColumn('missing', 'text', required)
    .addColumn('uploaded_at', 'bigint', required)
    .addColumn('undone_at', 'bigint')
    .execute()
  await db.schema.createIndex('uploads_client').on('uploads').columns(['client_id', 'uploaded_at']).execute()
}
