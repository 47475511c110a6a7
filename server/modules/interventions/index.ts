/** Interventions: work that somebody has to do, mostly at a local. */
import { interventionMachine } from '#domain/machines/interventions'
import type { InterventionDraft } from '#schemas/generated/api/intervention-draft.ts'
import type { Intervention } from '#schemas/generated/entities/intervention.ts'
import { entryTable, required, withStates } from '../../db/migrations/columns.ts'
import { localNotFound } from '../../db/scoped.ts'
import { resourceModule } from '../../resource/description.ts'

export const interventions = resourceModule<Intervention, InterventionDraft>({
  name: 'interventions',
  noun: 'intervention',
  table: 'interventions',
  schema: 'intervention',
  tag: 'Interventions',
  changes: 'admin',
  columns: { type: 'text', description: 'text', data: 'json', client: 'client', local: 'number' },
  defaults: { type: '', description: '', data: {}, client: null, local: null },
  machine: interventionMachine,
  label: ({ type, id }) => `${type} #${id}`,
  /** A local is one of the client's; without a client there is none. */
  async check({ client = null, local = null }, { catalog }, scope) {
    if (local === null) return
    const found = await catalog.locals.find(scope, local)
    if (found === undefined || found.client !== client) throw localNotFound(local)
  },
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
        .addColumn('local', 'integer', (column) => column.references('locals.id').onDelete('set null'))
        .execute()
      for (const column of ['client_id', 'local', 'assignee_id', 'last_action_by', 'updated_by'])
        await db.schema.createIndex(`interventions_by_${column}`).on('interventions').column(column).execute()
    },
  },
})
