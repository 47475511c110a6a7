import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/**
 * Files that hold the oldest entries of the audit log, which are no longer in its table. An entry of the log seals
 * each.
 */
export async function auditArchives(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_archives')
    .addColumn('first_id', 'integer', (column) => column.primaryKey())
    .addColumn('last_id', 'integer', required)
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('entries', 'integer', required)
    .addColumn('prev_hash', 'text', required)
    .addColumn('hash', 'text', required)
    .addColumn('from_at', 'bigint', required)
    .addColumn('to_at', 'bigint', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('sha256', 'text', required)
    .execute()
}
