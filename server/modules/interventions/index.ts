/** Interventions: work that is to be done, mostly at a local. */
import { interventionMachine } from '#domain/machines/interventions'
import type { InterventionDraft } from '#schemas/generated/api/intervention-draft.ts'
import type { Intervention } from '#schemas/generated/entities/intervention.ts'
import { entryTable, required, withStates } from '../../db/migrations/columns.ts'
import { resourceModule } from '../../resource/description.ts'

export const interventions = resourceModule<Intervention, InterventionDraft>({
  name: 'interventions',
  noun: 'intervention',
  table: 'interventions',
  schema: 'intervention',
  tag: 'Interventions',
  changes: 'admin',
  columns: { type: 'text', description: 'text', data: 'json', client: 'client', local: 'local' },
  defaults: { type: '', description: '', data: {}, client: null, local: null },
  machine: interventionMachine,
  label: ({ type, id }) => `${type} #${id}`,
  example: (unique, client) => ({
    type: `Camera ${unique}`,
    description: 'The camera at the entrance is dark.',
    data: { ticket: unique },
    client,
    local: null,
  }),
  steps: {
    '0034-interventions': async (db, dialect) => {
      await withStates(entryTable(db, dialect)('interventions'))
        .addColumn('type', 'text', required)
        .addColumn('description', 'text', required)
        .addColumn('data', 'text', required)
        .addColumn('client_id', 'integer', (column) => column.references('clients.id').onDelete('cascade'))
        .addColumn('local_id', 'integer', (column) => column.references('locals.id').onDelete('set null'))
        .execute()
      for (const column of ['client_id', 'local_id', 'assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`interventions_by_${column}`).on('interventions').column(column).execute()
    },
  },
})
