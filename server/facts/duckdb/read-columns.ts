import duckdb from '@duckdb/node-bindings'
import type { DuckDBConnection } from '@duckdb/node-api'

export interface ColumnChunk {
  /** Valid until the next chunk is asked for. */
  readonly columns: readonly Int32Array[]
  readonly length: number
}

/**
 * The rows of a statement whose columns are INTEGER without nulls, a vector at a time: a result of any length is never
 * held.
 */
export async function* readColumns(connection: DuckDBConnection, sql: string): AsyncGenerator<ColumnChunk> {
  const result = await connection.stream(sql)
  const width = result.columnCount
  for (;;) {
    const data = await result.fetchChunk()
    if (!data || data.rowCount === 0) return
    const length = data.rowCount
    const columns = Array.from({ length: width }, (_, c) => {
      const bytes = duckdb.vector_get_data(duckdb.data_chunk_get_vector(data.chunk, c), length * 4)
      return new Int32Array(bytes.buffer, bytes.byteOffset, length)
    })
    yield { columns, length }
  }
}
