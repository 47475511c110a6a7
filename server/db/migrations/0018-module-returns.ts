import type { Kysely } from 'kysely'
import { owned, required } from './columns.ts'

/** When a data module that was off came on again at a local, and what other systems call a client. */
export async function moduleReturns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('module_returns')
    .addColumn('local_id', 'integer', owned('locals.id'))
    .addColumn('module', 'text', required)
    .addColumn('at', 'bigint', required)
    .addPrimaryKeyConstraint('module_returns_pk', ['local_id', 'module'])
    .execute()

  await db.schema.alterTable('clients').addColumn('old_id', 'text').execute()
}
