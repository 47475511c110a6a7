/**
 * Reads and changes a client, a local or an area in the catalog. For administrators: not bounded by a scope of clients.
 */
import { inChunks, unlessTaken } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import { placeContents } from './contents-repo.ts'
import { placeMerges } from './merge-repo.ts'
import { placeRows } from './place-rows.ts'
import type { StoredPlace } from './stored-place.ts'

export const placeRepo = (db: Db) => ({
  ...placeRows(db),
  ...placeContents(db),
  ...placeChanges(db),
  ...placeMerges(db),
})

function placeChanges(db: Db) {
  return {
    /** Throws NAME_TAKEN. */
    async rename(
      { userId }: AllClients,
      { kind, id }: Pick<StoredPlace, 'kind' | 'id'>,
      name: string,
      at: number,
    ): Promise<void> {
      const table = ({ client: 'clients', local: 'locals', area: 'areas' } as const)[kind]
      // A form that was opened before gets a conflict.
      const changed = kind !== 'area' ? { updated_at: at, updated_by: userId } : {}
      await unlessTaken(
        db
          .updateTable(table)
          .set({ name, ...changed })
          .where('id', '=', id)
          .execute(),
        `Another ${kind} is named ${name}; choose another name.`,
      )
    },

    async setTimeZone(_scope: AllClients, local: number, timeZone: string): Promise<void> {
      await db.updateTable('locals').set({ time_zone: timeZone }).where('id', '=', local).execute()
    },

    async setClosing(
      _scope: AllClients,
      local: number,
      closing: { closedOn: string; closedBy: 'import' | 'person' } | null,
    ): Promise<void> {
      await db
        .updateTable('locals')
        .set({ closed_on: closing?.closedOn ?? null, closed_by: closing?.closedBy ?? null })
        .where('id', '=', local)
        .execute()
    },

    /** Of these locals, those that an import closed before the given day. */
    async closedByImport(
      _scope: AllClients,
      days: ReadonlyMap<number, string>,
    ): Promise<{ local: number; client: number; closedOn: string }[]> {
      const found: { local: number; client: number; closedOn: string }[] = []
      for (const some of inChunks([...days.keys()])) {
        const rows = await db
          .selectFrom('locals')
          .select(['id', 'client_id', 'closed_on'])
          .where('id', 'in', some)
          .where('closed_by', '=', 'import')
          .execute()
        found.push(
          ...rows.flatMap(({ id, client_id: client, closed_on: closedOn }) =>
            closedOn !== null && closedOn < (days.get(id) ?? '') ? [{ local: id, client, closedOn }] : [],
          ),
        )
      }
      return found
    },

    async remove(_scope: AllClients, { kind, id }: Pick<StoredPlace, 'kind' | 'id'>): Promise<void> {
      await db
        .deleteFrom(({ client: 'clients', local: 'locals', area: 'areas' } as const)[kind])
        .where('id', '=', id)
        .execute()
    },
  }
}
