/** Dashboards without their documents: for whom they are, where they are filed, what they look like. */
import { sql } from 'kysely'
import type { AccessFlag } from '#domain/access'
import { inChunks } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Head } from './head.ts'
import type { Preview } from './preview.ts'
import type { Audience, Reach, StoredDashboard } from './stored.ts'
import { mayChange, meantFor, visible } from './visibility.ts'

export function dashboardHeads(db: Db) {
  const all = (scope: Scope) =>
    db
      .selectFrom('dashboards')
      .leftJoin('users as owners', 'owners.id', 'dashboards.owner_id')
      .leftJoin('users as editors', 'editors.id', 'dashboards.updated_by')
      .selectAll('dashboards')
      .leftJoin('folders as shared', 'shared.id', 'dashboards.folder_id')
      .select(['owners.username as owner_name', 'editors.username as editor_name', 'shared.name as shared_name'])
      .select(sql<number>`case when ${mayChange(scope)} then 1 else 0 end`.as('edits'))
      .where(visible(scope))

  async function whole(
    rows: readonly (Row<'dashboards'> & {
      owner_name: string | null
      editor_name: string | null
      shared_name: string | null
      edits: number
    })[],
  ): Promise<StoredDashboard[]> {
    const found: StoredDashboard[] = []
    for (const chunk of inChunks(rows)) {
      const ids = chunk.map(({ id }) => id)
      const [clients, groups] = await Promise.all([
        db.selectFrom('dashboard_clients').selectAll().where('dashboard_id', 'in', ids).orderBy('client_id').execute(),
        db.selectFrom('dashboard_groups').selectAll().where('dashboard_id', 'in', ids).orderBy('group_id').execute(),
      ])
      const links = Map.groupBy(
        [
          ...clients.map((row) => ({ of: row.dashboard_id, id: row.client_id })),
          ...groups.map((row) => ({ of: row.dashboard_id, id: row.group_id })),
        ],
        ({ of }) => of,
      )
      found.push(
        ...chunk.map((row): StoredDashboard => ({
          id: row.id,
          owner: row.owner_id,
          ownerName: row.owner_name,
          names: JSON.parse(row.names) as Head['names'],
          descriptions: JSON.parse(row.descriptions) as Head['descriptions'],
          flags: JSON.parse(row.flags) as AccessFlag[],
          audience: { to: row.audience as Audience['to'], ids: (links.get(row.id) ?? []).map(({ id }) => id) },
          revision: row.revision,
          basedOn: row.based_on,
          updatedAt: row.updated_at,
          updatedBy: row.editor_name,
          folder: row.shared_name ?? row.folder,
          folderId: row.folder_id,
          edits: row.edits === 1,
          tags: JSON.parse(row.tags) as string[],
          preview: JSON.parse(row.preview) as Preview,
        })),
      )
    }
    return found
  }

  return {
    /** By age. Makers also get what is not published; administrators, as makers, everything there is. */
    async list(scope: Scope, reach: Reach): Promise<StoredDashboard[]> {
      const query = all(scope).orderBy('dashboards.created_at').orderBy('dashboards.id')
      return whole(await (reach === 'maker' ? query : query.where('revision', '>', 0).where(meantFor(scope))).execute())
    },

    async find(scope: Scope, id: string): Promise<StoredDashboard | undefined> {
      return (await whole(await all(scope).where('dashboards.id', '=', id).execute()))[0]
    },

    async setPlace(
      scope: Scope,
      id: string,
      { folder, folderId, tags }: Pick<StoredDashboard, 'folder' | 'folderId' | 'tags'>,
    ): Promise<void> {
      await db
        .updateTable('dashboards')
        .set({ folder, folder_id: folderId, tags: JSON.stringify(tags) })
        .where('id', '=', id)
        .where(mayChange(scope))
        .execute()
    },

    /** Keeps previews of documents; one of an older revision than the newest is left out. */
    async keepPreviews(
      scope: Scope,
      previews: readonly { readonly id: string; readonly revision: number; readonly preview: Preview }[],
    ): Promise<void> {
      for (const { id, revision, preview } of previews) {
        await db
          .updateTable('dashboards')
          .set({ preview: JSON.stringify(preview) })
          .where('id', '=', id)
          .where('revision', '=', revision)
          .where(visible(scope))
          .execute()
      }
    },
  }
}
