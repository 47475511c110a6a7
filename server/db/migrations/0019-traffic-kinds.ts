import type { Kysely } from 'kysely'

/** What an area counts: all there were counted people. */
export async function trafficKinds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('areas')
    .addColumn('traffic', 'text', (column) => column.notNull().defaultTo('people'))
    .execute()
}
