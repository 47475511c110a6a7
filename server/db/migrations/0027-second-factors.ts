import type { Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/**
 * What a person signs in with besides, or instead of, a password: an app that makes codes, recovery codes, passkeys.
 */
export async function secondFactors(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await db.schema
    .createTable('totp')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('secret', 'text', required)
    .addColumn('last_step', 'bigint', required)
    .addColumn('confirmed_at', 'bigint')
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('hash', 'text', required)
    .addPrimaryKeyConstraint('recovery_codes_of_user', ['user_id', 'hash'])
    .execute()
  await numberedTables(
    db,
    dialect,
  )('passkeys')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('credential_id', 'text', required)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .addUniqueConstraint('passkeys_credential', ['credential_id'])
    .execute()
  await db.schema.createIndex('passkeys_user').on('passkeys').column('user_id').execute()
}
