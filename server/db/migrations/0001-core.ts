import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

const yesOrNo = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(1)

/** Clients and what they own, users and their sessions, the audit log. */
export async function core(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await clientsAndPlaces(db, dialect)
  await usersAndAudit(db, dialect)
}

async function clientsAndPlaces(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)

  await table('clients')
    .addColumn('name', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('external_id', 'text')
    .addUniqueConstraint('clients_name', ['name'])
    .execute()

  await table('locals')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('name', 'text', required)
    .addColumn('code', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('param_status', 'text', required)
    .addColumn('enabled', 'integer', yesOrNo)
    .addColumn('time_zone', 'text', required)
    .addColumn('locality', 'text')
    .addColumn('zip_code', 'text')
    .addColumn('street', 'text')
    .addColumn('country_code', 'text')
    .addColumn('region', 'text')
    .addColumn('lat', 'double precision')
    .addColumn('lng', 'double precision')
    .addColumn('external_id', 'text')
    .addColumn('opened_on', 'date')
    .addColumn('closed_on', 'date')
    .addColumn('additional_information', 'text', required)
    .addUniqueConstraint('locals_code', ['client_id', 'code'])
    .execute()

  await table('areas')
    .addColumn('local_id', 'integer', owned('locals.id'))
    .addColumn('name', 'text', required)
    .addColumn('zone', 'text', required)
    .addColumn('external_id', 'text')
    .addUniqueConstraint('areas_name', ['local_id', 'name'])
    .execute()

  await table('footscans')
    .addColumn('area_id', 'integer', owned('areas.id'))
    .addColumn('mac', 'text', required)
    .addColumn('enabled', 'integer', yesOrNo)
    .addUniqueConstraint('footscans_mac', ['mac'])
    .execute()
  await db.schema.createIndex('footscans_area').on('footscans').column('area_id').execute()

  await table('opening_hours')
    .addColumn('local_id', 'integer', owned('locals.id'))
    .addColumn('area_id', 'integer', (column) => column.references('areas.id').onDelete('cascade'))
    .addColumn('week_day', 'integer', required)
    .addColumn('opening', 'text', required)
    .addColumn('closing', 'text', required)
    .addCheckConstraint('opening_hours_week_day', sql`week_day between 1 and 7`)
    .execute()
  await db.schema.createIndex('opening_hours_local').on('opening_hours').column('local_id').execute()

  await table('holidays')
    .addColumn('local_id', 'integer', owned('locals.id'))
    .addColumn('day', 'date', required)
    .addColumn('name', 'text', required)
    .addColumn('closed', 'integer', yesOrNo)
    .addUniqueConstraint('holidays_day', ['local_id', 'day'])
    .execute()

  await table('campaigns')
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('name', 'text', required)
    .addColumn('begin_on', 'date', required)
    .addColumn('end_on', 'date', required)
    .addColumn('description', 'text', required)
    .addCheckConstraint('campaigns_order', sql`begin_on <= end_on`)
    .execute()
  await db.schema.createIndex('campaigns_client').on('campaigns').column('client_id').execute()

  await db.schema
    .createTable('local_params')
    .addColumn('local_id', 'integer', (column) => column.primaryKey().references('locals.id').onDelete('cascade'))
    .addColumn('params', 'text', required)
    .execute()
}

async function usersAndAudit(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)

  await table('users')
    .addColumn('username', 'text', required)
    .addColumn('password_hash', 'text')
    .addColumn('role', 'text', required)
    .addColumn('enabled', 'integer', yesOrNo)
    .addColumn('flags', 'text', required)
    .addColumn('properties', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addUniqueConstraint('users_username', ['username'])
    .execute()

  await db.schema
    .createTable('user_clients')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addPrimaryKeyConstraint('user_clients_pair', ['user_id', 'client_id'])
    .execute()

  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('seen_at', 'bigint', required)
    .addColumn('address', 'text', required)
    .execute()
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute()

  // No reference to users: the log outlives them.
  await table('audit_log')
    .addColumn('at', 'bigint', required)
    .addColumn('user_id', 'integer')
    .addColumn('action', 'text', required)
    .addColumn('target', 'text', required)
    .addColumn('details', 'text', required)
    .execute()
  await db.schema.createIndex('audit_log_at').on('audit_log').column('at').execute()
}
