/** Rules about a figure, alerts without a local, and what people do about both. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { numberedTables, owned, required } from '../../db/migrations/columns.ts'
import type { SqlDialect } from '../../db/tables.ts'

const MARKS = [
  ['acknowledged_at', 'bigint'],
  ['acknowledged_by', 'integer'],
  ['acknowledged_note', 'text'],
  ['snoozed_until', 'bigint'],
  ['snoozed_by', 'integer'],
  ['snoozed_at', 'bigint'],
  ['muted_at', 'bigint'],
] as const

export async function figureAlerts(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await db.schema.alterTable('alert_rules').addColumn('name', 'text').execute()
  await db.schema.alterTable('alert_rules').addColumn('watch', 'text').execute()
  await db.schema
    .alterTable('alert_rules')
    .addColumn('owner_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('alert_rules').addColumn('rest_reason', 'text').execute()
  await db.schema.alterTable('alert_rules').addColumn('muted_until', 'bigint').execute()
  await db.schema.alterTable('alert_rules').addColumn('muted_because', 'text').execute()
  await db.schema.alterTable('alert_rules').addColumn('muted_by', 'integer').execute()
  await db.schema.alterTable('alert_rules').addColumn('muted_at', 'bigint').execute()
  await db.schema.createIndex('alert_rules_owner').on('alert_rules').column('owner_id').execute()

  if (dialect === 'sqlite') await rebuilt(db, dialect)
  else {
    await sql`alter table alerts alter column local_id drop not null`.execute(db)
    for (const [name, type] of MARKS) await db.schema.alterTable('alerts').addColumn(name, type).execute()
    await db.schema.dropIndex('alerts_open').execute()
  }
  // A null is like no other: as the local of a figure it would be open twice.
  await sql`
    create unique index alerts_open on alerts (rule_id, coalesce(local_id, 0), subject) where closed_at is null
  `.execute(db)
}

const KEPT =
  'id, client_id, local_id, rule_id, kind, subject, opened_at, closed_at, closed_because, mailed_at, ' +
  'solved_mailed_at, figure'

/** SQLite takes no constraint away from a column: the rows move to a table without it, and keep their numbers. */
async function rebuilt(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(
    db,
    dialect,
  )('alerts_rebuilt')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('local_id', 'integer', (column) => column.references('locals.id').onDelete('cascade'))
    .addColumn('rule_id', 'integer', (column) => column.references('alert_rules.id').onDelete('set null'))
    .addColumn('kind', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('opened_at', 'bigint', required)
    .addColumn('closed_at', 'bigint')
    .addColumn('closed_because', 'text')
    .addColumn('mailed_at', 'bigint')
    .addColumn('solved_mailed_at', 'bigint')
    .addColumn('figure', 'text', required)
  await MARKS.reduce((with_, [name, type]) => with_.addColumn(name, type), table).execute()
  const columns = sql.raw(KEPT)
  await sql`insert into alerts_rebuilt (${columns}) select ${columns} from alerts`.execute(db)
  // The number of a row that went is never given again.
  await sql`delete from sqlite_sequence where name = 'alerts_rebuilt'`.execute(db)
  await sql`
    insert into sqlite_sequence (name, seq) select 'alerts_rebuilt', seq from sqlite_sequence where name = 'alerts'
  `.execute(db)
  await db.schema.dropTable('alerts').execute()
  await db.schema.alterTable('alerts_rebuilt').renameTo('alerts').execute()
  await db.schema.createIndex('alerts_client_opened').on('alerts').columns(['client_id', 'opened_at']).execute()
  await db.schema.createIndex('alerts_by_local_id').on('alerts').column('local_id').execute()
}
