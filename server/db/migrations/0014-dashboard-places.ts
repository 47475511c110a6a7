import type { Kysely } from 'kysely'
import { owned, required } from './columns.ts'

/**
 * Folder, tags and preview of a dashboard, and what each person starred and opened; also of built-in ones, which have
 * no row.
 */
export async function dashboardPlaces(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('dashboards').addColumn('folder', 'text').execute()
  await db.schema
    .alterTable('dashboards')
    .addColumn('tags', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('dashboards')
    .addColumn('preview', 'text', (column) => column.notNull().defaultTo('[]'))
    .execute()

  await db.schema
    .createTable('dashboard_marks')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('dashboard_id', 'text', required)
    .addColumn('starred_at', 'bigint')
    .addColumn('opened_at', 'bigint')
    .addPrimaryKeyConstraint('dashboard_marks_key', ['user_id', 'dashboard_id'])
    .execute()
}
