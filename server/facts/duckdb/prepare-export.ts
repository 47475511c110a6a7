import type { DuckDBConnection } from '@duckdb/node-api'
import type { ExportRows } from '../exports.ts'

const TEXT_BATCH = 200

/** Names that the statements join: tables of this connection only, which go with it. */
export async function prepareExport(
  connection: DuckDBConnection,
  { locals, areas }: Pick<ExportRows, 'locals' | 'areas'>,
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE export_local (client INTEGER, clientName VARCHAR, local INTEGER, localName VARCHAR,
      localCode VARCHAR, timeZone VARCHAR)`,
  )
  await connection.run('CREATE OR REPLACE TEMP TABLE export_area (area INTEGER, areaName VARCHAR, traffic VARCHAR)')
  await insert(
    connection,
    'export_local',
    locals.map(({ client, clientName, local, localName, localCode, timeZone }) => [
      client,
      clientName,
      local,
      localName,
      localCode,
      timeZone,
    ]),
  )
  await insert(
    connection,
    'export_area',
    areas.map(({ area, areaName, traffic }) => [area, areaName, traffic]),
  )
}

async function insert(
  connection: DuckDBConnection,
  table: string,
  rows: readonly (readonly (string | number)[])[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += TEXT_BATCH) {
    const some = rows.slice(from, from + TEXT_BATCH)
    let place = 0
    const values = some.map((row) => `(${row.map(() => `$${(place += 1)}`).join(', ')})`)
    await connection.run(`INSERT INTO ${table} VALUES ${values.join(', ')}`, some.flat())
  }
}
