import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/** Dashboards mailed on a schedule, each making of one, and the files that came of it. */
export async function reports(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)

  await table('reports')
    .addColumn('owner_id', 'integer', owned('users.id'))
    .addColumn('what', 'text', required)
    .addColumn('cadence', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('next_at', 'bigint')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('reports_owner').on('reports').column('owner_id').execute()
  await db.schema.createIndex('reports_next').on('reports').column('next_at').execute()

  await table('report_runs')
    .addColumn('report_id', 'integer', (column) => column.references('reports.id').onDelete('cascade'))
    .addColumn('owner_id', 'integer', owned('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('what', 'text', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('as_of', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('reason', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('lease_until', 'bigint', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('pages', 'integer')
    .execute()
  await db.schema.createIndex('report_runs_owner').on('report_runs').columns(['owner_id', 'id']).execute()
  await db.schema.createIndex('report_runs_status').on('report_runs').columns(['status', 'id']).execute()
  // What is due is made once, by the first process that sees it.
  await sql`create unique index report_runs_due on report_runs (report_id, due_at) where kind = 'scheduled'`.execute(db)

  await table('report_files')
    .addColumn('run_id', 'integer', owned('report_runs.id'))
    .addColumn('name', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('bytes', dialect === 'sqlite' ? 'blob' : 'bytea', required)
    .execute()
  await db.schema.createIndex('report_files_run').on('report_files').column('run_id').execute()
}
