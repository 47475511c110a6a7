/**
 * Which tables of the fact file say whose a row is. They are asked of the file itself, so that a table that is added
 * later follows a place that is merged or removed without being named here.
 */
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'

export interface PlaceTable {
  readonly name: string
  readonly has: ReadonlySet<string>
}

type Run = (sql: string, params?: DuckDBValue[]) => Promise<readonly DuckDBValue[][]>

const TABLES = `SELECT table_name, string_agg(column_name, ' ') FROM duckdb_columns()
WHERE database_name = current_database() AND schema_name = 'main' AND NOT internal
  AND column_name IN ('client', 'local', 'destination', 'area', 'device')
GROUP BY table_name ORDER BY table_name`

export const runOn =
  (connection: DuckDBConnection): Run =>
  async (sql, params = []) =>
    (await connection.run(sql, params)).getRows()

export async function placeTables(run: Run): Promise<PlaceTable[]> {
  return (await run(TABLES)).map(([name, columns]) => ({
    name: String(name),
    has: new Set(String(columns).split(' ')),
  }))
}

/** Ids as a list of SQL; each was read from the catalog, or is a checked number. */
export const idList = (ids: readonly number[]): string =>
  ids.length === 0 ? 'NULL' : ids.map((id) => String(Math.trunc(id))).join(', ')
