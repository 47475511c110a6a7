/** Exits that devices had said before the hours of the traffic had a place for them. */
import type { DuckDBConnection } from '@duckdb/node-api'

const HAS_EXITS = `
SELECT count(*) = 0 OR bool_or(column_name = 'outs') FROM duckdb_columns()
WHERE table_name = 'traffic' AND NOT internal`

/** Whether this file, if it has hours, has a column of exits. Asked before the tables are brought up to date. */
export async function hasExits(connection: DuckDBConnection): Promise<boolean> {
  const [[known] = []] = await (await connection.run(HAS_EXITS)).getRows()
  return known === true
}

/** Puts what devices said of an hour into that of their area, where its entries are counted and its exits are not. */
export async function adoptDeviceExits(connection: DuckDBConnection): Promise<void> {
  await connection.run(`UPDATE traffic SET outs = d.outs
FROM (SELECT area, instant, sum(outs)::INTEGER AS outs FROM device_hour WHERE outs IS NOT NULL GROUP BY ALL) d
WHERE traffic.area = d.area AND traffic.instant = d.instant AND traffic.ins IS NOT NULL AND traffic.outs IS NULL`)
}
