import type { Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/** Wall displays that show dashboards without a person's session, and the sessions they open with their token. */
export async function screens(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await numberedTables(
    db,
    dialect,
  )('screens')
    .addColumn('owner_id', 'integer', owned('users.id'))
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('name', 'text', required)
    .addColumn('token_hash', 'text', required)
    .addColumn('dashboards', 'text', required)
    .addColumn('search', 'text', required)
    .addColumn('seconds', 'integer', required)
    .addColumn('lang', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('seen_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .addUniqueConstraint('screens_token', ['token_hash'])
    .execute()
  await db.schema.createIndex('screens_owner').on('screens').column('owner_id').execute()
  await db.schema.createIndex('screens_client').on('screens').column('client_id').execute()

  await db.schema
    .createTable('screen_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('screen_id', 'integer', owned('screens.id'))
    .addColumn('expires_at', 'bigint', required)
    .execute()
  await db.schema.createIndex('screen_sessions_screen').on('screen_sessions').column('screen_id').execute()
}
