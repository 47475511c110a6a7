/** Connections to the facts, as what reads and writes them uses them. */
import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBValue } from '@duckdb/node-api'
import type { Changes } from '../changes.ts'
import type { HeldMemory } from './held-memory.ts'

/** Does a piece of work when it is the turn of who asks: it counts as one of the tenant's readings. */
export type InTurn = <T>(piece: () => Promise<T>) => Promise<T>

export interface Connections {
  readonly path: string
  /** Runs a reading statement on a free connection, in turn among those who ask (see `turns.ts`). */
  read(sql: string, params?: readonly DuckDBValue[]): Promise<DuckDBMaterializedResult>
  /**
   * The same, and takes the result before the next one has the connection: copying a large one is work of who asked,
   * too.
   */
  readInto<T>(
    sql: string,
    params: readonly DuckDBValue[] | undefined,
    take: (result: DuckDBMaterializedResult) => T | Promise<T>,
  ): Promise<T>
  /** Changes of ended writing jobs: earlier reads may be out of date. */
  readonly changes: Pick<Changes, 'version' | 'versionOf'>
  /** Resources that a job of the writing connection may reduce. */
  readonly memory: HeldMemory
  /**
   * Gives the one writing connection to one job at a time, in order.
   *
   * @param changed the days whose traffic the job changed, by what it gave; without it, or when the job fails, it may
   * be any
   */
  write<T>(job: (connection: DuckDBConnection) => Promise<T>, changed?: (result: T) => readonly number[]): Promise<T>
  /**
   * A connection of its own that reads the facts as they are at one moment, however long the work takes. Closing the
   * store interrupts it.
   *
   * @param before what is done with temp tables: within the transaction, writing them would keep the store from
   * checkpoints
   */
  snapshot<T>(
    work: (connection: DuckDBConnection, inTurn: InTurn) => Promise<T>,
    before?: (connection: DuckDBConnection) => Promise<void>,
  ): Promise<T>
  /**
   * Folds the write-ahead log into the file; where a snapshot still needs what was there before, once the last one
   * ends.
   */
  checkpoint(): Promise<void>
  /**
   * Keeps the file and its log as they are while the work runs, for a copy that another process makes: writers wait,
   * readers and snapshots go on. The log was folded into the file before, unless a snapshot needs what was there.
   */
  hold<T>(work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}
