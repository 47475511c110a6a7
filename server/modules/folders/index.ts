/** Folders of dashboards that groups and accounts share: who may see what is in one, and who may change it. */
import type { FolderDraft } from '#schemas/generated/api/folder-draft.ts'
import type { Folder } from '#schemas/generated/entities/folder.ts'
import { entryTable, required } from '../../db/migrations/columns.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import { resourceModule } from '../../resource/description.ts'
import { groupNotFound, userNotFound } from '../users/link-repo.ts'

export const folders = resourceModule<Folder, FolderDraft>({
  name: 'folders',
  noun: 'folder',
  table: 'folders',
  schema: 'folder',
  tag: 'Folders',
  changes: 'confirmed',
  columns: {
    name: 'text',
    viewGroups: 'json',
    editGroups: 'json',
    viewUsers: 'json',
    editUsers: 'json',
    comment: 'text',
  },
  defaults: { name: '', viewGroups: [], editGroups: [], viewUsers: [], editUsers: [], comment: '' },
  label: ({ name }) => name,
  async check({ viewGroups = [], editGroups = [], viewUsers = [], editUsers = [] }, { catalog }) {
    const groups = [...viewGroups, ...editGroups]
    const known = new Set((await catalog.groups.some(SYSTEM_SCOPE, groups)).map(({ id }) => id))
    const noGroup = groups.find((id) => !known.has(id))
    if (noGroup !== undefined) throw groupNotFound(noGroup)
    for (const id of [...viewUsers, ...editUsers])
      if ((await catalog.users.find(SYSTEM_SCOPE, id)) === undefined) throw userNotFound(id)
  },
  // Who has filed a dashboard elsewhere meanwhile does not find it shared again.
  putBackWhile: { dashboards: 'folder' },
  example: (unique) => ({ name: `Folder ${unique}`, viewGroups: [], editUsers: [], comment: 'An example.' }),
  steps: {
    '0051-folders': async (db, dialect) => {
      await entryTable(
        db,
        dialect,
      )('folders')
        .addColumn('name', 'text', required)
        .addColumn('view_groups', 'text', required)
        .addColumn('edit_groups', 'text', required)
        .addColumn('view_users', 'text', required)
        .addColumn('edit_users', 'text', required)
        .addColumn('comment', 'text', required)
        .addUniqueConstraint('folders_name', ['name'])
        .execute()
      await db.schema.createIndex('folders_by_updated_by').on('folders').column('updated_by').execute()
      // Its dashboards stay filed under its name when it is removed, for their owners only.
      await db.schema
        .alterTable('dashboards')
        .addColumn('folder_id', 'integer', (column) => column.references('folders.id').onDelete('set null'))
        .execute()
      await db.schema.createIndex('dashboards_by_folder').on('dashboards').column('folder_id').execute()
    },
  },
})
