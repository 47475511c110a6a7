/**
 * Tickets of whole days, beside the hours of the traffic: never spread over them, only carried by the day's first row, so that questions
 * about days count them and questions about hours do not.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { ATOM_COLUMNS, HOUR_STATE, TRAFFIC_COLUMNS } from './columns.ts'

const { missing, outside } = HOUR_STATE
/** Where the tickets of a day stand of which nothing else is known. */
export const NOON_HOUR = 12

const WANTED = `
CREATE OR REPLACE TEMP TABLE wanted AS
SELECT client, local, day, noon, d.tickets FROM touched LEFT JOIN (
  SELECT client, local, day, arg_max(tickets, upload) AS tickets FROM tickets_daily SEMI JOIN touched USING (client, local, day) GROUP BY ALL
) d USING (client, local, day)`

/** $1 = now, epoch ms. */
const INSERT = `
INSERT INTO traffic (${TRAFFIC_COLUMNS})
SELECT w.client, w.local, coalesce(p.area, 0), w.day, ${NOON_HOUR}, 0, w.noon, ${ATOM_COLUMNS.map(() => 'NULL').join(', ')}, NULL, NULL, NULL, ${missing}, $1::BIGINT, NULL
FROM (FROM wanted WHERE tickets IS NOT NULL AND noon IS NOT NULL) w LEFT JOIN places p ON p.local = w.local ANTI JOIN traffic t ON t.client = w.client AND t.local = w.local AND t.day = w.day`

/** A day whose hours have tickets has none of its own. Hours outside the opening hours carry nothing: no question counts them. */
const UPDATE = `
UPDATE traffic SET ticketsOfDay = r.value, learntAt = $1::BIGINT
FROM (
  SELECT t.rowid AS id, t.ticketsOfDay AS before, CASE
    WHEN w.tickets IS NULL OR bool_or(t.tickets IS NOT NULL) OVER ofDay THEN NULL
    WHEN row_number() OVER (PARTITION BY t.client, t.local, t.day ORDER BY t.state = ${outside}, t.instant, t.area) = 1 THEN w.tickets
    ELSE 0 END AS value
  FROM traffic t JOIN wanted w USING (client, local, day) WINDOW ofDay AS (PARTITION BY t.client, t.local, t.day)
) r
WHERE traffic.rowid = r.id AND r.before IS DISTINCT FROM r.value`

/** A day that only the upload spoke of goes with it. */
const FORGET = `
DELETE FROM traffic WHERE rowid IN (
  SELECT any_value(t.rowid) FROM traffic t JOIN wanted w USING (client, local, day) WHERE w.tickets IS NULL
  GROUP BY t.client, t.local, t.day HAVING count(*) = 1 AND bool_and(t.hour = ${NOON_HOUR} AND coalesce(${ATOM_COLUMNS.map((atom) => `t.${atom}`).join(', ')}) IS NULL)
)`

/**
 * Brings the days of the temp table `touched` in step with what was uploaded of them. Where a day has no row, one is made at its `noon`
 * (seconds UTC) in the local's area of the temp table `places`; without a noon none is.
 *
 * @returns how many rows were made
 */
export async function applyDailyTickets(connection: DuckDBConnection, nowMs: number): Promise<number> {
  const now = BigInt(nowMs)
  await connection.run('CREATE TEMP TABLE IF NOT EXISTS places (local INTEGER, area INTEGER)')
  await connection.run(WANTED)
  const { rowsChanged } = await connection.run(INSERT, [now])
  await connection.run(UPDATE, [now])
  await connection.run(FORGET)
  return rowsChanged
}

/** Days that were told, and whose rows are perhaps not all there yet: hours that came since carry nothing. */
export async function settleDailyTickets(connection: DuckDBConnection, fromDay: number, nowMs: number): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT client, local, day, NULL::UINTEGER AS noon FROM tickets_daily WHERE day >= $1', [fromDay])
  await applyDailyTickets(connection, nowMs)
}
