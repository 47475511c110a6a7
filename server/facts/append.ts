import duckdb from '@duckdb/node-bindings'
import { BIGINT, DOUBLE, DuckDBDataChunk, INTEGER, TINYINT, UINTEGER, type DuckDBConnection } from '@duckdb/node-api'
import type { TrafficBatch } from './batch.ts'
import { ATOM_COLUMNS, KEY_COLUMNS, NULL, type AtomColumn, type KeyColumn } from './columns.ts'

const CHUNK = 2048
const COLUMNS = [...KEY_COLUMNS, ...ATOM_COLUMNS] as const
const TYPES = [INTEGER, UINTEGER, ...COLUMNS.map(() => INTEGER)]

/** The staging table of one writing connection; `seq` is the place in the order given. */
export const STAGING_DDL = `
CREATE OR REPLACE TEMP TABLE staging (
  seq INTEGER, instant UINTEGER, ${COLUMNS.map((name) => `${name} INTEGER`).join(', ')}
)`

/**
 * Appends some rows of a batch to the staging table, a vector of 2048 values at a time; no row objects.
 *
 * @param order rows to append, in this order
 */
export async function appendBatch(connection: DuckDBConnection, batch: TrafficBatch, order: Int32Array): Promise<void> {
  const appender = await connection.createAppender('staging', null, 'temp')
  try {
    const instants = new Uint32Array(CHUNK)
    const seqs = new Int32Array(CHUNK)
    const numbers = new Int32Array(CHUNK)
    const bits = new Uint8Array(CHUNK / 8)
    for (let start = 0; start < order.length; start += CHUNK) {
      const rows = order.subarray(start, start + CHUNK)
      const data = DuckDBDataChunk.create(TYPES, rows.length)
      for (let i = 0; i < rows.length; i += 1) instants[i] = batch.instant[rows[i]!]!
      for (let i = 0; i < rows.length; i += 1) seqs[i] = start + i
      write(data, 0, seqs.subarray(0, rows.length))
      write(data, 1, instants.subarray(0, rows.length))
      COLUMNS.forEach((name, c) => {
        const nulls = gather(batch[name], rows, numbers, bits)
        write(data, c + 2, numbers.subarray(0, rows.length), nulls ? bits : undefined)
      })
      appender.appendDataChunk(data)
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

/** Picks the rows of a column and marks the reported ones. Returns whether any is null. */
function gather(column: Int32Array, rows: Int32Array, values: Int32Array, bits: Uint8Array): boolean {
  let nulls = false
  for (let i = 0; i < rows.length; i += 1) {
    const value = column[rows[i]!]!
    if (value !== NULL) {
      values[i] = value
      continue
    }
    if (!nulls) {
      bits.fill(255)
      nulls = true
    }
    values[i] = 0
    bits[i >> 3]! &= ~(1 << (i & 7))
  }
  return nulls
}

function write(data: DuckDBDataChunk, column: number, values: Int8Array | Int32Array | Uint32Array | Float64Array | BigInt64Array, bits?: Uint8Array) {
  const vector = duckdb.data_chunk_get_vector(data.chunk, column)
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, values.byteLength)
  if (!bits) return
  duckdb.vector_ensure_validity_writable(vector)
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer as ArrayBuffer, 0, Math.ceil(values.length / 64) * 8)
}

/** Appends columns without nulls to a table, a temporary one unless another database is named, a vector at a time. */
export async function appendColumns(
  connection: DuckDBConnection, table: string, columns: readonly (Int32Array | Uint32Array | Float64Array)[], length: number, database: string | null = 'temp',
): Promise<void> {
  const types = columns.map((column) => (column instanceof Uint32Array ? UINTEGER : column instanceof Float64Array ? DOUBLE : INTEGER))
  const appender = await connection.createAppender(table, null, database)
  try {
    for (let start = 0; start < length; start += CHUNK) {
      const end = Math.min(length, start + CHUNK)
      const data = DuckDBDataChunk.create(types, end - start)
      columns.forEach((column, c) => write(data, c, column.subarray(start, end)))
      appender.appendDataChunk(data)
    }
    appender.flushSync()
  } finally {
    appender.closeSync()
  }
}

/** More rows than a chunk before what was appended is handed over: long enough to be worth it, short enough for others to have their turn. */
const CHUNKS_A_FLUSH = 8

type Fact = KeyColumn | AtomColumn | 'instant' | 'expected' | 'observed' | 'estimatedIns' | 'estimatedDev' | 'state' | 'learntAt' | 'ticketsOfDay'
const RESULTS = ['expected', 'observed', 'estimatedIns', 'estimatedDev', 'state'] as const

/**
 * Appends whole rows to `traffic`, a vector at a time: fill the columns at `at()`, then `next()`. `NULL` stands for null; a column that is not asked for is
 * null in every row.
 *
 * @param nowMs when the rows were learnt
 */
export async function createTableAppender(connection: DuckDBConnection, table: 'traffic', nowMs: number) {
  // The order of the columns depends on the release that made the file.
  const names = (await (await connection.run(`SELECT column_name FROM duckdb_columns() WHERE table_name = '${table}' AND database_name = current_database() ORDER BY column_index`)).getRows()).map(([name]) => String(name) as Fact)
  const types = names.map((name) => (name === 'learntAt' ? BIGINT : name === 'instant' ? UINTEGER : name === 'hour' || name === 'fold' || name === 'state' ? TINYINT : INTEGER))
  const values = new Map<Fact, Int8Array | Int32Array | Uint32Array>()
  const atoms: Int32Array[] = []
  const columnOf = <T extends Int8Array | Int32Array | Uint32Array>(name: Fact, made: T): T => {
    values.set(name, made)
    return made
  }
  const integers = <K extends Fact>(fields: readonly K[]) => Object.fromEntries(fields.map((field) => [field, columnOf(field, new Int32Array(CHUNK))])) as Record<K, Int32Array>
  const key = { ...integers(['client', 'local', 'area', 'day']), hour: columnOf('hour', new Int8Array(CHUNK)), fold: columnOf('fold', new Int8Array(CHUNK)), instant: columnOf('instant', new Uint32Array(CHUNK)) }
  const result = { ...integers(RESULTS), state: columnOf('state', new Int8Array(CHUNK)) }
  const learntAt = new BigInt64Array(CHUNK).fill(BigInt(nowMs))
  const bits = new Uint8Array(CHUNK / 8)
  const none = new Int32Array(CHUNK)
  const appender = await connection.createAppender(table)
  let [rows, chunks] = [0, 0]
  const send = () => {
    const data = DuckDBDataChunk.create(types, rows)
    names.forEach((name, c) => {
      if (name === 'learntAt') return write(data, c, learntAt.subarray(0, rows))
      const column = values.get(name)
      if (column === undefined) {
        bits.fill(0)
        return write(data, c, none.subarray(0, rows), bits)
      }
      const some = column.subarray(0, rows)
      return write(data, c, some, some instanceof Int32Array && markNulls(some, bits) ? bits : undefined)
    })
    appender.appendDataChunk(data)
    rows = 0
  }
  return {
    key, result,
    /** The row at hand. */
    at: () => rows,
    /** Where the values of an atom go. */
    column(atom: AtomColumn): Int32Array {
      const made = columnOf(atom, new Int32Array(CHUNK).fill(NULL))
      atoms.push(made)
      return made
    },
    /** The row at hand is complete. @returns whether some were handed over */
    next(): boolean {
      rows += 1
      if (rows < CHUNK) return false
      send()
      chunks += 1
      for (const column of atoms) column.fill(NULL)
      if (chunks % CHUNKS_A_FLUSH === 0) appender.flushSync()
      return true
    },
    flush() {
      if (rows > 0) send()
      appender.flushSync()
    },
    close: () => appender.closeSync(),
  }
}

/** Marks the known values, and puts 0 in the place of the others. Returns whether any is null. */
function markNulls(values: Int32Array, bits: Uint8Array): boolean {
  let nulls = false
  for (let i = 0; i < values.length; i += 1) {
    if (values[i] !== NULL) continue
    if (!nulls) {
      bits.fill(255)
      nulls = true
    }
    values[i] = 0
    bits[i >> 3]! &= ~(1 << (i & 7))
  }
  return nulls
}
