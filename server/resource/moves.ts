/** Writes of actions: states of entries, their assignees and messages (src/domain/machine.ts). */
import { moved, requirementsOf } from '#domain/machine'
import type { Requirement, Transition } from '#domain/machine'
import { PostgresAdapter, sql } from 'kysely'
import { inChunks } from '../db/scoped.ts'
import type { Db } from '../db/tables.ts'
import type { Scope } from '../lib/scope.ts'
import type { AnyResource } from './description.ts'
import { readableRows, requireReader, tablesOf, toEntry } from './rows.ts'
import type { Entry, EntryComment, ResourceRow } from './rows.ts'

/** Input of a call besides the action. */
export interface Brought {
  /** Who is to have it. */
  readonly user?: number
  readonly message?: string
}

/** The last action on an entry, which led to its state. */
export interface LastAction {
  /** Null: nothing yet. */
  readonly action: string | null
  /** Null: an account that is not there any more, or the product itself. */
  readonly by: string | null
  readonly at: number
}

function meets({ assignee }: Requirement, { userId }: Scope) {
  switch (assignee) {
    case undefined:
      return sql<boolean>`1 = 1`
    case 'none':
      return sql<boolean>`assignee_id is null`
    case 'any':
      return sql<boolean>`assignee_id is not null`
    case 'callerOrNone':
      return sql<boolean>`(assignee_id is null or assignee_id = ${userId})`
    default:
      return sql<boolean>`assignee_id = ${userId}`
  }
}

/** Conditions of a transition on its rows: the same as those of the domain on an entry. */
function fitting(scope: Scope, { from, who, condition }: Partial<Transition>) {
  const requirements = requirementsOf({ ...(who && { who }), ...(condition && { condition }) })
  return sql<boolean>`(${sql.join(
    [
      ...(from === undefined ? [] : [sql`state in (${sql.join(from)})`]),
      ...requirements.map((one) => meets(one, scope)),
    ],
    sql` and `,
  )})`
}

async function nameOf(db: Db, { userId }: Pick<Scope, 'userId'>): Promise<string> {
  if (userId === null) return 'Aforo'
  const found = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
  return found?.username ?? 'Aforo'
}

/** The second update of a message: the first one has the row, so that two messages at once are both kept. */
async function addComment(
  db: Db,
  { table }: AnyResource,
  row: ResourceRow,
  comment: EntryComment,
): Promise<ResourceRow> {
  const comments = [...(JSON.parse(String(row.comments)) as EntryComment[]), comment]
  return tablesOf(db)
    .updateTable(table)
    .set({ comments: JSON.stringify(comments) })
    .where('id', '=', Number(row.id))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const moveRepo = (db: Db) => ({ ...moving(db), ...whoHas(db) })

function moving(db: Db) {
  const tables = tablesOf(db)
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter

  return {
    /**
     * Waits until no other transaction changes these entries, and keeps them until the transaction ends. SQLite's
     * transactions run one after the other.
     */
    async hold(resource: AnyResource, ids: readonly number[]): Promise<void> {
      if (!isPostgres) return
      // In the order of their ids: two who want the same ones do not wait for each other.
      for (const chunk of inChunks(ids.toSorted((one, other) => one - other)))
        await tables
          .selectFrom(resource.table)
          .select('id')
          .where('id', 'in', chunk)
          .orderBy('id')
          .forUpdate()
          .execute()
    },

    /** The ids of those that an action for many may take, oldest first. */
    async idsFor(resource: AnyResource, scope: Scope, wanted: Partial<Transition>): Promise<number[]> {
      requireReader(resource, scope)
      const rows = await tables
        .selectFrom(resource.table)
        .select('id')
        .where(readableRows(resource, scope))
        .where(fitting(scope, wanted))
        .orderBy('id')
        .execute()
      return rows.map(({ id }) => Number(id))
    },

    /**
     * One conditional update: what is not where the transition begins, or does not meet what it asks, stays as it is.
     * Gives those that were changed, as they are then, by id.
     */
    async move(
      resource: AnyResource,
      scope: Scope,
      transition: Transition,
      { ids, at, user, message }: Brought & { readonly ids: readonly number[]; readonly at: number },
    ): Promise<Entry[]> {
      requireReader(resource, scope)
      const { action, to, assigns, comments } = transition
      // Only what the transition writes is read of it.
      const next = moved(transition, { state: '', assignee: null }, { caller: scope.userId, named: user ?? null })
      const changed: ResourceRow[] = []
      for (const chunk of inChunks(ids)) {
        const rows = await tables
          .updateTable(resource.table)
          .set({
            // Two changes of one moment have different times.
            updated_at: sql<number>`case when updated_at < ${at} then ${at} else updated_at + 1 end`,
            updated_by: scope.userId,
            ...(to !== undefined && { state: next.state, state_at: at }),
            ...(assigns !== undefined && { assignee_id: next.assignee }),
            ...(comments !== true && { last_action: action, last_action_at: at, last_action_by: scope.userId }),
          })
          .where('id', 'in', chunk)
          .where(readableRows(resource, scope))
          .where(fitting(scope, transition))
          .returningAll()
          .execute()
        if (message === undefined) changed.push(...rows)
        else {
          const comment = { message: message.trim(), by: await nameOf(db, scope), at }
          for (const row of rows) changed.push(await addComment(db, resource, row, comment))
        }
      }
      return changed.map(toEntry(resource)).toSorted((one, other) => one.id - other.id)
    },
  }
}

/** Who was there before, and who may have an entry. */
function whoHas(db: Db) {
  const tables = tablesOf(db)
  return {
    /** The username of an account; `Aforo` for the product itself, and for one that is not there any more. */
    nameOf: (userId: number | null): Promise<string> => nameOf(db, { userId }),

    /** The last actions on these; messages do not count. */
    async lastActions(resource: AnyResource, ids: readonly number[]): Promise<ReadonlyMap<number, LastAction>> {
      const found = new Map<number, LastAction>()
      for (const chunk of inChunks(ids)) {
        const rows = await tables
          .selectFrom(resource.table)
          .leftJoin('users', 'users.id', `${resource.table}.last_action_by`)
          .select([
            `${resource.table}.id as id`,
            'users.username as by',
            `${resource.table}.last_action as action`,
            `${resource.table}.last_action_at as at`,
            `${resource.table}.created_at as made`,
          ])
          .where(`${resource.table}.id`, 'in', chunk)
          .execute()
        for (const { id, by, action, at, made } of rows)
          found.set(Number(id), {
            action: action === null ? null : String(action),
            by: by === null ? null : String(by),
            at: Number(at ?? made),
          })
      }
      return found
    },

    /** Whether entries may be given to this account: administrators who may sign in. */
    async mayHave(user: number): Promise<boolean> {
      const found = await db
        .selectFrom('users')
        .select('id')
        .where('id', '=', user)
        .where('role', '=', 'admin')
        .where('enabled', '=', 1)
        .where('login_type', '!=', 'service')
        .executeTakeFirst()
      return found !== undefined
    },
  }
}
