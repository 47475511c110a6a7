/**
 * What the catalog knows of a client, a local or an area, and how it is changed. For administrators: not bounded by a
 * scope of clients.
 */
import type { PlaceContents } from '#schemas/generated/entities/place-contents.ts'
import { inChunks, unlessTaken } from '../../db/scoped.ts'
import type { Db } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'

export type PlaceKind = PlaceContents['kind']

export interface StoredPlace {
  readonly kind: PlaceKind
  readonly id: number
  readonly client: number
  readonly local: number | null
  readonly name: string
  readonly code: string | null
  readonly timeZone: string | null
  readonly zone: string | null
  readonly openedOn: string | null
  readonly closedOn: string | null
  readonly closedBy: 'import' | 'person' | null
  readonly enabled: boolean
}

export type CatalogContents = Pick<
  PlaceContents,
  | 'locals'
  | 'areas'
  | 'footscans'
  | 'activeFootscans'
  | 'deviceKeys'
  | 'openingHours'
  | 'holidays'
  | 'campaigns'
  | 'uploads'
  | 'alertRules'
  | 'alerts'
  | 'screens'
  | 'reports'
  | 'access'
>

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

export function placeRepo(db: Db) {
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

    /** Throws NAME_TAKEN. */
    async rename(_scope: AllClients, { kind, id }: Pick<StoredPlace, 'kind' | 'id'>, name: string): Promise<void> {
      const table = ({ client: 'clients', local: 'locals', area: 'areas' } as const)[kind]
      await unlessTaken(
        db.updateTable(table).set({ name }).where('id', '=', id).execute(),
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

    /** Of these locals, those that an import closed before the day that stands beside them. */
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
     * The life of the remaining local spans both; closed alerts stay told. The other local goes away with its hours and
     * holidays.
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

    async remove(_scope: AllClients, { kind, id }: Pick<StoredPlace, 'kind' | 'id'>): Promise<void> {
      await db
        .deleteFrom(({ client: 'clients', local: 'locals', area: 'areas' } as const)[kind])
        .where('id', '=', id)
        .execute()
    },
  }
}

/** Whether a filter of a report has the client as its value. */
function namesClient(what: string, client: number): boolean {
  const { values = {} } = JSON.parse(what) as { values?: Record<string, unknown> }
  return values.client === client || values.client === String(client)
}
