/** Shared folders, as far as dashboards are filed in them; who has which right is theirs (server/modules/folders). */
import { sql } from 'kysely'
import type { Db } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import { folderRight, mayChange } from './visibility.ts'

export interface SharedFolder {
  readonly id: number
  readonly name: string
  readonly mayEdit: boolean
}

export function dashboardFolders(db: Db) {
  const withRights = (scope: Scope) =>
    db
      .selectFrom('folders')
      .select(['folders.id', 'folders.name'])
      .select(sql<number>`case when ${folderRight(scope, 'edit')} then 1 else 0 end`.as('edits'))

  return {
    /** Those that the caller has a right to, by name. */
    async folders(scope: Scope): Promise<SharedFolder[]> {
      const rows = await withRights(scope)
        .where((where) => where.or([folderRight(scope, 'view'), folderRight(scope, 'edit')]))
        .orderBy('folders.name')
        .execute()
      return rows.map(({ id, name, edits }) => ({ id, name, mayEdit: edits === 1 }))
    },

    /** The shared folder of this name, also without a right to it: a name means one folder. */
    async folderNamed(scope: Scope, name: string): Promise<SharedFolder | undefined> {
      const row = await withRights(scope).where('folders.name', '=', name).executeTakeFirst()
      return row && { id: row.id, name: row.name, mayEdit: row.edits === 1 }
    },

    /** Files many at once; their tags stay. */
    async moveAll(scope: Scope, ids: readonly string[], folder: string | null, folderId: number | null): Promise<void> {
      await db
        .updateTable('dashboards')
        .set({ folder, folder_id: folderId })
        .where('id', 'in', ids)
        .where(mayChange(scope))
        .execute()
    },
  }
}
