/** Dashboards that are read without signing in, by a link with an end (decision 100). */
import type { ServerModule } from '../../module.ts'
import { numberedTables, owned, required } from '../../db/migrations/columns.ts'
import { publicLinkRepo } from './repo.ts'
import type { PublicLinkAnswersTable, PublicLinkClientsTable, PublicLinksTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    public_links: PublicLinksTable
    public_link_clients: PublicLinkClientsTable
    public_link_answers: PublicLinkAnswersTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly publicLinks: ReturnType<typeof publicLinkRepo>
  }
}

export const publicLinks: ServerModule = {
  name: 'public-links',
  repositories: { publicLinks: publicLinkRepo },
  steps: {
    '0050-public-links': async (db, dialect) => {
      await numberedTables(
        db,
        dialect,
      )('public_links')
        .addColumn('slug', 'text', required)
        .addColumn('owner_id', 'integer', owned('users.id'))
        .addColumn('dashboard_id', 'text', required)
        .addColumn('name', 'text', required)
        .addColumn('token_hash', 'text', required)
        .addColumn('locals', 'text')
        .addColumn('given', 'text', required)
        .addColumn('periods', 'text', required)
        .addColumn('day', 'text')
        .addColumn('document', 'text')
        .addColumn('time_zone', 'text', required)
        .addColumn('lang', 'text', required)
        .addColumn('origins', 'text', required)
        .addColumn('created_at', 'bigint', required)
        .addColumn('ends_at', 'bigint', required)
        .addColumn('opened_at', 'bigint')
        .addColumn('openings', 'integer', required)
        .addColumn('revoked_at', 'bigint')
        .addUniqueConstraint('public_links_token', ['token_hash'])
        .addUniqueConstraint('public_links_slug', ['slug'])
        .execute()
      await db.schema.createIndex('public_links_owner').on('public_links').column('owner_id').execute()
      await db.schema
        .createTable('public_link_clients')
        .addColumn('link_id', 'integer', owned('public_links.id'))
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addPrimaryKeyConstraint('public_link_clients_key', ['link_id', 'client_id'])
        .execute()
      await db.schema.createIndex('public_link_clients_client').on('public_link_clients').column('client_id').execute()
      await db.schema
        .createTable('public_link_answers')
        .addColumn('link_id', 'integer', owned('public_links.id'))
        .addColumn('question', 'text', required)
        .addColumn('type', 'text', required)
        .addColumn('as_of', 'bigint')
        .addColumn('bytes', dialect === 'sqlite' ? 'blob' : 'bytea', required)
        .addPrimaryKeyConstraint('public_link_answers_key', ['link_id', 'question'])
        .execute()
    },
  },
  start: () => import('./start.ts'),
}
