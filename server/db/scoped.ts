import { sql } from 'kysely'
import type { RawBuilder, SqlBool } from 'kysely'
import { AppError } from '../lib/errors.ts'
import type { ErrorCode } from '../lib/errors.ts'
import { mayReadClient } from '../lib/scope.ts'
import type { Scope } from '../lib/scope.ts'
import type { Db } from './tables.ts'

/** The condition that keeps the rows of the clients this caller may read; `column` holds a client id. */
export function readable(scope: Scope, column: string): RawBuilder<SqlBool> {
  if (scope.clients === 'all') return sql`1 = 1`
  if (scope.clients.length === 0) return sql`1 = 0`
  return sql`${sql.ref(column)} in (${sql.join(scope.clients)})`
}

/** Refuses to write for a client outside the scope, with the words for one that does not exist. */
export function requireClient(scope: Scope, client: number): void {
  if (!mayReadClient(scope, client)) throw clientNotFound(client)
}

/** Refuses to write for a local outside the scope, with the words for one that does not exist. */
export async function requireLocal(db: Db, scope: Scope, local: number): Promise<void> {
  if (scope.clients === 'all') return
  const found = await db
    .selectFrom('locals')
    .select('id')
    .where('id', '=', local)
    .where(readable(scope, 'client_id'))
    .executeTakeFirst()
  if (found === undefined) throw localNotFound(local)
}

export const clientNotFound = (id: number) =>
  new AppError('CLIENT_NOT_FOUND', `There is no client ${id} among those this account may see.`, { client: id })
export const localNotFound = (id: number) =>
  new AppError('LOCAL_NOT_FOUND', `There is no local ${id} among those this account may see.`, { local: id })

/**
 * The ids asked for, separated by commas, each of which must be one of the client's own; all of those when none was
 * asked for. Throws LOCAL_NOT_FOUND.
 */
export function chosenLocals(own: readonly number[], requested: string | undefined): readonly number[] {
  if (requested === undefined) return own
  const known = new Set(own)
  const chosen = [...new Set(requested.split(',').map(Number))]
  const foreign = chosen.find((id) => !known.has(id))
  if (foreign !== undefined) throw localNotFound(foreign)
  return chosen
}

/** Runs `work` in a transaction: in the one that is open, or in its own. */
export function atomically<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}

/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const SQLITE_TAKEN = [2067, 1555]
const POSTGRES_UNIQUE_VIOLATION = '23505'

/** Runs an insert or update; a clash with a unique column becomes NAME_TAKEN, or another code, with this sentence. */
export async function unlessTaken<T>(write: Promise<T>, message: string, taken: ErrorCode = 'NAME_TAKEN'): Promise<T> {
  try {
    return await write
  } catch (error) {
    const { errcode, code } = error as { errcode?: number; code?: string }
    if ((errcode !== undefined && SQLITE_TAKEN.includes(errcode)) || code === POSTGRES_UNIQUE_VIOLATION)
      throw new AppError(taken, message, undefined, { cause: error })
    throw error
  }
}

/** Both dialects bound the number of values in one statement; 500 rows of our widest bulk table stay far below. */
export function* inChunks<T>(rows: readonly T[], size = 500): Generator<T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}
