import type { Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/** Files of any length that the server makes as jobs. The files themselves are in the data folder. */
export async function exports(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await numberedTables(
    db,
    dialect,
  )('exports')
    .addColumn('owner_id', 'integer', owned('users.id'))
    .addColumn('state', 'text', required)
    .addColumn('what', 'text', required)
    .addColumn('demo', 'integer', required)
    .addColumn('rows', 'bigint', required)
    .addColumn('bytes', 'bigint', required)
    .addColumn('files', 'text', required)
    .addColumn('error', 'text')
    .addColumn('tries', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('started_at', 'bigint')
    .addColumn('finished_at', 'bigint')
    .addColumn('expires_at', 'bigint')
    .execute()
  await db.schema.createIndex('exports_owner').on('exports').columns(['owner_id', 'id']).execute()
  await db.schema.createIndex('exports_state').on('exports').column('state').execute()
}
