import type { DuckDBConnection } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'
import { appendColumns } from './append.ts'
import { ATOM_COLUMNS, LOG_COLUMNS } from '../columns.ts'
import { plannedHours, type ExpectedSpan } from '../expected.ts'

const ATOMS = (row: string) => ATOM_COLUMNS.map((atom) => `${row}.${atom}`).join(', ')
const EMPTY = `coalesce(${ATOMS('traffic')}) IS NULL
  AND coalesce(traffic.ticketsOfDay, 0) = 0 AND coalesce(traffic.salesOfDay, 0) = 0
    AND coalesce(traffic.unitsOfDay, 0) = 0`

/** Takes out the placeholders of the other kind, where days of the spans changed theirs. */
export async function dropOtherPlaceholders(
  connection: DuckDBConnection,
  spans: readonly ExpectedSpan[],
): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE planned_day (local INTEGER, day INTEGER, whole INTEGER)')
  const planned = spans.flatMap(({ local, fromDay, toDay, isWhole }) =>
    Array.from({ length: toDay - fromDay + 1 }, (_, n) => fromDay + n)
      .filter((day) => plannedHours(local, day).hours.includes(1))
      .map((day) => ({ local: local.local, day, whole: isWhole?.(day) === true ? 1 : 0 })),
  )
  const column = (of: keyof (typeof planned)[number]) => Int32Array.from(planned, (row) => row[of])
  await appendColumns(connection, 'planned_day', [column('local'), column('day'), column('whole')], planned.length)
  await connection.run(`DELETE FROM traffic USING planned_day p
    WHERE traffic.local = p.local AND traffic.day = p.day AND (traffic.hour = ${WHOLE_DAY}) <> (p.whole = 1)
      AND ${EMPTY}`)
  await connection.run('DROP TABLE temp.planned_day')
}

/**
 * Totals of days whose hours have come: they go to the log and out of the facts.
 *
 * @param days the days, as a SELECT of client, local, day
 */
export async function supersedeWholeDays(
  connection: DuckDBConnection,
  nowMs: number,
  cause: string,
  days: string,
): Promise<number> {
  const gone = `traffic.hour = ${WHOLE_DAY} AND (traffic.client, traffic.local, traffic.day) IN (${days})`
  const { rowsChanged } = await connection.run(
    `INSERT INTO traffic_log (${LOG_COLUMNS}) SELECT client, local, area, day, hour, fold, ${ATOM_COLUMNS.join(', ')},
      learntAt, $1::BIGINT, $2::VARCHAR
     FROM traffic WHERE ${gone} AND coalesce(${ATOM_COLUMNS.join(', ')}) IS NOT NULL`,
    [BigInt(nowMs), cause],
  )
  await connection.run(`DELETE FROM traffic WHERE ${gone}`)
  return rowsChanged
}
