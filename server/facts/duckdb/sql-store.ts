/** The interface for callers that still use SQL: `tests/boundaries` has their list, which only shrinks. */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { Frame } from '#domain/frame'
import type { FactStore } from '../store.ts'
import type { CompiledColumn } from './compile.ts'
import type { InTurn } from './connection-types.ts'
import type { HeldMemory } from './held-memory.ts'

export interface WriteOptions<T = unknown> {
  /**
   * The work with temp tables before the transaction; no other job writes between. Memory that it asks for less of is
   * given back at the end.
   */
  readonly before?: (connection: DuckDBConnection, memory: Pick<HeldMemory, 'lower'>) => Promise<void>
  /** The same after it, also after a failure. */
  readonly after?: (connection: DuckDBConnection) => Promise<void>
  /**
   * The days (since 1970) whose traffic it changed, by what the work gave. Without it, any may be: all that is kept of
   * them is read again.
   */
  readonly changed?: (result: T) => readonly number[]
}

export interface SqlFactStore extends FactStore {
  /**
   * Runs work in one transaction of the one writing connection; what it wrote is durable when this resolves.
   *
   * @throws {FactsError} FACTS_WRITE_FAILED: nothing was stored
   */
  write<T>(work: (connection: DuckDBConnection) => Promise<T>, options?: WriteOptions<T>): Promise<T>
  /** Rows of a reading statement, for tables that `query` does not know. BIGINT comes as bigint: cast to DOUBLE. */
  read(sql: string, params?: readonly DuckDBValue[]): Promise<DuckDBValue[][]>
  /**
   * The same as a frame: one entry of `columns` for each column of the SELECT, `texts` for those read as `period`
   * (codes).
   */
  frame(
    sql: string,
    params: readonly DuckDBValue[],
    columns: readonly CompiledColumn[],
    texts?: readonly string[],
  ): Promise<Frame>
  /**
   * Work with a connection of its own that sees the facts as they are at one moment: for files that must add up. It may
   * write files in the folder of exports; closing the store interrupts it.
   *
   * @param before what is done with temp tables first
   */
  snapshot<T>(
    work: (connection: DuckDBConnection, inTurn: InTurn) => Promise<T>,
    before?: (connection: DuckDBConnection) => Promise<void>,
  ): Promise<T>
}
