import type { Kysely } from 'kysely'
import { required } from './columns.ts'

/**
 * Whose holidays a local keeps: the country and the region chosen in its calendar. Locals without a row follow their
 * address.
 */
export async function holidays(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('holiday_regions')
    .addColumn('local_id', 'integer', (column) => column.primaryKey().references('locals.id').onDelete('cascade'))
    .addColumn('country', 'text', required)
    .addColumn('region', 'text')
    .execute()
}
