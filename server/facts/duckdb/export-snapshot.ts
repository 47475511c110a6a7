/** The rows of an export as statements, each in turn; see `../exports.ts`. */
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ExportFacts, ExportRows, ExportSnapshot } from '../exports.ts'
import type { InTurn } from './connection-types.ts'
import {
  cellsSql,
  clientsWithHours,
  daysOfRows,
  otherFiguresOf,
  rowsOfDays,
  sumsOfDays,
  textSql,
  typedSql,
} from './export-rows.ts'
import { prepareExport } from './prepare-export.ts'
import type { SqlFactStore } from './sql-store.ts'

/** Rows that DuckDB packs at a time where it joins the lots of a Parquet file; each of its threads holds some. */
const ROW_GROUP = 25_000

const quoted = (path: string) => `'${path.replaceAll("'", "''")}'`

export function exportSnapshot(
  connection: DuckDBConnection,
  inTurn: InTurn,
  of: ExportRows,
  signal: AbortSignal,
): ExportSnapshot {
  const piece: InTurn = (work) =>
    inTurn(() => {
      signal.throwIfAborted()
      return work()
    })
  const run = async (sql: string): Promise<void> => {
    await piece(() => connection.run(sql))
  }
  return {
    rowsOfDays: () => piece(() => rowsOfDays(connection, of)),
    sumsOf: (days) => piece(() => sumsOfDays(connection, of, days)),
    cells: (days) =>
      piece(
        async () => (await (await connection.run(cellsSql(of, days))).getColumns()) as (number | string | null)[][],
      ),
    writeText: (days, path, hasNames) =>
      run(`COPY (${textSql(of, days)}) TO ${quoted(path)} (FORMAT csv, DELIMITER ';', HEADER ${hasNames}, NULL '')`),
    writeTyped: (days, path) =>
      run(`COPY (${typedSql(of, days)}) TO ${quoted(path)} (FORMAT parquet, COMPRESSION zstd)`),
    joinTyped: (parts, path) =>
      run(
        `COPY (SELECT * FROM read_parquet([${parts.map(quoted).join(', ')}])) TO ${quoted(path)}
          (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP})`,
      ),
  }
}

export const exportFacts = ({ read, snapshot }: Pick<SqlFactStore, 'read' | 'snapshot'>): ExportFacts => ({
  clientsWithHours: (clients) => clientsWithHours({ read }, clients),
  otherFigures: (clients) => otherFiguresOf({ read }, clients),
  daysOf: (of) => daysOfRows({ read }, of),
  snapshot: (of, signal, work) =>
    snapshot(
      async (connection, inTurn) => {
        const stop = () => {
          connection.interrupt()
        }
        signal.addEventListener('abort', stop, { once: true })
        try {
          signal.throwIfAborted()
          return await work(exportSnapshot(connection, inTurn, of, signal))
        } catch (error) {
          // An interrupted statement says so in words of its own.
          signal.throwIfAborted()
          throw error
        } finally {
          signal.removeEventListener('abort', stop)
        }
      },
      (connection) => prepareExport(connection, of),
    ),
})
