/**
 * Checksums of facts, in a form in which two stores can be compared: the one a backup was made of, and the one it was
 * restored to.
 */
import { DuckDBInstance } from '@duckdb/node-api'
import type { DuckDBValue } from '@duckdb/node-api'
import { StartError } from '../lib/errors.ts'
import { openError } from '../facts/errors.ts'

export interface FactSums {
  /** Rows of each table. */
  readonly rows: Readonly<Record<string, number>>
  /** Columns of `traffic` that are added up. */
  readonly columns: readonly string[]
  /** Client, local, month (202611), rows, and the sum of each column; null = not reported. */
  readonly months: readonly (readonly (number | null)[])[]
}

export type ReadRows = (sql: string) => Promise<DuckDBValue[][]>

const NO_COUNT = new Set(['client', 'local', 'area', 'day', 'hour', 'fold', 'instant', 'state', 'learntAt'])
const numberOrNull = (value: DuckDBValue | undefined) => (value == null ? null : Number(value))

/** Of the columns that a file has: those of an earlier release are fewer. */
export async function factSums(read: ReadRows): Promise<FactSums> {
  const found = await read(
    'SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal AND database_name = current_database() ' +
      'ORDER BY table_name, column_name',
  )
  const tables = [...new Set(found.map(([table]) => String(table)))]
  const rows: Record<string, number> = {}
  for (const table of tables) rows[table] = Number((await read(`SELECT count(*) FROM "${table}"`))[0]?.[0])
  const columns = found
    .filter(([table, column]) => table === 'traffic' && !NO_COUNT.has(String(column)))
    .map(([, column]) => String(column))
  if (columns.length === 0) return { rows, columns, months: [] }
  const months =
    await read(`SELECT client, local, CAST(strftime(DATE '1970-01-01' + day, '%Y%m') AS INTEGER) AS m, count(*),
      ${columns.map((column) => `sum("${column}")`).join(', ')}
FROM traffic GROUP BY ALL ORDER BY client, local, m`)
  return { rows, columns, months: months.map((row) => row.map(numberOrNull)) }
}

/** The differences, in words; empty = none. */
export function differences(expected: FactSums, found: FactSums, most = 5): string[] {
  const wrong: string[] = []
  for (const table of new Set([...Object.keys(expected.rows), ...Object.keys(found.rows)])) {
    if (expected.rows[table] !== found.rows[table])
      wrong.push(`${table} has ${found.rows[table] ?? 'no'} rows instead of ${expected.rows[table] ?? 'none'}`)
  }
  const keyOf = ([client, local, month]: readonly (number | null)[]) => `client ${client}, local ${local}, ${month}`
  const there = new Map(found.months.map((row) => [keyOf(row), row]))
  for (const row of expected.months) {
    const other = there.get(keyOf(row))
    there.delete(keyOf(row))
    const names = ['rows', ...expected.columns]
    const at = names.findIndex(
      (name, i) => row[i + 3] !== other?.[name === 'rows' ? 3 : found.columns.indexOf(name) + 4],
    )
    if (at >= 0)
      wrong.push(`${keyOf(row)}: ${names[at]} is ${other?.[at + 3] ?? 'not there'} instead of ${row[at + 3]}`)
  }
  for (const key of there.keys()) wrong.push(`${key} should not be there`)
  return wrong.slice(0, most)
}

/**
 * Reads a file without changing it: what is only in its log is read from there. Throws StartError FACTS_LOCKED,
 * FACTS_UNREADABLE.
 */
export async function withFacts<T>(path: string, work: (read: ReadRows) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(path, {
    access_mode: 'READ_ONLY',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    enable_external_access: 'false',
  }).catch((cause: unknown) => {
    const { code, message } = openError(path, cause)
    throw new StartError(code, message, { cause })
  })
  try {
    const connection = await instance.connect()
    try {
      return await work(async (sql) => (await connection.run(sql)).getRows())
    } finally {
      connection.closeSync()
    }
  } finally {
    instance.closeSync()
  }
}
