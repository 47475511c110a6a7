/**
 * Days of which only the total is known: one row of an area at hour `WHOLE_DAY`. A local may go from days to hours and
 * back, on different days: what was counted last says how its days without a count are expected. On one day hours win,
 * whichever came first: the total of their day is quarantined, or goes to the log when it was there before.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'

const COUNTED = (row: string) => `coalesce(${row}.ins, ${row}.visits, ${row}.fro, ${row}.far) IS NOT NULL`

const CHANGES = `
SELECT local, day, whole FROM (
  SELECT local, day, whole, lag(whole) OVER (PARTITION BY local ORDER BY day) AS before FROM (
    SELECT local, day, bool_and(hour = ${WHOLE_DAY}) AS whole FROM traffic t
    WHERE local IN (SELECT DISTINCT local FROM traffic WHERE hour = ${WHOLE_DAY}) AND ${COUNTED('t')}
    GROUP BY local, day
  )
) WHERE whole IS DISTINCT FROM before ORDER BY local, day`

type IsWhole = (day: number) => boolean

/** Whether a day of a local is known, or expected, as a whole; a local that has no such day is not in it. */
export async function wholeDaysOf(connection: DuckDBConnection): Promise<ReadonlyMap<number, IsWhole>> {
  const rows = (await (await connection.run(CHANGES)).getRows()).map(([local, day, whole]) => ({
    local: Number(local),
    day: Number(day),
    whole: whole === true,
  }))
  const byLocal = Map.groupBy(rows, ({ local }) => local)
  return new Map(
    [...byLocal].map(([local, changes]) => [
      local,
      (day: number) => (changes.findLast((change) => change.day <= day) ?? changes[0]!).whole,
    ]),
  )
}

const KEY_AND_COUNTS = 'client, local, day, hour, ins, visits, fro, far'

/** A condition on a row `s` of the temp table `staging`: its day has a total, and hours too. */
export const DAY_HAS_HOURS = `(s.hour = ${WHOLE_DAY} AND EXISTS (
  SELECT 1 FROM (SELECT ${KEY_AND_COUNTS} FROM traffic UNION ALL SELECT ${KEY_AND_COUNTS} FROM staging) h
  WHERE h.client = s.client AND h.local = s.local AND h.day = s.day AND h.hour < ${WHOLE_DAY} AND ${COUNTED('h')}))`

/** Days of which hours came with the temp table `judged`. */
export const DAYS_CLASSIFIED = `
  SELECT client, local, day FROM classified j WHERE j.hour < ${WHOLE_DAY} AND ${COUNTED('j')}`

const known = new WeakMap<DuckDBConnection, boolean>()

/**
 * Whether the facts may hold a whole day: looked up once for the one connection that writes, and true from the first
 * batch that brings one. What is taken back later changes nothing: a statement that finds none does no harm.
 */
export async function mayHaveWholeDays(connection: DuckDBConnection, brings: boolean): Promise<boolean> {
  if (brings) known.set(connection, true)
  const has = known.get(connection)
  if (has !== undefined) return has
  const rows = await (await connection.run(`SELECT 1 FROM traffic WHERE hour = ${WHOLE_DAY} LIMIT 1`)).getRows()
  known.set(connection, rows.length > 0)
  return rows.length > 0
}
