/** Rows of any described noun. Everyone but administrators sees only what is a client's of theirs. */
import { clientNotFound, inChunks, localNotFound, requireClient, unlessTaken } from '../db/scoped.ts'
import type { Db } from '../db/tables.ts'
import { byName } from '../lib/scope.ts'
import type { AllClients, Scope } from '../lib/scope.ts'
import type { AnyResource, ResourceColumn } from './description.ts'
import { moveRepo } from './moves.ts'
import { removalRepo } from './removals.ts'
import { columnOf, columnsOf, kept, partsIn, readableRows, requireReader, tablesOf, toEntry } from './rows.ts'
import type { Entry, PartsSaved, Value } from './rows.ts'

declare module '../catalog.ts' {
  interface Repositories {
    /** Entries of described nouns. */
    readonly resources: ReturnType<typeof resourceRepo>
  }
}

type Draft = Readonly<Record<string, unknown>>

/** @param all every described noun */
/** The parts of which a draft says something. */
const partsGiven = (parts: NonNullable<AnyResource['parts']>, draft: Draft, saved: PartsSaved[string]): PartsSaved =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([part, names]) =>
      (names as readonly string[]).some((name) => draft[name] !== undefined) ? [[part, saved] as const] : [],
    ),
  )

/** Fields of an entry at a local with its state. */
export interface EntryAt {
  readonly id: number
  readonly state: string
  /** Epoch ms. */
  readonly since: number
  /** Id of the account that has it. */
  readonly holder: number | null
}

export const resourceRepo = (db: Db, all: readonly AnyResource[]) => ({
  ...entryRepo(db),
  ...partRepo(db),
  ...moveRepo(db),
  ...removalRepo(db),

  /**
   * How many entries of all described nouns are a client's: they go with it. For administrators, who see all clients.
   */
  async countOfClient(_scope: AllClients, client: number): Promise<number> {
    let count = 0
    for (const resource of all) {
      if (!columnsOf(resource).some(([, one]) => one === 'client')) continue
      const row = await tablesOf(db)
        .selectFrom(resource.table)
        .select((select) => select.fn.countAll().as('n'))
        .where(columnOf('', 'client'), '=', client)
        .executeTakeFirst()
      count += Number(row?.n ?? 0)
    }
    return count
  },

  /** Of each noun with states that this caller may read, how many entries are in each state. */
  async counts(scope: Scope): Promise<{ readonly name: string; readonly states: Readonly<Record<string, number>> }[]> {
    const found: { name: string; states: Record<string, number> }[] = []
    for (const resource of all) {
      if (resource.machine === undefined || (scope.demo && resource.hidesFromDemo === true)) continue
      requireReader(resource, scope)
      const rows = await tablesOf(db)
        .selectFrom(resource.table)
        .select((select) => ['state', select.fn.countAll().as('n')])
        .where(readableRows(resource, scope))
        .groupBy('state')
        .orderBy('state')
        .execute()
      found.push({
        name: resource.name,
        states: Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)])),
      })
    }
    return found
  },

  /** How many entries of each described noun hold a client, or a local; for administrators, who see all clients. */
  async holding(_scope: AllClients, kind: 'client' | 'local', id: number): Promise<Readonly<Record<string, number>>> {
    const found: Record<string, number> = {}
    for (const resource of all) {
      const { holdsPlace = [], name } = resource
      if (holdsPlace.length === 0 || !columnsOf(resource).some(([, one]) => one === kind)) continue
      const row = await tablesOf(db)
        .selectFrom(resource.table)
        .select((select) => select.fn.countAll().as('n'))
        .where(columnOf('', kind), '=', id)
        .where('state', 'in', holdsPlace)
        .executeTakeFirst()
      if (Number(row?.n ?? 0) > 0) found[name] = Number(row?.n)
    }
    return found
  },

  /**
   * The newest entry of a noun at each of these locals, by local. A noun that is not there, or has no locals or states,
   * has none. @param name as its description says it: `seals`
   */
  async latestAt(scope: Scope, name: string, locals: readonly number[]): Promise<ReadonlyMap<number, EntryAt>> {
    const found = new Map<number, EntryAt>()
    const resource = all.find((one) => one.name === name)
    if (resource?.machine === undefined || !columnsOf(resource).some(([, one]) => one === 'local')) return found
    for (const chunk of inChunks(locals)) {
      const rows = await tablesOf(db)
        .selectFrom(resource.table)
        .select(['id', 'local_id', 'state', 'state_at', 'assignee_id'])
        .where('local_id', 'in', chunk)
        .where(readableRows(resource, scope))
        .orderBy('id')
        .execute()
      for (const { id, local_id: local, state, state_at: since, assignee_id: holder } of rows)
        found.set(Number(local), {
          id: Number(id),
          state: String(state),
          since: Number(since),
          holder: holder === null ? null : Number(holder),
        })
    }
    return found
  },

  /** Entries of a client, or of a local, that becomes part of another. Throws NAME_TAKEN. */
  async takeOver(kind: 'client' | 'local', from: number, into: number): Promise<void> {
    for (const resource of all) {
      if (!columnsOf(resource).some(([, one]) => one === kind)) continue
      const column = columnOf('', kind)
      await unlessTaken(
        tablesOf(db)
          .updateTable(resource.table)
          .set({ [column]: into })
          .where(column, '=', from)
          .execute(),
        `Both have ${resource.name} that are called the same; rename those of one of them.`,
      )
    }
  },
})

const visibleRows = (tables: ReturnType<typeof tablesOf>) => (resource: AnyResource, scope: Scope) => {
  requireReader(resource, scope)
  return tables.selectFrom(resource.table).selectAll().where(readableRows(resource, scope))
}

/** Of nouns that are saved in parts. */
function partRepo(db: Db) {
  const visible = visibleRows(tablesOf(db))
  return {
    /** The entry that a draft with this key has made. */
    async findByKey(resource: AnyResource, scope: Scope, key: string): Promise<Entry | undefined> {
      const row = await visible(resource, scope).where('draft_key', '=', key).executeTakeFirst()
      return row === undefined ? undefined : toEntry(resource)(row)
    },

    /** How each part of an entry was saved last. */
    async partsOf(resource: AnyResource, scope: Scope, id: number): Promise<PartsSaved> {
      const row = await visible(resource, scope).where('id', '=', id).executeTakeFirst()
      return row === undefined ? {} : partsIn(row)
    },
  }
}

/** Whose an entry may be. */
function ownersOf(db: Db) {
  /** Throws CLIENT_NOT_FOUND: only administrators write what belongs to no client. */
  async function requireOwner(scope: Scope, client: unknown): Promise<void> {
    if (client === null && scope.role === 'admin') return
    const id = Number(client)
    requireClient(scope, id)
    const found = await db.selectFrom('clients').select('id').where('id', '=', id).executeTakeFirst()
    if (found === undefined) throw clientNotFound(id)
  }

  /** Throws LOCAL_NOT_FOUND for one that is not the client's. */
  async function requirePlace(client: unknown, local: unknown): Promise<void> {
    if (local === null) return
    const id = Number(local)
    const found = await db.selectFrom('locals').select('client_id').where('id', '=', id).executeTakeFirst()
    if (found === undefined || found.client_id !== client) throw localNotFound(id)
  }

  async function clientOfLocal(local: unknown): Promise<number> {
    const id = Number(local)
    const found = await db.selectFrom('locals').select('client_id').where('id', '=', id).executeTakeFirst()
    if (found === undefined) throw localNotFound(id)
    return found.client_id
  }

  return { requireOwner, requirePlace, clientOfLocal }
}

function entryRepo(db: Db) {
  const tables = tablesOf(db)

  const visible = visibleRows(tables)
  const { requireOwner, requirePlace, clientOfLocal } = ownersOf(db)

  async function toRow(resource: AnyResource, scope: Scope, draft: Draft): Promise<Record<string, Value>> {
    const whole: Record<string, unknown> = { ...resource.defaults, ...draft }
    const nameOf = (wanted: ResourceColumn) => columnsOf(resource).find(([, kind]) => kind === wanted)?.[0]
    const [client, local] = [nameOf('client'), nameOf('local')]
    if (resource.clientFollowsLocal === true && client !== undefined && local !== undefined && whole[local] !== null)
      whole[client] ??= await clientOfLocal(whole[local])
    if (client !== undefined) await requireOwner(scope, whole[client])
    if (local !== undefined) await requirePlace(client === undefined ? null : whole[client], whole[local])
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
        ...(resource.machine && { state: resource.machine.initial, state_at: at }),
        ...(resource.parts && {
          draft_key: (draft.key as string | undefined) ?? null,
          parts_at: JSON.stringify(partsGiven(resource.parts, draft, { at, by: scope.userId, key: null })),
        }),
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

    /** Throws as `insert`. @param parts how its parts were saved last, where it is saved in parts */
    async replace(
      resource: AnyResource,
      scope: Scope,
      id: number,
      draft: Draft,
      at: number,
      parts?: PartsSaved,
    ): Promise<void> {
      const values = {
        ...(await toRow(resource, scope, draft)),
        ...(parts && { parts_at: JSON.stringify(parts) }),
        updated_at: at,
        updated_by: scope.userId,
      }
      await unlessTaken(
        tables
          .updateTable(resource.table)
          .set(values)
          .where('id', '=', id)
          .where(readableRows(resource, scope))
          .execute(),
        taken(resource),
      )
    },
  }
}
