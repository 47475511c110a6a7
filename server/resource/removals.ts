/**
 * Removing an entry so that it can be put back (decision 114): its row leaves its table, with all that hangs on it by
 * the references of the catalog, and stays for some time in one text. Nothing that reads or counts entries has to know
 * of those that were removed, and their names are free at once.
 */
import { inChunks, unlessTaken } from '../db/scoped.ts'
import type { Db } from '../db/tables.ts'
import { AppError } from '../lib/errors.ts'
import { mayReadClient } from '../lib/scope.ts'
import type { Scope } from '../lib/scope.ts'
import type { AnyResource } from './description.ts'
import { referencesOf } from './references.ts'
import type { Reference } from './references.ts'
import { readableRows, requireReader, tablesOf, toEntry } from './rows.ts'
import type { Entry, ResourceRow, Value } from './rows.ts'

/** Rows of one table, whole. */
interface KeptRows {
  readonly table: string
  readonly rows: readonly ResourceRow[]
}

/** A row that stayed, and named one that went. */
interface KeptLink {
  readonly table: string
  readonly column: string
  readonly id: Value
  readonly to: Value
  /** The value of another column of it (`putBackWhile`). */
  readonly said?: Value
}

interface Kept {
  /** The entry first; each after what it belongs to. */
  readonly rows: readonly KeptRows[]
  readonly links: readonly KeptLink[]
}

export interface Removal {
  /** Epoch ms. */
  readonly at: number
  /** Username of who removed it; null = an account that is not there any more, or the product itself. */
  readonly by: string | null
  /** As it was. */
  readonly entry: Entry
  readonly kept: Kept
}

/** Rows put into one statement: both dialects bound the number of values. */
const ROWS_AT_ONCE = 100

export const removalRepo = (db: Db) => ({ ...removing(db), ...restoring(db) })

/** Names a row among those of all tables. */
const keyIn = (table: string, row: ResourceRow) => `${table} ${row.id === undefined ? JSON.stringify(row) : row.id}`

/** All that goes with a row, and what names any of it. */
async function hangingOn(db: Db, { table, putBackWhile }: AnyResource, entry: ResourceRow): Promise<Kept> {
  const tables = tablesOf(db)
  const references = await referencesOf(db)
  const rows: KeptRows[] = [{ table, rows: [entry] }]
  const links: KeptLink[] = []
  const taken = new Set([keyIn(table, entry)])
  // Grows while it is read: what hangs on what hangs on it.
  for (const { table: parent, rows: parents } of rows)
    for (const { child, column, key, rule } of references.filter((one) => one.parent === parent))
      for (const chunk of inChunks(parents.map((row) => row[key] ?? null))) {
        const found = await tables.selectFrom(child).selectAll().where(column, 'in', chunk).execute()
        if (rule === 'cascade') {
          const more = found.filter((row) => !taken.has(keyIn(child, row)))
          for (const row of more) taken.add(keyIn(child, row))
          if (more.length > 0) rows.push({ table: child, rows: more })
        } else
          for (const row of found) {
            const said = putBackWhile?.[child]
            const link = { table: child, column, id: row.id ?? null, to: row[column] ?? null }
            links.push(said === undefined ? link : { ...link, said: row[said] ?? null })
          }
      }
  // Removed rows need no restored link.
  return { rows, links: links.filter(({ table: of, id }) => !taken.has(keyIn(of, { id }))) }
}

function removing(db: Db) {
  const tables = tablesOf(db)
  return {
    /** In the transaction in which the entry is held. What it was is kept, to be put back. */
    async remove(resource: AnyResource, scope: Scope, id: number, at: number): Promise<void> {
      requireReader(resource, scope)
      const row = await tables
        .selectFrom(resource.table)
        .selectAll()
        .where('id', '=', id)
        .where(readableRows(resource, scope))
        .executeTakeFirst()
      if (row === undefined) return
      await db
        .insertInto('removals')
        .values({
          noun: resource.noun,
          entry_id: id,
          kept: JSON.stringify(await hangingOn(db, resource, row)),
          removed_at: at,
          removed_by: scope.userId,
        })
        .execute()
      await tables.deleteFrom(resource.table).where('id', '=', id).execute()
    },

    /** Entries that were removed before are not put back any more. Says how many. */
    async forgetRemovals(before: number): Promise<number> {
      const { numDeletedRows } = await db
        .deleteFrom('removals')
        .where('removed_at', '<', before)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** Whether this caller may see what was removed: as what is there. */
function mayRead(resource: AnyResource, scope: Scope, { client_id: client }: ResourceRow): boolean {
  requireReader(resource, scope)
  return typeof client === 'number' ? mayReadClient(scope, client) : scope.role === 'admin'
}

function restoring(db: Db) {
  const tables = tablesOf(db)

  /** Entries removed since then that this caller may restore. @param since epoch ms */
  async function removed(resource: AnyResource, scope: Scope, id: number, since: number): Promise<Removal | undefined> {
    const row = await db
      .selectFrom('removals')
      .leftJoin('users', 'users.id', 'removals.removed_by')
      .select(['removals.kept', 'removals.removed_at as at', 'users.username as by'])
      .where('noun', '=', resource.noun)
      .where('entry_id', '=', id)
      .where('removed_at', '>=', since)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const kept = JSON.parse(row.kept) as Kept
    const [own] = kept.rows[0]?.rows ?? []
    if (own === undefined || !mayRead(resource, scope, own)) return undefined
    return { at: row.at, by: row.by, entry: toEntry(resource)(own), kept }
  }

  /** Of these values those that are there. */
  async function present(table: string, key: string, values: readonly Value[]): Promise<ReadonlySet<Value>> {
    const found = new Set<Value>()
    for (const chunk of inChunks([...new Set(values)]))
      for (const row of await tables.selectFrom(table).select(key).where(key, 'in', chunk).execute())
        found.add(row[key] ?? null)
    return found
  }

  /** Rows as they can be again: what they belong to is there, and they name nothing that is gone. */
  async function fitting(rows: readonly ResourceRow[], references: readonly Reference[]): Promise<ResourceRow[]> {
    let fit = [...rows]
    for (const { column, parent, key, rule } of references) {
      const named = fit.flatMap((row) => (row[column] === null ? [] : [row[column] ?? null]))
      const there = await present(parent, key, named)
      const isGone = (row: ResourceRow) => row[column] !== null && !there.has(row[column] ?? null)
      fit =
        rule === 'set null'
          ? fit.map((row) => (isGone(row) ? { ...row, [column]: null } : row))
          : fit.filter((row) => !isGone(row))
    }
    return fit
  }

  /** Leads back what named it, unless it names another one meanwhile. */
  async function lead({ table, column, id, to, said }: KeptLink, whileSame: string | undefined): Promise<void> {
    const update = tables
      .updateTable(table)
      .set({ [column]: to })
      .where('id', '=', id)
      .where(column, 'is', null)
    if (whileSame === undefined || said === undefined) await update.execute()
    else await update.where(whileSame, said === null ? 'is' : '=', said).execute()
  }

  return {
    removed,

    /**
     * Takes a removal, which is then not kept any more: no second caller restores it. Undefined: another one was
     * quicker.
     */
    async takeRemoved(resource: AnyResource, scope: Scope, id: number, since: number): Promise<Removal | undefined> {
      const removal = await removed(resource, scope, id, since)
      if (removal === undefined) return undefined
      const { numDeletedRows } = await db
        .deleteFrom('removals')
        .where('noun', '=', resource.noun)
        .where('entry_id', '=', id)
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows) === 0 ? undefined : removal
    },

    /**
     * Restores an entry under its id, with its children. Children of owners that are gone meanwhile are left out;
     * references to removed entries become null. Throws ENTRY_OWNER_NOT_FOUND, ENTRY_PLACE_TAKEN.
     */
    async putBack(resource: AnyResource, { entry, kept }: Removal): Promise<void> {
      const { noun, table: own } = resource
      const references = await referencesOf(db)
      const there = new Set<string>()
      for (const { table, rows } of kept.rows) {
        const back = await fitting(
          rows,
          references.filter(({ child }) => child === table),
        )
        if (table === own && back.length === 0)
          throw new AppError(
            'ENTRY_OWNER_NOT_FOUND',
            `The client, or the local, of ${noun} ${entry.id} is not there any more; it cannot be restored.`,
            { noun, id: entry.id },
          )
        for (const row of back) there.add(keyIn(table, row))
        for (const chunk of inChunks(back, ROWS_AT_ONCE))
          await unlessTaken(
            tables.insertInto(table).values(chunk).execute(),
            `Another ${noun} has taken the name, or the number, of ${resource.label(entry)}; change that one first.`,
            'ENTRY_PLACE_TAKEN',
          )
      }
      for (const link of kept.links) {
        const parent = references.find(({ child, column }) => child === link.table && column === link.column)?.parent
        if (parent !== undefined && there.has(keyIn(parent, { id: link.to })))
          await lead(link, resource.putBackWhile?.[link.table])
      }
    },
  }
}
