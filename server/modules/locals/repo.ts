import { dayNumber } from '#domain/days'
import type { Local } from '#schemas/generated/entities/local.ts'
import type { LocalSettings } from '#domain/local-params'
import { readable, requireClient, requireLocal, unlessTaken } from '../../db/scoped.ts'
import type { Db, NewRow, Row } from '../../db/tables.ts'
import type { Scope } from '../../lib/scope.ts'

type Optional =
  | 'mapping'
  | 'oldId'
  | 'paramStatus'
  | 'enabled'
  | 'externalId'
  | 'openedOn'
  | 'closedOn'
  | 'closedBy'
  | 'additionalInformation'
export type NewLocal = Omit<Local, 'id' | 'geo' | 'alerts' | Optional> &
  Partial<Pick<Local, Optional>> & { geo?: Partial<Local['geo']> }

/** Columns of every read of a local. */
export function placeOf(row: Omit<Row<'locals'>, 'alerts'>) {
  return {
    id: row.id,
    client: row.client_id,
    name: row.name,
    code: row.code,
    type: row.type as Local['type'],
    paramStatus: row.param_status as Local['paramStatus'],
    enabled: row.enabled === 1,
    timeZone: row.time_zone,
    geo: {
      locality: row.locality,
      zipCode: row.zip_code,
      street: row.street,
      countryCode: row.country_code,
      region: row.region,
      lat: row.lat,
      lng: row.lng,
    },
    externalId: row.external_id,
    mapping: row.mapping,
    oldId: row.old_id,
    openedOn: row.opened_on,
  }
}

function toLocal(row: Row<'locals'> & { alerts?: number | null }): Local {
  return {
    ...placeOf(row),
    alerts: row.alerts === 1,
    closedOn: row.closed_on,
    closedBy: row.closed_by as NonNullable<Local['closedBy']> | null,
    additionalInformation: JSON.parse(row.additional_information) as Local['additionalInformation'],
  }
}

function toRow(local: NewLocal): NewRow<'locals'> {
  const { geo = {} } = local
  return {
    client_id: local.client,
    name: local.name,
    code: local.code,
    type: local.type,
    param_status: local.paramStatus ?? 'operative',
    enabled: local.enabled === false ? 0 : 1,
    time_zone: local.timeZone,
    locality: geo.locality ?? null,
    zip_code: geo.zipCode ?? null,
    street: geo.street ?? null,
    country_code: geo.countryCode ?? null,
    region: geo.region ?? null,
    lat: geo.lat ?? null,
    lng: geo.lng ?? null,
    external_id: local.externalId ?? null,
    mapping: local.mapping ?? null,
    old_id: local.oldId ?? null,
    opened_on: local.openedOn ?? null,
    closed_on: local.closedOn ?? null,
    closed_by: (local.closedOn ?? null) === null ? null : (local.closedBy ?? 'person'),
    additional_information: JSON.stringify(local.additionalInformation ?? {}),
  }
}

const taken = ({ code, client }: NewLocal) =>
  `Client ${client} already has a local with the code ${code}; choose another code.`

export function localRepo(db: Db) {
  const visible = (scope: Scope) =>
    db
      .selectFrom('locals')
      .leftJoin('alert_locals', 'alert_locals.local_id', 'locals.id')
      .selectAll('locals')
      .select('alert_locals.enabled as alerts')
      .where(readable(scope, 'client_id'))

  return {
    /** By id; of one client when given. */
    async list(scope: Scope, { client }: { client?: number } = {}): Promise<Local[]> {
      const query = visible(scope).orderBy('locals.id')
      return (await (client === undefined ? query : query.where('client_id', '=', client)).execute()).map(toLocal)
    },

    /** Only the ids, for checks that run with every figure. */
    async ids(scope: Scope, client: number): Promise<number[]> {
      const rows = await db
        .selectFrom('locals')
        .select('id')
        .where('client_id', '=', client)
        .where(readable(scope, 'client_id'))
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => id)
    },

    /** Opening days as they were stated, by local; those without one are not in it. */
    async openings(scope: Scope, client: number): Promise<ReadonlyMap<number, number>> {
      const rows = await db
        .selectFrom('locals')
        .select(['id', 'opened_on'])
        .where('client_id', '=', client)
        .where('opened_on', 'is not', null)
        .where(readable(scope, 'client_id'))
        .execute()
      return new Map(rows.flatMap(({ id, opened_on: day }) => (day === null ? [] : [[id, dayNumber(day)] as const])))
    },

    /** Only what decides which lists contain a local. */
    async standings(
      scope: Scope,
      client: number,
    ): Promise<Pick<Local, 'id' | 'paramStatus' | 'additionalInformation'>[]> {
      const rows = await db
        .selectFrom('locals')
        .select(['id', 'param_status', 'additional_information'])
        .where('client_id', '=', client)
        .where(readable(scope, 'client_id'))
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        paramStatus: row.param_status as Local['paramStatus'],
        additionalInformation: JSON.parse(row.additional_information) as Local['additionalInformation'],
      }))
    },

    async find(scope: Scope, id: number): Promise<Local | undefined> {
      const row = await visible(scope).where('locals.id', '=', id).executeTakeFirst()
      return row && toLocal(row)
    },

    async findByCode(scope: Scope, client: number, code: string): Promise<Local | undefined> {
      const row = await visible(scope).where('client_id', '=', client).where('code', '=', code).executeTakeFirst()
      return row && toLocal(row)
    },

    /** Throws CLIENT_NOT_FOUND for a client outside the scope, NAME_TAKEN for a code used twice in one client. */
    async insert(scope: Scope, local: NewLocal): Promise<Local> {
      requireClient(scope, local.client)
      const write = db.insertInto('locals').values(toRow(local)).returningAll().executeTakeFirstOrThrow()
      return toLocal(await unlessTaken(write, taken(local)))
    },

    /** Replaces everything but the id; the client stays. Undefined when there is no such local in the scope. */
    async replace(scope: Scope, id: number, local: NewLocal): Promise<Local | undefined> {
      const { client_id: client, ...values } = toRow(local)
      const write = db
        .updateTable('locals')
        .set(values)
        .where('id', '=', id)
        .where('client_id', '=', client)
        .where(readable(scope, 'client_id'))
        .returningAll()
        .executeTakeFirst()
      const row = await unlessTaken(write, taken(local))
      return row && this.find(scope, id)
    },

    /** The settings that differ from the defaults, by local id; locals without any are left out. */
    async settings(scope: Scope, locals: readonly number[]): Promise<Map<number, Partial<LocalSettings>>> {
      if (locals.length === 0) return new Map()
      const rows = await db
        .selectFrom('local_params')
        .innerJoin('locals', 'locals.id', 'local_params.local_id')
        .select(['local_params.local_id', 'local_params.params'])
        .where('local_params.local_id', 'in', locals)
        .where(readable(scope, 'locals.client_id'))
        .execute()
      return new Map(rows.map((row) => [row.local_id, JSON.parse(row.params) as Partial<LocalSettings>]))
    },

    async saveSettings(scope: Scope, local: number, settings: Partial<LocalSettings>): Promise<void> {
      await requireLocal(db, scope, local)
      // A local without settings of its own is one that was not set up.
      if (Object.keys(settings).length === 0) {
        await db.deleteFrom('local_params').where('local_id', '=', local).execute()
        return
      }
      const params = JSON.stringify(settings)
      await db
        .insertInto('local_params')
        .values({ local_id: local, params })
        .onConflict((conflict) => conflict.column('local_id').doUpdateSet({ params }))
        .execute()
    },
  }
}

export type LocalRepo = ReturnType<typeof localRepo>
