/** Clients as administrators keep them; everyone else reads their names (routes.ts). */
import type { Kysely } from 'kysely'
import type { ClientRecordDraft } from '#schemas/generated/api/client-record-draft.ts'
import type { ClientRecord } from '#schemas/generated/entities/client-record.ts'
import type { ResourceDescription } from '../../resource/description.ts'

export const clientDescription: ResourceDescription<ClientRecord, ClientRecordDraft> = {
  name: 'clients',
  reads: 'management/clients',
  noun: 'client',
  table: 'clients',
  schema: 'client-record',
  tag: 'Clients',
  changes: 'admin',
  columns: {
    name: 'text',
    type: 'text',
    externalId: 'text',
    oldId: 'text',
    demo: 'flag',
    multiClient: 'flag',
    externalLogin: 'flag',
    ciscoSpaces: 'flag',
    useLoginMessage: 'flag',
    loginMessage: 'text',
  },
  defaults: {
    name: '',
    type: 'basic',
    externalId: null,
    oldId: null,
    demo: false,
    multiClient: false,
    externalLogin: false,
    ciscoSpaces: false,
    useLoginMessage: false,
    loginMessage: '',
  },
  keeps: true,
  hidesFromDemo: true,
  label: ({ name }) => name,
  removes: ({ places }, scope, id) => places.remove(scope, 'client', id),
  example: (unique) => ({
    name: `Client ${unique}`,
    type: 'expo',
    externalId: `R-${unique}`,
    oldId: `O-${unique}`,
    ciscoSpaces: true,
    loginMessage: 'Closed on Monday.',
  }),
  steps: { '0037-client-records': columns },
}

async function columns(db: Kysely<unknown>): Promise<void> {
  const add = (name: string, type: 'bigint' | 'integer' | 'text', initial: number | string) =>
    db.schema
      .alterTable('clients')
      .addColumn(name, type, (column) => column.notNull().defaultTo(initial))
      .execute()
  for (const name of ['created_at', 'updated_at']) await add(name, 'bigint', 0)
  for (const name of ['demo', 'multi_client', 'external_login', 'cisco_spaces', 'use_login_message'])
    await add(name, 'integer', 0)
  await add('login_message', 'text', '')
  await db.schema
    .alterTable('clients')
    .addColumn('updated_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('clients_by_updated_by').on('clients').column('updated_by').execute()
}
