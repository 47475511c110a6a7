/**
 * Kysely over Node's own SQLite. One connection; Kysely serialises its use, because the adapter says so. Written by hand and not
 * taken from Kysely's SqliteDialect for two reasons: transactions begin `immediate`, so that a second process (the command
 * line beside the server) waits at the start of its turn instead of failing in the middle, and migrations run in a transaction.
 */
import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, StatementSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import type { DatabaseConnection, Dialect, Driver, Kysely, QueryResult } from 'kysely'
import { isStoreBusy } from '../store-failure.ts'

/** More than the number of different statements of the catalog; a bound, not a tuning knob. */
const STATEMENTS_KEPT = 300
/**
 * SQLite waits for a lock by sleeping in the thread that asked, which is the one that answers everybody: it is not let. We wait
 * instead, between tries, and so briefly that who asks is told to come again.
 */
const BUSY_TIMEOUT_MS = 0
const OPENING_WAIT_MS = 2000
/** How long a statement waits for another process that writes, and the pauses between its tries, ms. */
const BUSY_WAIT_MS = 1000
const BUSY_PAUSES_MS = [1, 2, 5, 10, 20, 50] as const
/** After a wait in vain the ones behind do not wait for as long, one after the other: until something gets through, each tries twice. */
const BUSY_WAIT_AGAIN_MS = 2

/** Opens (and creates) a database file that survives power loss: WAL, and a sync at every commit. */
export function openSqlite(path: string): DatabaseSync {
  // Password hashes are for the owner's eyes; SQLite gives its other files the mode of this one.
  if (path !== ':memory:') closeSync(openSync(path, 'a', 0o600))
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: true, timeout: BUSY_TIMEOUT_MS })
  // The first statement waits in the thread: at the start nobody is answered yet, and another process may be in the same place.
  database.exec(`pragma busy_timeout = ${OPENING_WAIT_MS}; pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off; pragma busy_timeout = ${BUSY_TIMEOUT_MS}`)
  return database
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()
  #waitMs = BUSY_WAIT_MS

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Another process writes: tried again for a while, without holding up the thread. What is in a transaction already never meets this. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const began = performance.now()
    for (let tries = 0; ; tries += 1) {
      try {
        const result = this.#run<R>(query)
        this.#waitMs = BUSY_WAIT_MS
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
    if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(sql).iterate(...(parameters as readonly SQLInputValue[]))) yield { rows: [row as R] }
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

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
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
    this.#database.close()
  }
}

class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

export class NodeSqliteDialect implements Dialect {
  readonly #database: DatabaseSync

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  createDriver() {
    return new SqliteDriver(this.#database)
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
