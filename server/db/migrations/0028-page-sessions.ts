import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Which API client's page holds a session; null = the person signed in here. Earlier sessions of pages cannot be
 * distinguished from the others, so every account that ever signed in for a page signs in again.
 */
export async function pageSessions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('api_client_id', 'integer', (column) => column.references('api_clients.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('sessions_api_client').on('sessions').column('api_client_id').execute()
  await sql`
    delete from sessions where user_id in (
      select id from users where username in (select target from audit_log where action = 'oauth.login')
    )
  `.execute(db)
}
