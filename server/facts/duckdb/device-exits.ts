/** Exits that devices had said before the hours of the traffic had a place for them. */
import type { DuckDBConnection } from '@duckdb/node-api'

/** Of the tables alone: a list of columns is one of all views of DuckDB too, which takes 20 ms to make. */
const HAS_HOURS = "SELECT count(*) FROM duckdb_tables() WHERE table_name = 'traffic' AND NOT internal"
const HAS_EXITS = "SELECT count(*) FROM pragma_table_info('traffic') WHERE name = 'outs'"

/** Whether this file, if it has hours, has a column of exits. Asked before the tables are brought up to date. */
export async function hasExits(connection: DuckDBConnection): Promise<boolean> {
  const counts = async (sql: string) => Number((await (await connection.run(sql)).getRows())[0]?.[0])
  return (await counts(HAS_HOURS)) === 0 || (await counts(HAS_EXITS)) > 0
}

/** Puts what devices said of an hour into that of their area, where its entries are counted and its exits are not. */
export async function adoptDeviceExits(connection: DuckDBConnection): Promise<void> {
  await connection.run(`UPDATE traffic SET outs = d.outs
FROM (SELECT area, instant, sum(outs)::INTEGER AS outs FROM device_hour WHERE outs IS NOT NULL GROUP BY ALL) d
WHERE traffic.area = d.area AND traffic.instant = d.instant AND traffic.ins IS NOT NULL AND traffic.outs IS NULL`)
}
