/** The facts of a place, reported before it is merged or removed. */
import type { SqlFactStore } from './sql-store.ts'
import type { PlaceColumn, FactContents } from '../places.ts'

const COUNTED = 'coalesce(ins, visits, fro, far) IS NOT NULL'

/** By id of the place; a place without anything is not in it. */
export async function hoursBy(
  { read }: Pick<SqlFactStore, 'read'>,
  by: PlaceColumn,
  within: { readonly column: PlaceColumn; readonly id: number } | null,
): Promise<ReadonlyMap<number, Pick<FactContents, 'hours' | 'firstDay' | 'lastDay'>>> {
  const rows = await read(
    `SELECT ${by}, CAST(count(*) AS DOUBLE), min(day), max(day) FROM traffic
      WHERE ${COUNTED}${within === null ? '' : ` AND ${within.column} = $1`} GROUP BY ${by}`,
    within === null ? [] : [within.id],
  )
  return new Map(
    rows.map(([id, hours, first, last]) => [
      Number(id),
      { hours: Number(hours), firstDay: Number(first), lastDay: Number(last) },
    ]),
  )
}

/** Values of one statement. */
const BATCH_SIZE = 250

const HOUR_MS = 3_600_000

/**
 * Readings within the running hour, whose sum is no count since then; what is of later hours is in the hours. `sinceMs`
 * is the moment that was asked, `untilMs` an hour later.
 */
const SAID = [
  `SELECT nth, min(start) AS began FROM asked JOIN reading ON local = place AND start >= sinceMs AND start < untilMs
    WHERE coalesce(ins, outs, visits, fro, far) IS NOT NULL GROUP BY nth`,
  `SELECT nth, min(sinceAt) AS began FROM asked JOIN counter ON local = place AND sinceAt >= sinceMs
    AND sinceAt < untilMs WHERE coalesce(ins, outs) IS NOT NULL GROUP BY nth`,
]

/** In the order of what was asked; null where nothing was counted yet. */
export async function firstCounts(
  { read }: Pick<SqlFactStore, 'read'>,
  requested: readonly { readonly local: number; readonly from: number }[],
): Promise<(number | null)[]> {
  const found = new Map<number, number>()
  for (let begin = 0; begin < requested.length; begin += BATCH_SIZE) {
    const some = requested.slice(begin, begin + BATCH_SIZE)
    const marks = some.map((_, at) => `(${begin + at}, $${at * 3 + 1}, $${at * 3 + 2}, $${at * 3 + 3})`).join(', ')
    const hours = `SELECT nth, CAST(min(instant) AS BIGINT) * 1000 AS began FROM asked
      JOIN traffic ON local = place AND instant >= ceil(sinceMs / 1000) WHERE ${COUNTED} GROUP BY nth`
    const rows = await read(
      `WITH asked(nth, place, sinceMs, untilMs) AS (VALUES ${marks}) SELECT nth, CAST(min(began) AS DOUBLE)
        FROM (${[hours, ...SAID].join(' UNION ALL ')}) GROUP BY nth`,
      some.flatMap(({ local, from }) => [local, from, from + HOUR_MS]),
    )
    for (const [at, began] of rows) found.set(Number(at), Number(began))
  }
  return requested.map((_, at) => found.get(at) ?? null)
}

export async function factContents(
  { read }: Pick<SqlFactStore, 'read'>,
  column: PlaceColumn,
  id: number,
): Promise<FactContents> {
  const count = async (sql: string) => Number((await read(sql, [id]))[0]?.[0] ?? 0)
  const ofTable = (table: string) => count(`SELECT CAST(count(*) AS DOUBLE) FROM ${table} WHERE ${column} = $1`)
  const hasNoArea = column === 'area'
  const [hours, ticketDays, readings, quarantined] = await Promise.all([
    hoursBy({ read }, column, { column, id }),
    hasNoArea
      ? 0
      : count(
          `SELECT CAST(count(DISTINCT (local, day)) AS DOUBLE) FROM (SELECT client, local, day FROM tickets_hourly
            UNION ALL SELECT client, local, day FROM tickets_daily) WHERE ${column} = $1`,
        ),
    Promise.all(['reading', 'counter', 'occupancy'].map(ofTable)),
    hasNoArea
      ? [0]
      : Promise.all([
          count(`SELECT CAST(count(*) AS DOUBLE) FROM quarantine WHERE ${column} = $1 AND decision IS NULL`),
          count(`SELECT CAST(count(*) AS DOUBLE) FROM reading_quarantine WHERE ${column} = $1 AND releasedAt IS NULL`),
        ]),
  ])
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  return {
    hours: 0,
    firstDay: null,
    lastDay: null,
    ...hours.get(id),
    ticketDays,
    readings: sum(readings),
    quarantined: sum(quarantined),
  }
}
