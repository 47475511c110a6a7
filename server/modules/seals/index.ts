/** Seals: the points of a local as they were verified. A verified pre-seal makes one (decision 88). */
import { sealMachine } from '#domain/machines/seals'
import type { SealDraft } from '#schemas/generated/api/seal-draft.ts'
import type { Seal } from '#schemas/generated/entities/seal.ts'
import { entryTable, owned, required, withStates } from '../../db/migrations/columns.ts'
import type { ResourceDescription, ResourceModule } from '../../resource/description.ts'

const resource: ResourceDescription<Seal, SealDraft> = {
  name: 'seals',
  noun: 'seal',
  table: 'seals',
  schema: 'seal',
  tag: 'Seals',
  changes: 'admin',
  isMadeElsewhere: true,
  columns: { name: 'text', client: 'client', local: 'local', preseal: 'number', points: 'json', sealedOn: 'day' },
  defaults: { name: '', client: null, local: null, preseal: null, points: {}, sealedOn: '' },
  machine: sealMachine,
  label: ({ name, id }) => (name === '' ? `#${id}` : name),
  derived: ({ status }) => ({ valid: status === 'valid' }),
  example: (unique, client, local) => ({
    name: `Seal ${unique}`,
    client,
    local,
    preseal: null,
    points: { Ground: [{ point: 'AD1', related: [] }] },
    sealedOn: '2026-11-20',
  }),
  steps: {
    '0045-seals': async (db, dialect) => {
      await withStates(entryTable(db, dialect)('seals'))
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('local_id', 'integer', (column) => column.references('locals.id').onDelete('set null'))
        .addColumn('preseal', 'integer', (column) => column.references('preseals.id').onDelete('set null'))
        .addColumn('points', 'text', required)
        .addColumn('sealed_on', 'text', required)
        .execute()
      for (const column of ['client_id', 'local_id', 'preseal', 'assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`seals_by_${column}`).on('seals').column(column).execute()
    },
  },
}

export const seals: ResourceModule = {
  name: resource.name,
  resource,
  steps: resource.steps,
  start: async () => (await import('./start.ts')).startSeals(resource),
}
