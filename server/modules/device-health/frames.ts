/** The footscan days as frames: the statements, and the columns of their answers. */
import type { Column, Frame, NumberData, Numbers, Unit } from '#domain/frame'
import { HEALTH_REASONS, STATUS_CODE, UNKNOWN_STATUS, VERSUS_DAYS } from '#domain/device-status'
import { civilAt } from '../../facts/zone.ts'
import type { CompiledColumn, ResultType } from '../../facts/duckdb/compile.ts'
import type { HealthFootscan } from './repo.ts'

const { UP, DOWN, CLOSED } = STATUS_CODE
const dim = (id: string, type: Column['type'], unit?: Unit): Column => ({
  id,
  type,
  role: 'dim',
  ...(unit && { unit }),
})
const measure = (id: string, unit: Unit = 'count'): Column => ({ id, type: 'int', role: 'measure', unit })
const as = (result: ResultType, ...columns: Column[]): CompiledColumn[] => columns.map((column) => ({ column, result }))

const status = (table: string) =>
  `CASE WHEN ${table}.open IS NULL THEN ${UNKNOWN_STATUS} WHEN ${table}.open = 0 THEN ${CLOSED} WHEN ${table}.alert = 1 THEN ${DOWN} ELSE ${UP} END`
const REASON = `CASE d.reason ${HEALTH_REASONS.map((reason, code) => `WHEN '${reason}' THEN ${code}`).join(' ')} ELSE -1 END`
/** Before and after a day may lie outside the range that was asked for. */
const before = (alias: string, days: number) =>
  `LEFT JOIN device_day ${alias} ON ${alias}.device = d.device AND ${alias}.day = d.day - ${days}`

export const WORKDAY_COLUMNS: readonly CompiledColumn[] = [
  ...as('integer', dim('day', 'day', 'day'), dim('local', 'int', 'id'), dim('device', 'int', 'id')),
  ...as('tinyint', dim('status', 'int'), dim('statusYesterday', 'int'), dim('statusLastWeek', 'int')),
  ...as('period', dim('reason', 'text')),
  ...as('double', dim('since', 'int', 'hour')),
  ...as('integer', dim('downDay', 'day', 'day')),
  ...as('double', dim('downHour', 'int', 'hour')),
  ...as('tinyint', measure('open'), measure('alert'), measure('running')),
  ...as(
    'integer',
    measure('pings'),
    measure('openS', 'seconds'),
    measure('coveredS', 'seconds'),
    measure('lostS', 'seconds'),
  ),
]

interface Span {
  readonly client: number
  readonly locals: readonly number[]
  readonly from: number
  readonly to: number
}

/** How far back an outage is followed to its begin. */
export const FOLLOW_DAYS = 400

/** One row per footscan and workday. `versus` keeps only the rows that changed since then. */
export function workdaySql(
  { client, locals, from, to }: Span,
  versus?: keyof typeof VERSUS_DAYS,
): { sql: string; params: number[] } {
  const past = { yesterday: status('y'), lastWeek: status('w') }
  const chosen = `client = $1 AND local IN (${locals.length === 0 ? 'NULL' : locals.join(', ')})`
  return {
    // An outage begins after the last good day; closed days in between do not end it. Only an hour without a word is
    // known to be lost.
    sql: `WITH outage AS (
  SELECT a.device, a.day, min(o.day) AS downDay, arg_min(o.downAt, o.day) // 1000 AS downS, sum(o.openS - o.coveredS) FILTER (WHERE o.reason = 'offline') AS lostS
  FROM (SELECT device, day FROM device_day WHERE ${chosen} AND alert = 1 AND day BETWEEN $2 AND $3) a
  ASOF LEFT JOIN (SELECT device, day FROM device_day WHERE ${chosen} AND open = 1 AND alert = 0 AND openS > 0) g ON g.device = a.device AND g.day <= a.day
  JOIN device_day o ON o.device = a.device AND o.alert = 1 AND o.day <= a.day AND o.day > coalesce(g.day, a.day - ${FOLLOW_DAYS}) AND o.day > a.day - ${FOLLOW_DAYS}
  GROUP BY a.device, a.day
)
SELECT d.day, d.local, d.device, CAST(${status('d')} AS TINYINT), CAST(${past.yesterday} AS TINYINT), CAST(${past.lastWeek} AS TINYINT), CAST(${REASON} AS TINYINT),
  CAST(d.downAt // 1000 AS DOUBLE), CAST(t.downDay AS INTEGER), CAST(t.downS AS DOUBLE), d.open, d.alert, d.running, d.pings, d.openS, d.coveredS, CAST(t.lostS AS INTEGER)
FROM device_day d ${before('y', VERSUS_DAYS.yesterday)} ${before('w', VERSUS_DAYS.lastWeek)} LEFT JOIN outage t ON t.device = d.device AND t.day = d.day
WHERE d.client = $1 AND d.day BETWEEN $2 AND $3 AND d.local IN (${locals.length === 0 ? 'NULL' : locals.join(', ')})
${versus === undefined ? '' : `AND ${past[versus]} NOT IN (${UNKNOWN_STATUS}, ${status('d')})`}
ORDER BY d.day, d.local, d.device`,
    params: [client, from, to],
  }
}

export const SUMMARY_COLUMNS: readonly CompiledColumn[] = [
  ...as(
    'integer',
    dim('day', 'day', 'day'),
    measure('up'),
    measure('down'),
    measure('closed'),
    measure('total'),
    measure('newUp'),
    measure('newDown'),
    measure('running'),
  ),
  ...as(
    'double',
    measure('pings'),
    measure('expectedPings'),
    measure('openS', 'seconds'),
    measure('coveredS', 'seconds'),
  ),
]

/**
 * One row per date. News is what went down, and what is up and was down the day before: opening hours are none. The
 * first date of the range has none. Pings are expected where footscans report themselves: their open seconds over the
 * seconds between two messages.
 */
export function summarySql(
  { client, locals, from, to }: Span,
  reportS: ReadonlyMap<number, number>,
): { sql: string; params: number[] } {
  const odd = [...reportS].filter(([, seconds]) => seconds !== 300)
  const every =
    odd.length === 0
      ? '300'
      : `CASE ${odd.map(([device, seconds]) => `WHEN d.device = ${device} THEN ${seconds}`).join(' ')} ELSE 300 END`
  const news = (now: number, was: string) =>
    `CASE WHEN d.day > $2 THEN count(*) FILTER (WHERE ${status('d')} = ${now} AND ${status('y')} ${was}) END`
  const count = (code: number) => `count(*) FILTER (WHERE ${status('d')} = ${code})`
  return {
    sql: `SELECT d.day, ${[count(UP), count(DOWN), count(CLOSED), 'count(*)', news(UP, `= ${DOWN}`), news(DOWN, `NOT IN (${UNKNOWN_STATUS}, ${DOWN})`), 'sum(d.running)'].map((value) => `CAST(${value} AS INTEGER)`).join(', ')},
  CAST(sum(d.pings) AS DOUBLE), CAST(round(sum(d.openS / ${every}) FILTER (WHERE d.pings IS NOT NULL)) AS DOUBLE), CAST(sum(d.openS) AS DOUBLE), CAST(sum(d.coveredS) AS DOUBLE)
FROM device_day d ${before('y', 1)}
WHERE d.client = $1 AND d.day BETWEEN $2 AND $3 AND d.local IN (${locals.length === 0 ? 'NULL' : locals.join(', ')})
GROUP BY d.day ORDER BY d.day`,
    params: [client, from, to],
  }
}

/** Instants become the hour of the day where the footscan stands. */
function inHours(
  { values, valid }: NumberData,
  devices: Numbers,
  footscans: readonly HealthFootscan[],
  at: ReadonlyMap<number, number>,
): void {
  for (let row = 0; row < values.length; row += 1) {
    const zone = footscans[at.get(devices[row]!) ?? -1]?.timeZone
    if ((valid === undefined || ((valid[row >> 3]! >> (row & 7)) & 1) === 1) && zone !== undefined)
      values[row] = civilAt(zone, values[row]!).hour
  }
}

/**
 * Adds what the catalog knows of each footscan: its MAC, its name (the MAC where it has none) and how many pings were
 * to be expected.
 */
export function withFootscans(frame: Frame, footscans: readonly HealthFootscan[], { demo }: { demo: boolean }): Frame {
  const at = new Map(footscans.map(({ id }, index) => [id, index]))
  const column = (id: string) => frame.data[frame.columns.findIndex((one) => one.id === id)]
  const devices = column('device')
  const open = column('openS')
  const pings = column('pings')
  if (devices?.kind !== 'numbers' || open?.kind !== 'numbers' || pings?.kind !== 'numbers') return frame
  for (const id of ['since', 'downHour']) {
    const instants = column(id)
    if (instants?.kind === 'numbers') inHours(instants, devices.values, footscans, at)
  }
  const codes = Int32Array.from(devices.values, (device) => at.get(device) ?? -1)
  const expected = new Int32Array(frame.rows)
  const valid = new Uint8Array(Math.ceil(frame.rows / 8))
  for (let row = 0; row < frame.rows; row += 1) {
    const footscan = footscans[codes[row]!]
    const known = pings.valid === undefined || (pings.valid[row >> 3]! >> (row & 7)) & 1
    if (footscan === undefined || !known) continue
    expected[row] = Math.round(open.values[row]! / footscan.reportS)
    valid[row >> 3]! |= 1 << (row & 7)
  }
  return {
    columns: [...frame.columns, measure('expectedPings'), dim('name', 'text'), dim('mac', 'text')],
    data: [
      ...frame.data,
      { kind: 'numbers', values: expected, valid },
      // A guest may not know what somebody called the door of a shop.
      { kind: 'text', codes, dictionary: footscans.map(({ name, mac }) => (demo || name === '' ? mac : name)) },
      { kind: 'text', codes, dictionary: footscans.map(({ mac }) => mac) },
    ],
    rows: frame.rows,
  }
}
