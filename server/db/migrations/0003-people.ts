import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, owned, required } from './columns.ts'

/** Groups, accesses with their history, brands and their images, data modules, tracking. */
export async function people(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  const table = numberedTables(db, dialect)
  const keyed = (reference: string) => (column: ColumnDefinitionBuilder) =>
    column.primaryKey().references(reference).onDelete('cascade')

  // An access had no id and no history; SQLite cannot add a key to a table, so the rows move on both dialects.
  await table('user_access')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addColumn('created_at', 'bigint', required)
    .addColumn('created_by', 'integer')
    .addUniqueConstraint('user_access_pair', ['user_id', 'client_id'])
    .execute()
  await sql`insert into user_access (user_id, client_id, created_at)
    select user_clients.user_id, user_clients.client_id, users.created_at from user_clients inner join users on users.id = user_clients.user_id
    order by user_clients.user_id, user_clients.client_id`.execute(db)
  await db.schema.dropTable('user_clients').execute()
  await db.schema.createIndex('user_access_client').on('user_access').column('client_id').execute()

  await table('user_groups')
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('flags', 'text', required)
    .addUniqueConstraint('user_groups_name', ['name'])
    .execute()

  await db.schema
    .createTable('group_members')
    .addColumn('group_id', 'integer', owned('user_groups.id'))
    .addColumn('user_id', 'integer', owned('users.id'))
    .addPrimaryKeyConstraint('group_members_pair', ['group_id', 'user_id'])
    .execute()
  await db.schema.createIndex('group_members_user').on('group_members').column('user_id').execute()

  await db.schema
    .createTable('group_clients')
    .addColumn('group_id', 'integer', owned('user_groups.id'))
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addPrimaryKeyConstraint('group_clients_pair', ['group_id', 'client_id'])
    .execute()

  await db.schema
    .createTable('user_macs')
    .addColumn('mac', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'integer', owned('users.id'))
    .execute()

  await table('brands')
    .addColumn('label', 'text', required)
    .addColumn('branding', 'text', required)
    .addUniqueConstraint('brands_label', ['label'])
    .execute()

  await table('brand_images')
    .addColumn('type', 'text', required)
    .addColumn('width', 'integer', required)
    .addColumn('height', 'integer', required)
    .addColumn('bytes', dialect === 'sqlite' ? 'blob' : 'bytea', required)
    .addColumn('created_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('client_modules')
    .addColumn('client_id', 'integer', keyed('clients.id'))
    .addColumn('modules', 'text', required)
    .execute()
  await db.schema
    .createTable('local_modules')
    .addColumn('local_id', 'integer', keyed('locals.id'))
    .addColumn('modules', 'text', required)
    .execute()

  await table('tracking_events')
    .addColumn('at', 'bigint', required)
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('event_id', 'text', required)
    .addColumn('event', 'text', required)
    .addColumn('module', 'text')
    .addColumn('occurred_at', 'bigint', required)
    .addColumn('data', 'text', required)
    .addUniqueConstraint('tracking_events_once', ['user_id', 'event_id'])
    .execute()
  await db.schema.createIndex('tracking_events_at').on('tracking_events').column('at').execute()
}
