import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import { required } from './columns.ts'

/**
 * The device fleet: how nodes are reached and set up, and which MAC addresses wait to be seen. Passwords are sealed.
 */
export async function hubble(db: Kysely<unknown>): Promise<void> {
  const mac = (column: ColumnDefinitionBuilder) => column.primaryKey()
  const no = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

  await db.schema
    .createTable('hubble_wifi')
    .addColumn('mac', 'text', mac)
    .addColumn('ssid', 'text', required)
    .addColumn('password', 'text')
    .addColumn('updated_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('hubble_ssh')
    .addColumn('mac', 'text', mac)
    .addColumn('ip', 'text', required)
    .addColumn('port', 'integer')
    .addColumn('username', 'text', required)
    .addColumn('password', 'text')
    .addColumn('tunnel_enabled', 'integer', no)
    .addColumn('proxy_mobile', 'integer', no)
    .addColumn('updated_at', 'bigint', required)
    .execute()

  await db.schema
    .createTable('hubble_settings')
    .addColumn('kind', 'text', required)
    .addColumn('mac', 'text', required)
    .addColumn('settings', 'text', required)
    .addColumn('hidden', 'text', required)
    .addColumn('sealed', 'text')
    .addColumn('updated_at', 'bigint', required)
    .addPrimaryKeyConstraint('hubble_settings_key', ['kind', 'mac'])
    .execute()

  await db.schema
    .createTable('hubble_validator')
    .addColumn('mac', 'text', mac)
    .addColumn('added_at', 'bigint', required)
    .addColumn('added_by', 'integer')
    .execute()
}
