/** Copies what can be read of damaged facts into new ones, and counts what cannot. */
import { rmSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'
import { SCHEMA } from './schema.ts'

/** DuckDB keeps so many rows of a column together: what is lost is lost for a group. */
const GROUP_ROWS = 122_880

export interface Salvaged {
  /** Rows by table that could not be kept. */
  readonly lostRows: ReadonlyMap<string, number>
  /** Rows whose column could not be read and is empty now, by `table.column`. */
  readonly lostValues: ReadonlyMap<string, number>
  readonly text: string
}

/**
 * Makes `PATH.new`. A group of rows of which an optional column cannot be read keeps the others; without one of the
 * required ones it is lost. For facts that no process has open.
 */
export async function salvageFacts(path: string): Promise<Salvaged> {
  const target = `${path}.new`
  for (const more of ['', '.wal']) rmSync(`${target}${more}`, { force: true })
  const instance = await DuckDBInstance.create(target)
  const connection = await instance.connect()
  const rowsOf = async (sql: string) => (await connection.run(sql)).getRows()
  const lostRows = new Map<string, number>()
  const lostValues = new Map<string, number>()
  let kept = 0
  try {
    await connection.run(SCHEMA)
    await connection.run(`ATTACH '${path.replaceAll("'", "''")}' AS damaged (READ_ONLY)`)
    const columns = new Map<string, { name: string; isOptional: boolean }[]>()
    const known = new Set(
      (
        await rowsOf(
          `SELECT table_name || '.' || column_name FROM duckdb_columns() WHERE database_name = current_database()
            AND NOT internal`,
        )
      ).map(([name]) => String(name)),
    )
    for (const [table, name, nullable] of await rowsOf(
      `SELECT table_name, column_name, is_nullable FROM duckdb_columns() WHERE database_name = 'damaged'
        AND NOT internal ORDER BY table_name, column_index`,
    )) {
      if (known.has(`${String(table)}.${String(name)}`))
        columns.set(String(table), [
          ...(columns.get(String(table)) ?? []),
          { name: String(name), isOptional: nullable === true },
        ])
    }
    for (const [table, all] of columns) {
      const [[rows = 0] = []] = await rowsOf(`SELECT count(*)::INTEGER FROM damaged."${table}"`)
      // Rows that a new file begins with would be there twice.
      await connection.run(`DELETE FROM "${table}"`)
      for (let from = 0; from < Number(rows); from += GROUP_ROWS) {
        const range = `rowid BETWEEN ${from} AND ${from + GROUP_ROWS - 1}`
        const copy = (given: typeof all) =>
          connection.run(
            `INSERT INTO "${table}" (${given.map(({ name }) => `"${name}"`).join(', ')})
              SELECT ${given.map(({ name }) => `"${name}"`).join(', ')} FROM damaged."${table}" WHERE ${range}`,
          )
        const inGroup = Math.min(GROUP_ROWS, Number(rows) - from)
        if (
          await copy(all).then(
            () => true,
            () => false,
          )
        ) {
          kept += inGroup
          continue
        }
        const readable: typeof all = []
        for (const column of all) {
          if (
            await connection.run(`SELECT bit_xor(hash("${column.name}")) FROM damaged."${table}" WHERE ${range}`).then(
              () => true,
              () => false,
            )
          )
            readable.push(column)
        }
        const unreadable = all.filter((column) => !readable.includes(column))
        if (
          unreadable.every(({ isOptional }) => isOptional) &&
          (await copy(readable).then(
            () => true,
            () => false,
          ))
        ) {
          kept += inGroup
          for (const { name } of unreadable)
            lostValues.set(`${table}.${name}`, (lostValues.get(`${table}.${name}`) ?? 0) + inGroup)
        } else lostRows.set(table, (lostRows.get(table) ?? 0) + inGroup)
      }
    }
    for (const [sequence, last] of await rowsOf(
      `SELECT sequence_name, CAST(coalesce(last_value, 0) AS INTEGER) FROM duckdb_sequences()
        WHERE database_name = 'damaged'`,
    )) {
      await connection.run(`CREATE OR REPLACE SEQUENCE "${String(sequence)}" START WITH ${Number(last) + 1}`)
    }
    await connection.run('DETACH damaged')
    await connection.run('CHECKPOINT')
  } finally {
    connection.closeSync()
    instance.closeSync()
  }
  const said = [
    ...[...lostRows].map(([table, rows]) => `${rows} rows of ${table} are lost.`),
    ...[...lostValues].map(
      ([column, rows]) => `${column} of ${rows} rows is lost and empty now, as if it had not been counted.`,
    ),
  ]
  return {
    lostRows,
    lostValues,
    text: `${kept} rows were kept. ${said.length === 0 ? 'Nothing is lost.' : said.join(' ')}`,
  }
}
