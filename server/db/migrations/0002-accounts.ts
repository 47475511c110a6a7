import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { chainHash, FIRST_LINK } from '../../lib/audit-chain.ts'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/**
 * How accounts sign in, what happened with them, one-time codes, links, API clients, mails, and the chain of the audit
 * log.
 */
export async function accounts(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)

  // SQLite adds one column a statement.
  await db.schema
    .alterTable('users')
    .addColumn('login_type', 'text', (column) => column.notNull().defaultTo('password'))
    .execute()
  await db.schema
    .alterTable('users')
    .addColumn('password_expired', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  for (const time of ['password_changed_at', 'terms_accepted_at', 'responsibility_accepted_at'])
    await db.schema.alterTable('users').addColumn(time, 'bigint').execute()
  await sql`update users set login_type = 'external' where password_hash is null`.execute(db)

  // Sessions live for hours: those of before end with the new table, which gives each a name that is not its secret.
  await db.schema.dropTable('sessions').execute()
  await table('sessions')
    .addColumn('token_hash', 'text', required)
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('address', 'text', required)
    .addColumn('agent', 'text', required)
    .addUniqueConstraint('sessions_token', ['token_hash'])
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()

  await table('logins')
    .addColumn('user_id', 'integer', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('username', 'text', required)
    .addColumn('at', 'bigint', required)
    .addColumn('success', 'integer', required)
    .addColumn('address', 'text', required)
    .addColumn('network', 'text', required)
    .addColumn('agent', 'text', required)
    .execute()
  await db.schema.createIndex('logins_user').on('logins').columns(['user_id', 'at']).execute()
  await db.schema.createIndex('logins_at').on('logins').column('at').execute()

  await table('pass_changes')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('at', 'bigint', required)
    .execute()
  await db.schema.createIndex('pass_changes_user').on('pass_changes').column('user_id').execute()

  await db.schema
    .createTable('account_tokens')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('kind', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('account_tokens_user').on('account_tokens').column('user_id').execute()

  await db.schema
    .createTable('otp_codes')
    .addColumn('user_id', 'integer', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('tries_left', 'integer', required)
    .execute()

  await table('api_clients')
    .addColumn('client_id', 'text', required)
    .addColumn('name', 'text', required)
    .addColumn('redirect_uris', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addColumn('pkce', 'integer', required)
    .addColumn('secret_hash', 'text')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('api_clients_client_id', ['client_id'])
    .addUniqueConstraint('api_clients_name', ['name'])
    .execute()

  await db.schema
    .createTable('oauth_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('api_client_id', 'integer', owned('api_clients.id'))
    .addColumn('redirect_uri', 'text', required)
    .addColumn('challenge', 'text')
    .addColumn('expires_at', 'bigint', required)
    .execute()

  await table('mails')
    .addColumn('at', 'bigint', required)
    .addColumn('state', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('next_try_at', 'bigint', required)
    .addColumn('sealed', 'text', required)
    .execute()
  await db.schema.createIndex('mails_due').on('mails').columns(['state', 'next_try_at']).execute()

  await chainAudit(db)
}

interface Entry {
  id: number
  at: number
  user_id: number | null
  action: string
  target: string
  details: string
}

/**
 * Every entry carries the hash of the one before it. The head says how many there are, so that a missing end is noticed
 * too.
 */
async function chainAudit(db: Kysely<unknown>): Promise<void> {
  for (const name of ['hash', 'prev_hash'])
    await db.schema
      .alterTable('audit_log')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute()
  await db.schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('entries', 'integer', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  let [previous, entries] = [FIRST_LINK, 0]
  for (let last = 0; ;) {
    const { rows } = await sql<Entry>`
      select id, at, user_id, action, target, details from audit_log where id > ${last} order by id limit 1000
    `.execute(db)
    for (const { id, ...entry } of rows) {
      const hash = chainHash(previous, {
        at: entry.at,
        user: entry.user_id,
        action: entry.action,
        target: entry.target,
        details: entry.details,
      })
      await sql`update audit_log set hash = ${hash}, prev_hash = ${previous} where id = ${id}`.execute(db)
      previous = hash
      entries += 1
      last = id
    }
    if (rows.length < 1000) break
  }
  await sql`insert into audit_head (id, entries, hash) values (1, ${entries}, ${previous})`.execute(db)
}
