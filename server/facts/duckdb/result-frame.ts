import duckdb from '@duckdb/node-bindings'
import type { DuckDBMaterializedResult } from '@duckdb/node-api'
import type { ColumnData, Frame, Numbers } from '#domain/frame'
import { createBreath } from '../../lib/breathe.ts'
import type { CompiledColumn, ResultType } from './compile.ts'

const BYTES: Record<ResultType, number> = { tinyint: 1, integer: 4, double: 8, period: 1 }

/**
 * Copies a finished result into a frame, column by column, straight from DuckDB's vectors: no row objects and no boxed
 * values. A large one in slices.
 *
 * @param columns what the compiler said about the columns; the order is the order of the SELECT
 * @param periods texts of the `period` codes
 */
export async function frameFromResult(
  result: DuckDBMaterializedResult,
  columns: readonly CompiledColumn[],
  periods: readonly string[],
): Promise<Frame> {
  const breathe = createBreath()
  const rows = result.rowCount
  const targets = columns.map(({ result: type }) => target(type, rows))
  const valid: (Uint8Array | undefined)[] = columns.map(() => undefined)

  let row = 0
  for (let index = 0, chunks = result.chunkCount; index < chunks; index += 1) {
    const { chunk } = result.getChunk(index)
    const count = duckdb.data_chunk_get_size(chunk)
    for (let i = 0; i < columns.length; i += 1) {
      const type = columns[i]!.result
      const vector = duckdb.data_chunk_get_vector(chunk, i)
      copy(targets[i]!, row, duckdb.vector_get_data(vector, count * BYTES[type]), count, type)
      const bits = duckdb.vector_get_validity(vector, Math.ceil(count / 64) * 8) as Uint8Array | null
      if (bits && hasNull(bits, count)) {
        valid[i] ??= new Uint8Array(Math.ceil(rows / 8)).fill(255)
        clearNulls(targets[i]!, valid[i]!, row, bits, count)
      }
    }
    row += count
    await breathe()
  }

  const data: ColumnData[] = []
  for (const [i, { result: type }] of columns.entries()) {
    const values = targets[i]!
    const bits = valid[i]
    if (type === 'period') data.push({ kind: 'text', codes: values as Int32Array, dictionary: periods })
    else
      data.push({
        kind: 'numbers',
        values: values instanceof Float64Array ? narrowed(values) : values,
        ...(bits && { valid: bits }),
      })
    await breathe()
  }
  return { columns: columns.map(({ column }) => column), data, rows }
}

function target(type: ResultType, rows: number): Numbers {
  return type === 'double' ? new Float64Array(rows) : new Int32Array(rows)
}

/** Frames know two element types: 32-bit whole numbers, and doubles for what does not fit. */
export function narrowed(values: Float64Array): Int32Array | Float64Array {
  for (let i = 0; i < values.length; i += 1) if (values[i] !== (values[i]! | 0)) return values
  return Int32Array.from(values)
}

function copy(into: Numbers, at: number, bytes: Uint8Array, count: number, type: ResultType) {
  // A chunk's memory is aligned by DuckDB; `set` between equal types is a plain memory copy.
  if (type === 'double') into.set(new Float64Array(bytes.buffer, bytes.byteOffset, count), at)
  else if (type === 'integer') into.set(new Int32Array(bytes.buffer, bytes.byteOffset, count), at)
  else into.set(new Int8Array(bytes.buffer, bytes.byteOffset, count), at)
}

function hasNull(bits: Uint8Array, count: number): boolean {
  const whole = count >> 3
  for (let i = 0; i < whole; i += 1) if (bits[i] !== 255) return true
  const rest = (1 << (count & 7)) - 1
  return rest !== 0 && (bits[whole]! & rest) !== rest
}

/** A null holds 0 in the values, so that sums need no test. */
function clearNulls(values: Numbers, valid: Uint8Array, at: number, bits: Uint8Array, count: number) {
  for (let i = 0; i < count; i += 1) {
    if ((bits[i >> 3]! >> (i & 7)) & 1) continue
    const row = at + i
    values[row] = 0
    valid[row >> 3]! &= ~(1 << (row & 7))
  }
}
