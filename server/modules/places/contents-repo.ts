/** The catalog's entries under a client, a local or an area. */
import { inChunks } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import type { CatalogContents, StoredPlace } from './stored-place.ts'

export function placeContents(db: Db) {
  async function areaIds({ kind, id }: Pick<StoredPlace, 'kind' | 'id'>): Promise<number[]> {
    if (kind === 'area') return [id]
    const query = db.selectFrom('areas').innerJoin('locals', 'locals.id', 'areas.local_id').select('areas.id')
    return (
      await (kind === 'local' ? query.where('local_id', '=', id) : query.where('client_id', '=', id)).execute()
    ).map((row) => row.id)
  }

  async function localIds({ kind, id }: Pick<StoredPlace, 'kind' | 'id'>): Promise<number[]> {
    if (kind !== 'client') return kind === 'local' ? [id] : []
    return (await db.selectFrom('locals').select('id').where('client_id', '=', id).execute()).map((row) => row.id)
  }

  async function counted(
    table:
      | 'opening_hours'
      | 'holidays'
      | 'alerts'
      | 'campaigns'
      | 'uploads'
      | 'alert_rules'
      | 'screens'
      | 'device_keys'
      | 'user_access'
      | 'group_clients',
    column: string,
    ids: readonly number[],
  ): Promise<number> {
    let all = 0
    for (const some of inChunks(ids)) {
      const row = await db
        .selectFrom(table)
        .select((select) => select.fn.countAll().as('n'))
        .where(db.dynamic.ref(column), 'in', some)
        .executeTakeFirst()
      all += Number(row?.n ?? 0)
    }
    return all
  }

  return {
    areaIds,
    localIds,

    /** Footscans that are switched on, by area. */
    async activeFootscans(_scope: AllClients): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('footscans')
        .select(['area_id', (select) => select.fn.countAll().as('n')])
        .where('enabled', '=', 1)
        .groupBy('area_id')
        .execute()
      return new Map(rows.map(({ area_id: area, n }) => [area, Number(n)]))
    },

    async footscanIds(_scope: AllClients, place: Pick<StoredPlace, 'kind' | 'id'>): Promise<number[]> {
      const ids: number[] = []
      for (const some of inChunks(await areaIds(place)))
        ids.push(
          ...(await db.selectFrom('footscans').select('id').where('area_id', 'in', some).execute()).map(
            (row) => row.id,
          ),
        )
      return ids
    },

    async contents(_scope: AllClients, place: Pick<StoredPlace, 'kind' | 'id'>): Promise<CatalogContents> {
      const [areas, locals] = [await areaIds(place), await localIds(place)]
      const client = place.kind === 'client' ? [place.id] : []
      let [footscans, activeFootscans] = [0, 0]
      const devices: number[] = []
      for (const some of inChunks(areas)) {
        const rows = await db.selectFrom('footscans').select(['id', 'enabled']).where('area_id', 'in', some).execute()
        footscans += rows.length
        activeFootscans += rows.filter(({ enabled }) => enabled === 1).length
        devices.push(...rows.map(({ id }) => id))
      }
      const isArea = place.kind === 'area'
      return {
        locals: place.kind === 'client' ? locals.length : 0,
        areas: isArea ? 0 : areas.length,
        footscans,
        activeFootscans,
        deviceKeys:
          client.length > 0
            ? await counted('device_keys', 'client_id', client)
            : await counted('device_keys', 'footscan_id', devices),
        openingHours: await counted('opening_hours', isArea ? 'area_id' : 'local_id', isArea ? areas : locals),
        holidays: await counted('holidays', 'local_id', locals),
        campaigns: await counted('campaigns', 'client_id', client),
        uploads: await counted('uploads', 'client_id', client),
        alertRules: await counted('alert_rules', 'client_id', client),
        alerts: await counted('alerts', 'local_id', locals),
        screens: await counted('screens', 'client_id', client),
        access:
          (await counted('user_access', 'client_id', client)) + (await counted('group_clients', 'client_id', client)),
        reports:
          client.length === 0
            ? 0
            : (await db.selectFrom('reports').select('what').execute()).filter(({ what }) =>
                namesClient(what, place.id),
              ).length,
      }
    },
  }
}

/** Whether a filter of a report has the client as its value. */
function namesClient(what: string, client: number): boolean {
  const { values = {} } = JSON.parse(what) as { values?: Record<string, unknown> }
  return values.client === client || values.client === String(client)
}
