import type { Kysely } from 'kysely'
import { owned, required } from './columns.ts'

/** Dashboards made by people: who owns and sees them, every document they ever had, and what is not published yet. */
export async function dashboards(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('dashboards')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('owner_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('names', 'text', required)
    .addColumn('descriptions', 'text', required)
    .addColumn('flags', 'text', required)
    .addColumn('audience', 'text', required)
    .addColumn('revision', 'integer', required)
    .addColumn('based_on', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('updated_at', 'bigint', required)
    .addColumn('updated_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('dashboards_owner').on('dashboards').column('owner_id').execute()

  await db.schema
    .createTable('dashboard_clients')
    .addColumn('dashboard_id', 'text', owned('dashboards.id'))
    .addColumn('client_id', 'integer', owned('clients.id'))
    .addPrimaryKeyConstraint('dashboard_clients_key', ['dashboard_id', 'client_id'])
    .execute()
  await db.schema.createIndex('dashboard_clients_client').on('dashboard_clients').column('client_id').execute()

  await db.schema
    .createTable('dashboard_groups')
    .addColumn('dashboard_id', 'text', owned('dashboards.id'))
    .addColumn('group_id', 'integer', owned('user_groups.id'))
    .addPrimaryKeyConstraint('dashboard_groups_key', ['dashboard_id', 'group_id'])
    .execute()

  await db.schema
    .createTable('dashboard_revisions')
    .addColumn('dashboard_id', 'text', owned('dashboards.id'))
    .addColumn('number', 'integer', required)
    .addColumn('text', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('author_id', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .addColumn('at', 'bigint', required)
    .addColumn('restored_from', 'integer')
    .addColumn('based_on_hash', 'text')
    .addColumn('patch', 'text')
    .addPrimaryKeyConstraint('dashboard_revisions_key', ['dashboard_id', 'number'])
    .execute()

  await db.schema
    .createTable('dashboard_drafts')
    .addColumn('dashboard_id', 'text', owned('dashboards.id'))
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('text', 'text', required)
    .addColumn('base_revision', 'integer', required)
    .addColumn('at', 'bigint', required)
    .addColumn('undo', 'text')
    .addPrimaryKeyConstraint('dashboard_drafts_key', ['dashboard_id', 'user_id'])
    .execute()
}
