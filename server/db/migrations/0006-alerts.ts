import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/** What is watched, where, and what happened. */
export async function alerts(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)

  await table('alert_rules')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('kind', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('recipients', 'text')
    .addColumn('cool_down_h', 'integer', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('alert_rules_client').on('alert_rules').column('client_id').execute()

  await db.schema
    .createTable('alert_locals')
    .addColumn('local_id', 'integer', (column) => column.primaryKey().references('locals.id').onDelete('cascade'))
    .addColumn('enabled', 'integer', required)
    .addColumn('changed_at', 'bigint', required)
    .addColumn('changed_by', 'integer')
    .execute()

  await table('alerts')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('local_id', 'integer', owned('locals.id'))
    .addColumn('rule_id', 'integer', (column) => column.references('alert_rules.id').onDelete('set null'))
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('opened_at', 'bigint', required)
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_because', 'text')
    .addColumn('mailed_at', 'bigint')
    .addColumn('solved_mailed_at', 'bigint')
    .addColumn('figure', 'text', required)
    .execute()
  await db.schema.createIndex('alerts_client_opened').on('alerts').columns(['client_id', 'opened_at']).execute()
  // The same thing is open once, for all writers.
  await sql`create unique index alerts_open on alerts (rule_id, local_id, subject) where closed_at is null`.execute(db)
}
