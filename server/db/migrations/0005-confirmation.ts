import type { Kysely } from 'kysely'

/** When the person behind a session last showed the password; sessions from before have not. */
export async function confirmation(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('confirmed_at', 'bigint').execute()
}
