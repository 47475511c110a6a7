import type { Generated, Kysely } from 'kysely'
import { numberedTables, owned, required } from '../../db/migrations/columns.ts'
import type { SqlDialect } from '../../db/tables.ts'

/** With which a program calls as an account. */
export interface ApiTokensTable {
  id: Generated<number>
  user_id: number
  name: string
  /** `read` or `write`. */
  access: string
  /** SHA-256, hex: the token itself is nowhere at rest. */
  token_hash: string
  created_at: number
  ends_at: number
  /** `YYYY-MM-DD` in UTC. */
  used_on: string | null
  /** 1: the password of the account was changed after it was made. */
  password_changed: Generated<number>
}

/** They go with their account. */
export async function apiTokensTable(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await numberedTables(
    db,
    dialect,
  )('api_tokens')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('name', 'text', required)
    .addColumn('access', 'text', required)
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', required)
    .addColumn('ends_at', 'bigint', required)
    .addColumn('used_on', 'text')
    .addColumn('password_changed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.createIndex('api_tokens_by_user').on('api_tokens').column('user_id').execute()
}
