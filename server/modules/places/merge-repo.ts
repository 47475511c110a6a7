/** Moves the entries of one place to another, and removes the former. */
import { isCamera } from '#domain/local-rules'
import type { Db } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import type { StoredPlace } from './stored-place.ts'

export function placeMerges(db: Db) {
  return {
    /** Whether a camera that is there would come to a local that has no external code. */
    async cameraNeedsCode(_scope: AllClients, from: number, into: number): Promise<boolean> {
      const taker = await db.selectFrom('locals').select('external_id').where('id', '=', into).executeTakeFirst()
      if ((taker?.external_id?.trim() ?? '') !== '') return false
      const rows = await db
        .selectFrom('footscans')
        .innerJoin('areas', 'areas.id', 'footscans.area_id')
        .select('footscans.kind')
        .distinct()
        .where('areas.local_id', '=', from)
        .execute()
      return rows.some(({ kind }) => isCamera(kind))
    },

    /** Footscans go to the area that takes them, and the empty area goes away with what belongs to it alone. */
    async mergeArea(_scope: AllClients, from: number, into: number): Promise<void> {
      await db.updateTable('footscans').set({ area_id: into }).where('area_id', '=', from).execute()
      await db.deleteFrom('areas').where('id', '=', from).execute()
    },

    async moveArea(_scope: AllClients, area: number, local: number): Promise<void> {
      await db.updateTable('areas').set({ local_id: local }).where('id', '=', area).execute()
      await db.updateTable('opening_hours').set({ local_id: local }).where('area_id', '=', area).execute()
    },

    /**
     * The life of the remaining local spans both; closed alerts stay notified. The other local is removed with its
     * hours and holidays.
     */
    async mergeLocal(_scope: AllClients, from: StoredPlace, into: StoredPlace): Promise<void> {
      await db
        .updateTable('alerts')
        .set({ local_id: into.id })
        .where('local_id', '=', from.id)
        .where('closed_at', 'is not', null)
        .execute()
      const openedOn = [from.openedOn, into.openedOn].flatMap((day) => day ?? []).toSorted()[0] ?? null
      const isOpen = from.closedOn === null || into.closedOn === null
      const last = (from.closedOn ?? '') > (into.closedOn ?? '') ? from : into
      await db
        .updateTable('locals')
        .set({
          opened_on: openedOn,
          closed_on: isOpen ? null : last.closedOn,
          closed_by: isOpen ? null : last.closedBy,
        })
        .where('id', '=', into.id)
        .execute()
      await db.deleteFrom('locals').where('id', '=', from.id).execute()
    },

    /** Codes that locals of both clients have. */
    async sharedCodes(_scope: AllClients, from: number, into: number): Promise<string[]> {
      const codes = async (client: number) =>
        (await db.selectFrom('locals').select('code').where('client_id', '=', client).execute()).map(({ code }) => code)
      const known = new Set(await codes(into))
      return (await codes(from)).filter((code) => known.has(code))
    },

    /** Who may read the client that goes away may not read the other one for that: no access is moved. */
    async mergeClient(_scope: AllClients, from: number, into: number): Promise<void> {
      for (const table of [
        'locals',
        'campaigns',
        'device_keys',
        'alert_rules',
        'alerts',
        'uploads',
        'screens',
      ] as const)
        await db.updateTable(table).set({ client_id: into }).where('client_id', '=', from).execute()
      await db.deleteFrom('clients').where('id', '=', from).execute()
    },
  }
}
