import duckdb from '@duckdb/node-bindings'
import { DOUBLE, DuckDBDataChunk, INTEGER, UINTEGER, type DuckDBConnection } from '@duckdb/node-api'
import type { TrafficBatch } from '../batch.ts'
import { ATOM_COLUMNS, KEY_COLUMNS, NULL } from '../columns.ts'

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

function write(
  data: DuckDBDataChunk,
  column: number,
  values: Int32Array | Uint32Array | Float64Array,
  bits?: Uint8Array,
) {
  const vector = duckdb.data_chunk_get_vector(data.chunk, column)
  duckdb.copy_data_to_vector(vector, 0, values.buffer as ArrayBuffer, values.byteOffset, values.byteLength)
  if (!bits) return
  duckdb.vector_ensure_validity_writable(vector)
  duckdb.copy_data_to_vector_validity(vector, 0, bits.buffer as ArrayBuffer, 0, Math.ceil(values.length / 64) * 8)
}

/** Appends columns without nulls to a table, a temporary one unless another database is named, a vector at a time. */
export async function appendColumns(
  connection: DuckDBConnection,
  table: string,
  columns: readonly (Int32Array | Uint32Array | Float64Array)[],
  length: number,
  database: string | null = 'temp',
): Promise<void> {
  const types = columns.map((column) =>
    column instanceof Uint32Array ? UINTEGER : column instanceof Float64Array ? DOUBLE : INTEGER,
  )
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
