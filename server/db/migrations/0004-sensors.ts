import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/** What a footscan is and how it signs in: the counts themselves live with the facts. */
export async function sensors(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)

  // SQLite adds one column a statement.
  await db.schema
    .alterTable('footscans')
    .addColumn('name', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('footscans')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('aforo'))
    .execute()
  await db.schema.alterTable('footscans').addColumn('external_id', 'text').execute()
  await db.schema
    .alterTable('footscans')
    .addColumn('reversed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('footscans')
    .addColumn('report_s', 'integer', (column) => column.notNull().defaultTo(300))
    .execute()
  await db.schema.alterTable('footscans').addColumn('created_at', 'bigint').execute()
  await sql`create unique index footscans_external_id on footscans (external_id) where external_id is not null`.execute(
    db,
  )

  await table('device_keys')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('footscan_id', 'integer', (column) => column.references('footscans.id').onDelete('cascade'))
    .addColumn('name', 'text', required)
    .addColumn('key_hash', 'text', required)
    .addColumn('signing_secret', 'text')
    .addColumn('validator', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'integer')
    .addColumn('revoked_at', 'bigint')
    .addUniqueConstraint('device_keys_hash', ['key_hash'])
    .execute()
  await db.schema.createIndex('device_keys_footscan').on('device_keys').column('footscan_id').execute()
}
