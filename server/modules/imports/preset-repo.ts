/** Mappings that were saved by name. */
import type { ImportPreset } from '#schemas/generated/entities/import-preset.ts'
import type { ImportSettings } from '#schemas/generated/entities/import-settings.ts'
import { readable, requireClient } from '../../db/scoped.ts'
import type { Db, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

export interface SavedPreset extends Omit<ImportPreset, 'id'> {
  readonly id: number
}

const toPreset = (row: Row<'import_presets'>): SavedPreset => ({
  id: row.id,
  name: row.name,
  about: '',
  client: row.client_id,
  settings: JSON.parse(row.settings) as ImportSettings,
})

export function importPresetRepo(db: Db) {
  const visible = (scope: Scope) =>
    db
      .selectFrom('import_presets')
      .selectAll()
      .where((where) => where.or([where('client_id', 'is', null), readable(scope, 'client_id')]))

  return {
    /** By name; those for every client besides. */
    async list(scope: Scope): Promise<SavedPreset[]> {
      return (await visible(scope).orderBy('name').orderBy('id').execute()).map(toPreset)
    },

    async find(scope: Scope, id: number): Promise<SavedPreset | undefined> {
      const row = await visible(scope).where('id', '=', id).executeTakeFirst()
      return row && toPreset(row)
    },

    /** The same name of the same client is replaced. Throws CLIENT_NOT_FOUND for a client outside the scope. */
    async save(
      scope: Scope,
      { name, client, settings }: Pick<ImportPreset, 'name' | 'client' | 'settings'>,
      at: number,
    ): Promise<SavedPreset> {
      if (client !== null) requireClient(scope, client)
      await db
        .deleteFrom('import_presets')
        .where('name', '=', name)
        .where('client_id', client === null ? 'is' : '=', client)
        .execute()
      const row = await db
        .insertInto('import_presets')
        .values({ client_id: client, name, settings: JSON.stringify(settings), user_id: scope.userId, created_at: at })
        .returningAll()
        .executeTakeFirstOrThrow()
      return toPreset(row)
    },

    /** False when there is none of the caller's clients with this number. */
    async remove(scope: Scope, id: number): Promise<boolean> {
      const query = db.deleteFrom('import_presets').where('id', '=', id)
      const { numDeletedRows } = await (
        scope.clients === 'all' ? query : query.where(readable(scope, 'client_id'))
      ).executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
