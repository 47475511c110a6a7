/**
 * Kysely over Node's own SQLite. One connection; Kysely serialises its use, because the adapter says so. Written by
 * hand and not taken from Kysely's SqliteDialect for two reasons: transactions begin `immediate`, so that a second
 * process (the command line beside the server) waits at the start of its turn instead of failing in the middle, and
 * migrations run in a transaction.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely'
import { isStorageFull, isStoreAway, isStoreBusy } from '../lib/store-failure.ts'
import { createMark, foldLog } from './page-sums.ts'
import type { WalMark } from './page-sums.ts'

/** More than the number of different statements of the catalog; a bound, not a tuning knob. */
const STATEMENTS_KEPT = 300
/** Pages in the log at which it is folded into the file; SQLite by itself would do it at as many. */
const FOLD_AT_FRAMES = 1000
/**
 * SQLite waits for a lock by sleeping in the thread that asked, which is the one that answers everybody: it is not let.
 * We wait instead, between tries, and so briefly that the caller may retry.
 */
const BUSY_TIMEOUT_MS = 0
const OPENING_WAIT_MS = 2000
/** How long a statement waits for another process that writes, and the pauses between its tries, ms. */
const BUSY_WAIT_MS = 1000
const BUSY_PAUSES_MS = [1, 2, 5, 10, 20, 50] as const
/**
 * After a wait in vain the ones behind do not wait for as long, one after the other: until something is written, each
 * tries twice.
 */
const BUSY_WAIT_AGAIN_MS = 2

/** Opens (and creates) a database file that survives power loss: WAL, and a sync at every commit; or one in memory. */
export function openSqlite(path: string): DatabaseSync {
  // Password hashes are for the owner's eyes; SQLite gives its other files the mode of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS })
  // The first statement waits in the thread: at the start no call is answered yet, and another process may be in the
  // same place.
  database.exec(
    `pragma busy_timeout = ${OPENING_WAIT_MS}; pragma journal_mode = wal; pragma synchronous = full; pragma ` +
      `trusted_schema = off; pragma wal_autocheckpoint = 0; pragma busy_timeout = ${BUSY_TIMEOUT_MS}`,
  )
  return database
}

/** A database whose pages have no sums. */
const UNSUMMED = ':memory:'

const isReading = (sql: string) => /^\s*(select|explain)\b/i.test(sql)

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  readonly #path: string
  readonly #mark: WalMark | null
  #waitMs = BUSY_WAIT_MS
  #foldAt = FOLD_AT_FRAMES

  constructor(database: DatabaseSync, path: string) {
    this.#database = database
    this.#path = path
    this.#mark = path === UNSUMMED ? null : createMark(path)
  }

  /** The last one of a process folds the log in, for SQLite would do it when it closes, without sums. */
  close(): void {
    this.#statements.clear()
    if (this.#mark !== null) {
      try {
        foldLog(this.#database, this.#path, this.#mark, { waits: true })
      } catch {
        // A full disk: the log stays, and the next start reads it.
      }
      this.#mark.close()
    }
    this.#database.close()
  }

  /** The write is committed. A checkpoint is due now and then, as SQLite would do it by itself. */
  #noteWrite(): void {
    if (this.#mark === null || this.#database.isTransaction) return
    if (this.#mark.committed() < this.#foldAt) return
    this.#foldAt = FOLD_AT_FRAMES
    try {
      if (foldLog(this.#database, this.#path, this.#mark, { waits: false })) return
    } catch (error) {
      // Commits stay committed. There is no checkpoint on a full disk, nor from a damaged log.
      if (!isStorageFull(error) && !isStoreAway(error)) process.emitWarning(error as Error)
    }
    // All of the log is read for a try: while it is in vain (another process reads what was before) the next one is as
    // far away as the log is long.
    this.#foldAt = 2 * (this.#mark.frames() || FOLD_AT_FRAMES)
  }

  /**
   * Another process writes: tried again for a while, without holding up the thread. What is in a transaction already
   * never meets this.
   */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const began = performance.now()
    for (let tries = 0; ; tries += 1) {
      try {
        const result = this.#run<R>(query)
        // A reader works beside a writing process and reports nothing.
        if (!isReading(query.sql)) this.#waitMs = BUSY_WAIT_MS
        return result
      } catch (error) {
        if (!isStoreBusy(error)) throw error
        if (performance.now() - began >= this.#waitMs) {
          this.#waitMs = BUSY_WAIT_AGAIN_MS
          throw error
        }
        await setTimeout(BUSY_PAUSES_MS[Math.min(tries, BUSY_PAUSES_MS.length - 1)])
      }
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const statement = this.#prepare(sql)
    const values = parameters as readonly SQLInputValue[]
    if (statement.columns().length > 0) {
      const rows = statement.all(...values) as R[]
      if (!isReading(sql)) this.#noteWrite()
      return { rows }
    }
    const { changes, lastInsertRowid } = statement.run(...values)
    this.#noteWrite()
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(sql).iterate(...(parameters as readonly SQLInputValue[])))
      yield { rows: [row as R] }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    if (this.#statements.size >= STATEMENTS_KEPT) this.#statements.clear()
    const statement = this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}

class SqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #connection: SqliteConnection

  constructor(database: DatabaseSync, path: string) {
    this.#database = database
    this.#connection = new SqliteConnection(database, path)
  }

  async init() {}

  async acquireConnection() {
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    // SQLite has rolled back by itself after some failures, a full disk among them; a second time would hide why.
    if (this.#database.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection() {}

  async destroy() {
    this.#connection.close()
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync
  readonly #path: string

  /** @param database the path of a file; or one that is open already, taken as it is: it is given no log and no sums */
  constructor(database: string | DatabaseSync) {
    this.#database = typeof database === 'string' ? openSqlite(database) : database
    this.#path = typeof database === 'string' ? database : UNSUMMED
  }

  createDriver() {
    return new SqliteDriver(this.#database, this.#path)
  }

  createQueryCompiler() {
    return new SqliteQueryCompiler()
  }

  createAdapter() {
    return new Adapter()
  }

  createIntrospector(db: Kysely<unknown>) {
    return new SqliteIntrospector(db)
  }
}
