import { withDefaults } from '#domain/data-modules'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { SqlDialect } from '../tables.ts'
import { numberedTables, required } from './columns.ts'

/**
 * What a local is called in other systems, what administrators decide about the server as a whole, and which mails did
 * not leave.
 */
export async function settings(db: Kysely<unknown>, dialect: SqlDialect): Promise<void> {
  await db.schema.alterTable('locals').addColumn('mapping', 'text').execute()
  await db.schema.alterTable('locals').addColumn('old_id', 'text').execute()

  // Tickets are off by default, and the module has an effect from now on: who saw conversion before goes on seeing it.
  await sql`insert into client_modules (client_id, modules)
    select id, ${JSON.stringify(withDefaults({ tickets: true }))} from clients where id not in (select client_id from client_modules)`.execute(
    db,
  )

  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .addColumn('changed_at', 'bigint', required)
    .execute()

  await numberedTables(
    db,
    dialect,
  )('mail_failures')
    .addColumn('at', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('reason', 'text', required)
    .execute()
}
