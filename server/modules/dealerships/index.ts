/** Dealerships: where the locals of an automotive client belong; each local to one at most. */
import type { DealershipDraft } from '#schemas/generated/api/dealership-draft.ts'
import type { Dealership } from '#schemas/generated/entities/dealership.ts'
import { entryTable, owned, required } from '../../db/migrations/columns.ts'
import { resourceModule } from '../../resource/description.ts'

export const dealerships = resourceModule<Dealership, DealershipDraft>({
  name: 'dealerships',
  noun: 'dealership',
  table: 'dealerships',
  schema: 'dealership',
  tag: 'Dealerships',
  changes: 'admin',
  columns: {
    name: 'text',
    client: 'client',
    code: 'text',
    dealer: 'text',
    region: 'text',
    zone: 'text',
    comment: 'text',
  },
  defaults: { name: '', client: 0, code: '', dealer: '', region: '', zone: '', comment: '' },
  label: ({ name }) => name,
  example: (unique, client) => ({
    name: `Dealership ${unique}`,
    client,
    code: `DL-${unique}`,
    dealer: 'Levante Motor, S.L.',
    region: 'Este',
    zone: 'Valencia',
    comment: 'Opens in March.',
  }),
  steps: {
    '0036-dealerships': async (db, dialect) => {
      await entryTable(
        db,
        dialect,
      )('dealerships')
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('code', 'text', required)
        .addColumn('dealer', 'text', required)
        .addColumn('region', 'text', required)
        .addColumn('zone', 'text', required)
        .addColumn('comment', 'text', required)
        .addUniqueConstraint('dealerships_name', ['client_id', 'name'])
        .execute()
      await db.schema.createIndex('dealerships_by_updated_by').on('dealerships').column('updated_by').execute()
    },
  },
})
