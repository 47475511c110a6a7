/** Clients, locals and areas as one kind of row. */
import type { Db } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import type { PlaceKind, StoredPlace } from './stored-place.ts'

const nothing = {
  local: null,
  code: null,
  timeZone: null,
  zone: null,
  openedOn: null,
  closedOn: null,
  closedBy: null,
  enabled: true,
} as const

export function placeRows(db: Db) {
  const clientRows = () => db.selectFrom('clients').select(['id', 'name']).orderBy('name')
  const localRows = () =>
    db
      .selectFrom('locals')
      .select(['id', 'client_id', 'name', 'code', 'time_zone', 'opened_on', 'closed_on', 'closed_by', 'enabled'])
      .orderBy('name')
      .orderBy('id')
  const areaRows = () =>
    db
      .selectFrom('areas')
      .innerJoin('locals', 'locals.id', 'areas.local_id')
      .select(['areas.id', 'areas.name', 'areas.zone', 'local_id', 'client_id', 'time_zone'])
      .orderBy('areas.name')
      .orderBy('areas.id')

  const toClient = (row: { id: number; name: string }): StoredPlace => ({
    ...nothing,
    kind: 'client',
    id: row.id,
    client: row.id,
    name: row.name,
  })
  const toLocal = (row: Awaited<ReturnType<ReturnType<typeof localRows>['execute']>>[number]): StoredPlace => ({
    ...nothing,
    kind: 'local',
    id: row.id,
    client: row.client_id,
    local: row.id,
    name: row.name,
    code: row.code,
    timeZone: row.time_zone,
    openedOn: row.opened_on,
    closedOn: row.closed_on,
    closedBy: row.closed_by as StoredPlace['closedBy'],
    enabled: row.enabled === 1,
  })
  const toArea = (row: Awaited<ReturnType<ReturnType<typeof areaRows>['execute']>>[number]): StoredPlace => ({
    ...nothing,
    kind: 'area',
    id: row.id,
    client: row.client_id,
    local: row.local_id,
    name: row.name,
    timeZone: row.time_zone,
    zone: row.zone,
  })

  return {
    /** Without a client: all clients. With one: itself, its locals and their areas. */
    async list(_scope: AllClients, client: number | undefined): Promise<StoredPlace[]> {
      if (client === undefined) return (await clientRows().execute()).map(toClient)
      const [clients, locals, areas] = await Promise.all([
        clientRows().where('id', '=', client).execute(),
        localRows().where('client_id', '=', client).execute(),
        areaRows().where('client_id', '=', client).execute(),
      ])
      return [...clients.map(toClient), ...locals.map(toLocal), ...areas.map(toArea)]
    },

    async find(_scope: AllClients, kind: PlaceKind, id: number): Promise<StoredPlace | undefined> {
      if (kind === 'client') return (await clientRows().where('id', '=', id).execute()).map(toClient)[0]
      if (kind === 'local') return (await localRows().where('id', '=', id).execute()).map(toLocal)[0]
      return (await areaRows().where('areas.id', '=', id).execute()).map(toArea)[0]
    },

    /** The areas of a local, by id. */
    async areasOf(_scope: AllClients, local: number): Promise<StoredPlace[]> {
      return (await areaRows().where('local_id', '=', local).execute()).map(toArea)
    },
  }
}
