/**
 * Tickets by the hour, with their sales and units, in the hours of the traffic. A till knows no doors: the count is
 * stored in the first area of the hour that has a row, and its other areas have 0, so that the local's sum is right and
 * all its people are with tickets.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { ATOM_COLUMNS, LOG_COLUMNS, TRAFFIC_COLUMNS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { applyDailyTickets, NOON_HOUR } from './upload-days.ts'
import { countsOf, NEWS, SLICE } from './upload-news.ts'
import { UNREPORTED } from '../upload-rows.ts'
import { instantOf } from '../zone.ts'
import { isTillAtom } from '../atoms.ts'
import type { Found, UploadRows } from '../uploads.ts'

interface Work {
  readonly upload: number
  readonly nowMs: number
  readonly cause: string
}

const KEY = 'client, local, day, hour, fold'
const { missing, closed } = HOUR_STATE

/** Of a row of tickets; each may be known without the others, and a file may leave them out. */
const EXTRAS = ['sales', 'units'] as const
const BASE = { tickets: 'base', sales: 'baseSales', units: 'baseUnits' } as const
const REPORTED = { sales: 'tellsSales', units: 'tellsUnits' } as const
const each = (make: (atom: (typeof EXTRAS)[number]) => string, between = ', ') => EXTRAS.map(make).join(between)

const CURRENT = `
SELECT ${KEY}, min(area) AS area, sum(tickets)::INTEGER AS tickets,
  ${each((atom) => `sum(${atom})::INTEGER AS ${atom}`)} FROM traffic SEMI JOIN reported USING (${KEY}) GROUP BY ALL`

/**
 * changed: it was known otherwise; same: it was known so; fresh: the hour has no row yet; made: it had none before its
 * first upload; base: the value before that one, else the current one. A value that the file leaves out counts as none
 * of these.
 */
const NEWS_DDL = `
CREATE OR REPLACE TABLE ${NEWS} (
  client INTEGER, local INTEGER, day INTEGER, hour TINYINT, fold TINYINT, instant UINTEGER, tickets INTEGER,
  changed BOOLEAN, same BOOLEAN, fresh BOOLEAN, made BOOLEAN, area INTEGER, base INTEGER,
  ${each((atom) => `${atom} INTEGER, ${REPORTED[atom]} BOOLEAN, ${BASE[atom]} INTEGER`)}
)`
/** What an upload before said of the hour, and what the hour had before the first of them. */
const earlier = (atom: (typeof EXTRAS)[number]) =>
  `count(${atom}) > 0 AS has_${atom}, any_value(${BASE[atom]}) FILTER (WHERE ${atom} IS NOT NULL) AS ${BASE[atom]}`
const baseOf = (atom: (typeof EXTRAS)[number]) =>
  `CASE WHEN t.${atom} IS NULL THEN NULL WHEN e.has_${atom} THEN e.${BASE[atom]} ELSE c.${atom} END`
const STAGE_REPORTED = `
INSERT INTO ${NEWS} BY NAME
WITH current AS (${CURRENT}), earlier AS (
  SELECT ${KEY}, any_value(base) AS base, bool_or(made) AS made, true AS is,
    ${each(earlier)}
  FROM tickets_hourly SEMI JOIN reported USING (${KEY}) GROUP BY ALL
), asked AS (SELECT * REPLACE (${each((atom) => `nullif(${atom}, ${UNREPORTED}) AS ${atom}`)}) FROM reported)
SELECT ${KEY}, t.instant, t.tickets, c.tickets <> t.tickets IS TRUE
  OR ${each((atom) => `c.${atom} <> t.${atom} IS TRUE`, ' OR ')} AS changed,
  c.tickets IS NOT DISTINCT FROM t.tickets
    AND ${each((atom) => `(t.${atom} IS NULL OR c.${atom} IS NOT DISTINCT FROM t.${atom})`, ' AND ')} AS same,
  c.area IS NULL AS fresh, c.area IS NULL OR coalesce(e.made, false) AS made, coalesce(c.area, p.area, 0) AS area,
  CASE WHEN e.is THEN e.base ELSE c.tickets END AS base,
  ${each((atom) => `t.${atom}, t.${atom} IS NOT NULL AS ${REPORTED[atom]}, ${baseOf(atom)} AS ${BASE[atom]}`)}
FROM asked t LEFT JOIN current c USING (${KEY}) LEFT JOIN earlier e USING (${KEY})
LEFT JOIN places p ON p.local = t.local`

/** $1 = now, epoch ms; $2 = cause. Only what was known is corrected; what was not is completed. */
const logOf = (news: string) => `
INSERT INTO traffic_log (${LOG_COLUMNS})
SELECT t.client, t.local, t.area, t.day, t.hour, t.fold, ${ATOM_COLUMNS.map((atom) => `t.${atom}`).join(', ')},
  t.learntAt, $1::BIGINT, $2::VARCHAR
FROM traffic t JOIN ${news} n USING (${KEY}) WHERE n.changed`

const inFirstArea = (atom: string) =>
  `WHEN n.${atom} IS NULL THEN NULL WHEN traffic.area = n.area THEN n.${atom} ELSE 0 END`
const updateOf = (news: string) => `
UPDATE traffic SET tickets = CASE ${inFirstArea('tickets')},
  ${each((atom) => `${atom} = CASE WHEN NOT n.${REPORTED[atom]} THEN traffic.${atom} ${inFirstArea(atom)}`)},
  learntAt = $1::BIGINT
FROM ${news} n WHERE ${KEY.split(', ')
  .map((column) => `traffic.${column} = n.${column}`)
  .join(' AND ')}`

const INSERT = `
INSERT INTO traffic (${TRAFFIC_COLUMNS})
SELECT n.client, n.local, n.area, n.day, n.hour, n.fold, n.instant,
  ${ATOM_COLUMNS.map((atom) => (isTillAtom(atom) ? `n.${atom}` : 'NULL')).join(', ')}, NULL, NULL, NULL, ${missing},
  $1::BIGINT, NULL
FROM ${NEWS} n WHERE n.fresh ORDER BY n.day, n.client, n.local, n.hour, n.fold`

export const stageHourlyNews = (connection: DuckDBConnection) => connection.run(NEWS_DDL)

/** Adds to the news what the temp tables `reported` and `places` say. */
export async function stageReported(connection: DuckDBConnection): Promise<void> {
  await connection.run(STAGE_REPORTED)
}

/** Writes the news. */
export async function loadHourlyTickets(connection: DuckDBConnection, { upload, nowMs, cause }: Work): Promise<Found> {
  const now = BigInt(nowMs)
  const found = await countsOf(connection, 'NOT changed')
  if (found.added + found.changed === 0) return { ...found, made: 0 }
  await connection.run(
    `INSERT INTO tickets_hourly BY NAME
    SELECT $1::INTEGER AS upload, ${KEY}, instant, tickets, base, made, ${each((atom) => `${atom}, ${BASE[atom]}`)}
    FROM ${NEWS}`,
    [upload],
  )
  if (found.changed > 0) await connection.run(logOf(NEWS), [now, cause])
  const update = `${updateOf(NEWS)} AND NOT n.same`
  for (let from = 0; from < found.all; from += SLICE)
    await connection.run(`${update} AND n.rowid BETWEEN $2 AND $3`, [now, from, from + SLICE - 1])
  const made = (await connection.run(INSERT, [now])).rowsChanged
  await touchDays(connection, NEWS, nowMs)
  return { ...found, made }
}

/** The values without the upload: the newest of the others, else what there was before any. */
export async function undoHourlyTickets(connection: DuckDBConnection, { upload, nowMs, cause }: Work): Promise<void> {
  const now = BigInt(nowMs)
  // Made says all uploads of the hour; the rest is what this one reported, and what was there before the first that
  // reported it.
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reported AS
    SELECT ${KEY}, base, ${each((atom) => `${atom} IS NOT NULL AS ${REPORTED[atom]}, ${BASE[atom]}`)}, every.made
    FROM (FROM tickets_hourly WHERE upload = $1) JOIN (SELECT ${KEY}, bool_or(made) AS made FROM tickets_hourly
      GROUP BY ALL) every USING (${KEY})`,
    [upload],
  )
  await connection.run('DELETE FROM tickets_hourly WHERE upload = $1', [upload])
  await connection.run(`CREATE OR REPLACE TEMP TABLE current AS ${CURRENT}`)
  const known = each(
    (atom) => `CASE WHEN ${REPORTED[atom]} THEN coalesce(o.${atom}, t.${BASE[atom]}) ELSE c.${atom} END AS ${atom}`,
  )
  await connection.run(`CREATE OR REPLACE TEMP TABLE news AS
    WITH others AS (
      SELECT ${KEY}, arg_max(tickets, upload) AS tickets, ${each((atom) => `arg_max(${atom}, upload) AS ${atom}`)}
      FROM tickets_hourly SEMI JOIN reported USING (${KEY}) GROUP BY ALL
    ), now AS (
      SELECT ${KEY}, coalesce(o.tickets, t.base) AS tickets, ${known}, ${each((atom) => `t.${REPORTED[atom]}`)},
        coalesce(c.tickets, ${each((atom) => `c.${atom}`)}) IS NOT NULL AS changed,
        c.area, t.made AND o.tickets IS NULL AS made, c.tickets AS was_tickets,
        ${each((atom) => `c.${atom} AS was_${atom}`)}
      FROM reported t JOIN current c USING (${KEY}) LEFT JOIN others o USING (${KEY})
    )
    FROM now WHERE tickets IS DISTINCT FROM was_tickets
      OR ${each((atom) => `${atom} IS DISTINCT FROM was_${atom}`, ' OR ')}`)
  await connection.run(logOf('news'), [now, cause])
  await connection.run(updateOf('news'), [now])
  // Hours that only the upload has are removed with it, unless they are expected by now.
  await connection.run(`DELETE FROM traffic USING news n WHERE ${KEY.split(', ')
    .map((column) => `traffic.${column} = n.${column}`)
    .join(' AND ')} AND n.made
    AND coalesce(${ATOM_COLUMNS.map((atom) => `traffic.${atom}`).join(', ')}) IS NULL
      AND (traffic.expected IS NULL OR traffic.expected = 0 OR traffic.state = ${closed})`)
  await touchDays(connection, 'news', nowMs)
}

/** A day with hours has no tickets of its own, and gets them back when its hours are gone. */
async function touchDays(connection: DuckDBConnection, news: string, nowMs: number): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE touched AS SELECT DISTINCT client, local, day, NULL::UINTEGER AS noon FROM ${news}
      SEMI JOIN tickets_daily USING (client, local, day)`,
  )
  await applyDailyTickets(connection, nowMs)
}

/** Seconds UTC of noon on each day, in the zone of each local. */
export function noonsOf(
  { columns: { local, day }, length }: UploadRows,
  zones: ReadonlyMap<number, string>,
): Uint32Array {
  return Uint32Array.from(
    { length },
    (_, at) => instantOf(zones.get(local[at]!) ?? 'UTC', day[at]! * 86_400 + NOON_HOUR * 3600).instant,
  )
}
