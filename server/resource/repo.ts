/** Rows of any described noun. Everyone but administrators sees only what is a client's of theirs. */
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { clientNotFound, inChunks, readable, requireClient, unlessTaken } from '../db/scoped.ts'
import type { Db } from '../db/tables.ts'
import { AppError } from '../lib/errors.ts'
import { byName } from '../lib/scope.ts'
import type { Scope } from '../lib/scope.ts'
import type { AnyResource, ResourceColumn, Stored } from './description.ts'

type Value = string | number | null
type ResourceRow = Record<string, Value>
type Entry = Stored & Readonly<Record<string, unknown>>
type Draft = Readonly<Record<string, unknown>>

const columnOf = (name: string, kind: ResourceColumn): string =>
  kind === 'client' ? 'client_id' : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function kept(value: unknown, kind: ResourceColumn): Value {
  if (kind === 'json') return JSON.stringify(value)
  if (kind === 'flag') return value === true ? 1 : 0
  return typeof value === 'string' ? value.trim() : ((value ?? null) as Value)
}

function shown(value: Value | undefined, kind: ResourceColumn): unknown {
  if (kind === 'json') return JSON.parse(String(value))
  return kind === 'flag' ? value === 1 : value
}

export function resourceRepo(db: Db) {
  // Which table it is comes from the description; the types of the catalog know only those that are named in the code.
  const tables = db as unknown as Kysely<Record<string, ResourceRow>>
  const columnsOf = ({ columns }: AnyResource) => Object.entries(columns as Record<string, ResourceColumn>)
  const clientOf = (resource: AnyResource) => columnsOf(resource).some(([, kind]) => kind === 'client')

  function requireReader(resource: AnyResource, { role }: Scope): void {
    if (role !== 'admin' && !clientOf(resource))
      throw new AppError('ADMIN_REQUIRED', `Only an administrator may see and change ${resource.name}.`)
  }

  function visible(resource: AnyResource, scope: Scope) {
    requireReader(resource, scope)
    return tables
      .selectFrom(resource.table)
      .selectAll()
      .where(clientOf(resource) ? readable(scope, 'client_id') : sql<boolean>`1 = 1`)
  }

  const toEntry =
    (resource: AnyResource) =>
    (row: ResourceRow): Entry => ({
      id: Number(row.id),
      ...Object.fromEntries(columnsOf(resource).map(([name, kind]) => [name, shown(row[columnOf(name, kind)], kind)])),
      createdAt: Number(row.created_at),
      updatedAt: Number(row.updated_at),
    })

  async function toRow(resource: AnyResource, scope: Scope, draft: Draft): Promise<Record<string, Value>> {
    const whole = { ...resource.defaults, ...draft } as Draft
    for (const [name, kind] of columnsOf(resource)) {
      if (kind !== 'client') continue
      const client = Number(whole[name])
      requireClient(scope, client)
      const found = await db.selectFrom('clients').select('id').where('id', '=', client).executeTakeFirst()
      if (found === undefined) throw clientNotFound(client)
    }
    return Object.fromEntries(
      columnsOf(resource).map(([name, kind]) => [columnOf(name, kind), kept(whole[name], kind)]),
    )
  }

  /** By what they are called, in the order of the reader's language. */
  const inOrder = (resource: AnyResource, scope: Scope, entries: readonly Entry[]): Entry[] =>
    byName(
      scope,
      entries.map((entry) => ({ name: resource.label(entry), entry })),
    ).map(({ entry }) => entry)
  const taken = (resource: AnyResource) =>
    `There is already one like this among the ${resource.name}; change that one, or what they have in common.`

  async function some(resource: AnyResource, scope: Scope, ids: readonly number[]): Promise<Entry[]> {
    const found: Entry[] = []
    for (const chunk of inChunks(ids))
      found.push(...(await visible(resource, scope).where('id', 'in', chunk).execute()).map(toEntry(resource)))
    return inOrder(resource, scope, found)
  }

  return {
    async list(resource: AnyResource, scope: Scope): Promise<Entry[]> {
      return inOrder(resource, scope, (await visible(resource, scope).execute()).map(toEntry(resource)))
    },

    some,

    async find(resource: AnyResource, scope: Scope, id: number): Promise<Entry | undefined> {
      return (await some(resource, scope, [id]))[0]
    },

    /** The username of who changed an entry last; undefined = the product itself. */
    async changedBy(resource: AnyResource, id: number): Promise<string | undefined> {
      const row = await tables.selectFrom(resource.table).selectAll().where('id', '=', id).executeTakeFirst()
      const by = row?.updated_by ?? null
      if (by === null) return undefined
      return (await db.selectFrom('users').select('username').where('id', '=', Number(by)).executeTakeFirst())?.username
    },

    /** Gives the id. Throws CLIENT_NOT_FOUND for a client outside the scope, NAME_TAKEN. */
    async insert(resource: AnyResource, scope: Scope, draft: Draft, at: number): Promise<number> {
      requireReader(resource, scope)
      const values = {
        ...(await toRow(resource, scope, draft)),
        created_at: at,
        updated_at: at,
        updated_by: scope.userId,
      }
      const { id } = await unlessTaken(
        tables.insertInto(resource.table).values(values).returning('id').executeTakeFirstOrThrow(),
        taken(resource),
      )
      return Number(id)
    },

    /** Throws as `insert`. */
    async replace(resource: AnyResource, scope: Scope, id: number, draft: Draft, at: number): Promise<void> {
      const values = { ...(await toRow(resource, scope, draft)), updated_at: at, updated_by: scope.userId }
      await unlessTaken(
        tables
          .updateTable(resource.table)
          .set(values)
          .where('id', '=', id)
          .where(clientOf(resource) ? readable(scope, 'client_id') : sql<boolean>`1 = 1`)
          .execute(),
        taken(resource),
      )
    },

    async remove(resource: AnyResource, scope: Scope, id: number): Promise<void> {
      requireReader(resource, scope)
      await tables
        .deleteFrom(resource.table)
        .where('id', '=', id)
        .where(clientOf(resource) ? readable(scope, 'client_id') : sql<boolean>`1 = 1`)
        .execute()
    },
  }
}
