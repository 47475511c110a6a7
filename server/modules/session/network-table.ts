import type { Kysely } from 'kysely'
import { owned, required } from '../../db/migrations/columns.ts'

/** Networks from which an account has signed in; they go with the account. */
export async function knownNetworksTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_networks')
    .addColumn('user_id', 'integer', owned('users.id'))
    .addColumn('mark', 'text', required)
    .addColumn('seen_at', 'bigint', required)
    .addPrimaryKeyConstraint('known_networks_of_account', ['user_id', 'mark'])
    .execute()
  await db.schema.createIndex('known_networks_by_seen_at').on('known_networks').column('seen_at').execute()
}
