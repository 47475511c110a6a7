/** Locals as administrators keep them. For administrators: not bounded by a scope of clients. */
import { isCamera } from '#domain/local-rules'
import type { LocalPageQuery } from '#schemas/generated/api/local-page-query.ts'
import type { LocalRecordDraft } from '#schemas/generated/api/local-record-draft.ts'
import type { LocalPage } from '#schemas/generated/entities/local-page.ts'
import { placeOf } from './repo.ts'
import type { LocalRecord } from '#schemas/generated/entities/local-record.ts'
import { sql } from 'kysely'
import { inChunks, unlessTaken } from '../../db/scoped.ts'
import type { Db, NewRow } from '../../db/tables.ts'
import type { AllClients } from '../../lib/scope.ts'
import { tablesOf } from '../../resource/rows.ts'

type Columns = LocalPage['columns']

const LISTED = [
  'id',
  'client_id as client',
  'name',
  'code',
  'type',
  'param_status as paramStatus',
  'enabled',
  'time_zone as timeZone',
  'locality',
  'country_code as countryCode',
  'zip_code as zipCode',
  'external_id as externalId',
  'dealership_id as dealership',
  'closed_on as closedOn',
  'updated_at as updatedAt',
] as const

const orNull = (text: string | null | undefined) => {
  const trimmed = text?.trim() ?? ''
  return trimmed === '' ? null : trimmed
}

/** The row of a draft; omitted fields have the values of a new one. */
export const rowOf = (draft: LocalRecordDraft) => ({
  name: draft.name.trim(),
  code: draft.code.trim(),
  type: draft.type,
  param_status: draft.paramStatus ?? 'operative',
  enabled: draft.enabled === false ? 0 : 1,
  time_zone: draft.timeZone,
  locality: orNull(draft.geo.locality),
  zip_code: orNull(draft.geo.zipCode),
  street: orNull(draft.geo.street),
  country_code: orNull(draft.geo.countryCode),
  region: orNull(draft.geo.region),
  lat: draft.geo.lat ?? null,
  lng: draft.geo.lng ?? null,
  external_id: orNull(draft.externalId),
  mapping: orNull(draft.mapping),
  old_id: orNull(draft.oldId),
  opened_on: draft.openedOn ?? null,
  additional_information: JSON.stringify(draft.additionalInformation ?? {}),
  dealership_id: draft.dealership ?? null,
  pre_sealed: draft.preSealed === true ? 1 : 0,
  big_venues: draft.bigVenues === true ? 1 : 0,
  corporate: draft.corporate === true ? 1 : 0,
  comments: draft.comments?.trim() ?? '',
})

export type LocalRow = ReturnType<typeof rowOf>

const ROW_COLUMNS = [
  'name',
  'code',
  'type',
  'param_status',
  'enabled',
  'time_zone',
  'locality',
  'zip_code',
  'street',
  'country_code',
  'region',
  'lat',
  'lng',
  'external_id',
  'mapping',
  'old_id',
  'opened_on',
  'additional_information',
  'dealership_id',
  'pre_sealed',
  'big_venues',
  'corporate',
  'comments',
] as const satisfies readonly (keyof LocalRow)[]

export const localRecordRepo = (db: Db) => ({
  ...localReads(db),
  ...localLooks(db),
  ...localWrites(db),
  ...localPlans(db),
})

function localReads(db: Db) {
  return {
    /** The first by name; or those after an id, in the order of ids. */
    async page(_scope: AllClients, { client, after, limit = 100 }: LocalPageQuery): Promise<LocalPage> {
      const own = () => {
        const query = db.selectFrom('locals')
        return client === undefined ? query : query.where('client_id', '=', client)
      }
      const { n } = await own()
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
      const listed = own().select(LISTED).limit(limit)
      const rows = await (
        after === undefined
          ? listed.orderBy(sql`lower(name)`).orderBy('id')
          : listed.where('id', '>', after).orderBy('id')
      ).execute()
      const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name])
      const isLast = after === undefined ? rows.length === Number(n) : rows.length < limit
      return {
        total: Number(n),
        next: isLast ? null : after === undefined ? 0 : (rows.at(-1)?.id ?? null),
        columns: {
          id: column('id'),
          client: column('client'),
          name: column('name'),
          code: column('code'),
          type: column('type') as Columns['type'],
          paramStatus: column('paramStatus') as Columns['paramStatus'],
          enabled: column('enabled').map((on) => on === 1),
          timeZone: column('timeZone'),
          locality: column('locality'),
          countryCode: column('countryCode'),
          zipCode: column('zipCode'),
          externalId: column('externalId'),
          dealership: column('dealership'),
          closedOn: column('closedOn'),
          updatedAt: column('updatedAt').map(Number),
        },
      }
    },

    async find(_scope: AllClients, id: number): Promise<LocalRecord | undefined> {
      const row = await db
        .selectFrom('locals')
        .leftJoin('local_plans', 'local_plans.local_id', 'locals.id')
        .leftJoin('local_params', 'local_params.local_id', 'locals.id')
        .selectAll('locals')
        .select(['local_plans.added_at as plan', 'local_params.params as params'])
        .where('locals.id', '=', id)
        .executeTakeFirst()
      if (row === undefined) return undefined
      const { capacity = null, limits = [] } = JSON.parse(row.params ?? '{}') as Partial<
        Pick<LocalRecord, 'capacity' | 'limits'>
      >
      return {
        ...placeOf(row),
        additionalInformation: JSON.parse(row.additional_information) as LocalRecord['additionalInformation'],
        dealership: row.dealership_id,
        preSealed: row.pre_sealed === 1,
        bigVenues: row.big_venues === 1,
        corporate: row.corporate === 1,
        comments: row.comments,
        capacity,
        limits,
        closedOn: row.closed_on,
        plan: row.plan,
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }
    },
  }
}

/** The stored local that a change is checked against. */
function localLooks(db: Db) {
  return {
    /** Who changed it last; undefined = the product itself. */
    async changedBy(_scope: AllClients, id: number): Promise<string | undefined> {
      const row = await db
        .selectFrom('locals')
        .innerJoin('users', 'users.id', 'locals.updated_by')
        .select('users.username')
        .where('locals.id', '=', id)
        .executeTakeFirst()
      return row?.username
    },

    /** Whether another local of the client is called the same. */
    async hasNamed(_scope: AllClients, client: number, name: string, but: number | null): Promise<boolean> {
      const rows = await db
        .selectFrom('locals')
        .select('id')
        .where('client_id', '=', client)
        .where('name', '=', name)
        .limit(2)
        .execute()
      return rows.some(({ id }) => id !== but)
    },

    async hasDealership(_scope: AllClients, client: number, dealership: number): Promise<boolean> {
      const found = await tablesOf(db)
        .selectFrom('dealerships')
        .select('id')
        .where('id', '=', dealership)
        .where('client_id', '=', client)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Kinds of its footscans that are switched on. */
    async kinds(_scope: AllClients, local: number): Promise<string[]> {
      const rows = await db
        .selectFrom('footscans')
        .innerJoin('areas', 'areas.id', 'footscans.area_id')
        .select('footscans.kind')
        .distinct()
        .where('areas.local_id', '=', local)
        .where('footscans.enabled', '=', 1)
        .execute()
      return rows.map(({ kind }) => kind)
    },

    /** Locals with a camera that is switched on. */
    async withCameras(_scope: AllClients): Promise<ReadonlySet<number>> {
      const rows = await db
        .selectFrom('footscans')
        .innerJoin('areas', 'areas.id', 'footscans.area_id')
        .select(['areas.local_id', 'footscans.kind'])
        .distinct()
        .where('footscans.enabled', '=', 1)
        .execute()
      return new Set(rows.flatMap(({ kind, local_id: local }) => (isCamera(kind) ? [local] : [])))
    },

    /** All locals, as a draft says them. */
    rows(_scope: AllClients): Promise<(LocalRow & { readonly id: number; readonly client_id: number })[]> {
      return db
        .selectFrom('locals')
        .select(['id', 'client_id', ...ROW_COLUMNS])
        .execute() as Promise<(LocalRow & { readonly id: number; readonly client_id: number })[]>
    },
  }
}

function localWrites(db: Db) {
  const taken = ({ code }: LocalRow, client: number) =>
    `Client ${client} already has a local with the code ${code}; choose another code.`

  return {
    /** Gives the id. Throws NAME_TAKEN for a code that another local of the client has. */
    async insert({ userId }: AllClients, client: number, row: LocalRow, at: number): Promise<number> {
      const values = { ...row, client_id: client, created_at: at, updated_at: at, updated_by: userId }
      const { id } = await unlessTaken(
        db.insertInto('locals').values(values).returning('id').executeTakeFirstOrThrow(),
        taken(row, client),
      )
      return id
    },

    /** New ones, many at once. */
    async insertMany(
      { userId }: AllClients,
      rows: readonly (LocalRow & { readonly client_id: number })[],
      at: number,
    ): Promise<void> {
      const kept = (row: LocalRow & { readonly client_id: number }): NewRow<'locals'> => ({
        ...row,
        closed_on: null,
        closed_by: null,
        created_at: at,
        updated_at: at,
        updated_by: userId,
      })
      for (const chunk of inChunks(rows, 300))
        await unlessTaken(
          db.insertInto('locals').values(chunk.map(kept)).execute(),
          'A code of the file belongs to another local meanwhile; check the file again.',
        )
    },

    /** Some values of one. Throws as `insert`. */
    async update(
      { userId }: AllClients,
      local: { readonly id: number; readonly client: number },
      values: Partial<LocalRow>,
      at: number,
    ): Promise<void> {
      await unlessTaken(
        db
          .updateTable('locals')
          .set({ ...values, updated_at: at, updated_by: userId })
          .where('id', '=', local.id)
          .execute(),
        `Client ${local.client} already has a local with the code ${values.code}; choose another code.`,
      )
    },
  }
}

function localPlans(db: Db) {
  return {
    async plan(_scope: AllClients, local: number): Promise<{ type: string; bytes: Buffer } | undefined> {
      const row = await db
        .selectFrom('local_plans')
        .select(['type', 'bytes'])
        .where('local_id', '=', local)
        .executeTakeFirst()
      return row && { type: row.type, bytes: Buffer.from(row.bytes) }
    },

    /** Null takes it away. */
    async setPlan(
      _scope: AllClients,
      local: number,
      plan: { readonly type: string; readonly bytes: Buffer } | null,
      at: number,
    ): Promise<void> {
      await db.deleteFrom('local_plans').where('local_id', '=', local).execute()
      if (plan !== null)
        await db
          .insertInto('local_plans')
          .values({ local_id: local, ...plan, added_at: at })
          .execute()
    },
  }
}
