/**
 * Tickets of whole days with their sales and units, beside the hours of the traffic: never spread over them, only
 * carried by one row, so that questions about days count them and questions about hours do not.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { ATOM_COLUMNS, TRAFFIC_COLUMNS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { OF_DAY, TILL_ATOMS } from '../atoms.ts'

const { missing, outside } = HOUR_STATE
/** The area for tickets of a day without counts. */
export const NOON_HOUR = 12

const WANTED = `
CREATE OR REPLACE TEMP TABLE wanted AS
SELECT client, local, day, noon, ${TILL_ATOMS.map((atom) => `d.${atom}`).join(', ')} FROM touched LEFT JOIN (
  SELECT client, local, day, ${TILL_ATOMS.map((atom) => `arg_max(${atom}, upload) AS ${atom}`).join(', ')}
  FROM tickets_daily SEMI JOIN touched USING (client, local, day) GROUP BY ALL
) d USING (client, local, day)`

/** $1 = now, epoch ms. */
const INSERT = `
INSERT INTO traffic (${TRAFFIC_COLUMNS})
SELECT w.client, w.local, coalesce(p.area, 0), w.day, ${NOON_HOUR}, 0, w.noon,
  ${ATOM_COLUMNS.map(() => 'NULL').join(', ')}, NULL, NULL, NULL, ${missing}, $1::BIGINT, NULL
FROM (FROM wanted WHERE tickets IS NOT NULL AND noon IS NOT NULL) w LEFT JOIN places p ON p.local = w.local
ANTI JOIN traffic t ON t.client = w.client AND t.local = w.local AND t.day = w.day`

/**
 * The row that carries a value has also what it is divided by or multiplied with, if any row has: a ratio takes rows
 * that have both of its sides.
 */
const FIRST = {
  tickets: ['sales', 'units'],
  sales: ['tickets', 'ins', 'visits', 'units'],
  units: ['tickets', 'sales'],
} as const
const isFirst = (atom: keyof typeof FIRST) => `row_number() OVER (
      PARTITION BY t.client, t.local, t.day
        ORDER BY t.state = ${outside}, ${FIRST[atom].map((other) => `t.${other} IS NULL`).join(', ')}, t.instant,
        t.area) = 1`
const valueOf = (atom: (typeof TILL_ATOMS)[number]) => `CASE
    WHEN w.${atom} IS NULL OR bool_or(t.${atom} IS NOT NULL) OVER ofDay THEN NULL
    WHEN ${isFirst(atom)} THEN w.${atom}
    ELSE 0 END AS ${atom}`

/**
 * A day whose hours have tickets has none of its own; sales and units alike. Hours outside the opening hours carry
 * nothing: no question counts them.
 */
const UPDATE = `
UPDATE traffic SET ${TILL_ATOMS.map((atom) => `${OF_DAY[atom]} = r.${atom}`).join(', ')}, learntAt = $1::BIGINT
FROM (
  SELECT t.rowid AS id, ${TILL_ATOMS.map((atom) => `t.${OF_DAY[atom]} AS ${OF_DAY[atom]}, ${valueOf(atom)}`).join(', ')}
  FROM traffic t JOIN wanted w USING (client, local, day) WINDOW ofDay AS (PARTITION BY t.client, t.local, t.day)
) r
WHERE traffic.rowid = r.id
  AND (${TILL_ATOMS.map((atom) => `r.${OF_DAY[atom]} IS DISTINCT FROM r.${atom}`).join(' OR ')})`

/** A day that only the upload has is removed with it. */
const FORGET = `
DELETE FROM traffic WHERE rowid IN (
  SELECT any_value(t.rowid) FROM traffic t JOIN wanted w USING (client, local, day) WHERE w.tickets IS NULL
  GROUP BY t.client, t.local, t.day
  HAVING count(*) = 1 AND bool_and(t.hour = ${NOON_HOUR}
  AND coalesce(${ATOM_COLUMNS.map((atom) => `t.${atom}`).join(', ')}) IS NULL)
)`

/**
 * Brings the days of the temp table `touched` in step with what was uploaded of them. Where a day has no row, one is
 * made at its `noon` (seconds UTC) in the local's area of the temp table `places`; without a noon none is.
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

/** Days with tickets whose hours may be incomplete: later hours have none yet. */
export async function settleDailyTickets(connection: DuckDBConnection, fromDay: number, nowMs: number): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT client, local, day, NULL::UINTEGER AS noon
      FROM tickets_daily WHERE day >= $1`,
    [fromDay],
  )
  await applyDailyTickets(connection, nowMs)
}
