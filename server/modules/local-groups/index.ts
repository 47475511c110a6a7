/** Groups of locals: regions, formats, own lists. A local may be in several of them. */
import type { LocalGroupDraft } from '#schemas/generated/api/local-group-draft.ts'
import type { LocalGroup } from '#schemas/generated/entities/local-group.ts'
import { localNotFound } from '../../db/scoped.ts'
import { entryTable, owned, required } from '../../db/migrations/columns.ts'
import { resourceModule } from '../../resource/description.ts'

export const localGroups = resourceModule<LocalGroup, LocalGroupDraft>({
  name: 'local-groups',
  noun: 'localGroup',
  table: 'local_groups',
  schema: 'local-group',
  tag: 'Groups of locals',
  changes: 'admin',
  columns: { name: 'text', client: 'client', kind: 'text', locals: 'json', comment: 'text' },
  defaults: { name: '', client: 0, kind: 'list', locals: [], comment: '' },
  label: ({ name }) => name,
  async check({ client, locals = [] }, parts, scope) {
    const own = new Set(await parts.locals.idsOfClient(scope, client))
    const foreign = locals.find((id) => !own.has(id))
    if (foreign !== undefined) throw localNotFound(foreign)
  },
  example: (unique, client, local) => ({
    name: `Group ${unique}`,
    client,
    kind: 'region',
    locals: local === null ? [] : [local],
    comment: 'An example.',
  }),
  steps: {
    '0046-local-groups': async (db, dialect) => {
      await entryTable(
        db,
        dialect,
      )('local_groups')
        .addColumn('name', 'text', required)
        .addColumn('client_id', 'integer', owned('clients.id'))
        .addColumn('kind', 'text', required)
        .addColumn('locals', 'text', required)
        .addColumn('comment', 'text', required)
        .addUniqueConstraint('local_groups_name', ['client_id', 'name'])
        .execute()
      await db.schema.createIndex('local_groups_by_updated_by').on('local_groups').column('updated_by').execute()
    },
  },
})
