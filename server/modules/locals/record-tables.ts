import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../db/tables.ts'
import { required } from '../../db/migrations/columns.ts'

export interface LocalPlansTable {
  local_id: number
  type: string
  bytes: Uint8Array
  added_at: number
}

/** The administrators' record of a local, and its plan. */
export async function localRecords(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const add = (name: string, type: 'bigint' | 'integer' | 'text', initial: number | string) =>
    db.schema
      .alterTable('locals')
      .addColumn(name, type, (column) => column.notNull().defaultTo(initial))
      .execute()
  for (const name of ['created_at', 'updated_at']) await add(name, 'bigint', 0)
  for (const name of ['pre_sealed', 'big_venues', 'corporate']) await add(name, 'integer', 0)
  await add('comments', 'text', '')
  for (const [name, reference] of [
    ['updated_by', 'users.id'],
    ['dealership_id', 'dealerships.id'],
  ] as const) {
    await db.schema
      .alterTable('locals')
      .addColumn(name, 'integer', (column) => column.references(reference).onDelete('set null'))
      .execute()
    await db.schema.createIndex(`locals_by_${name}`).on('locals').column(name).execute()
  }
  await db.schema
    .createTable('local_plans')
    .addColumn('local_id', 'integer', (column) => column.primaryKey().references('locals.id').onDelete('cascade'))
    .addColumn('type', 'text', required)
    .addColumn('bytes', dialect === 'sqlite' ? 'blob' : 'bytea', required)
    .addColumn('added_at', 'bigint', required)
    .execute()
}
