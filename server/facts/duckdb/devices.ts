/** Facts about footscans, as statements; see `../devices.ts`. */
import type { Column, Unit } from '#domain/frame'
import { HEALTH_REASONS, STATUS_CODE, UNKNOWN_STATUS, VERSUS_DAYS, isHealthReason } from '#domain/device-status'
import type { DeviceFacts, DeviceSpan, JudgedDay } from '../devices.ts'
import type { CompiledColumn, ResultType } from './compile.ts'
import { judgeDays } from './device-day.ts'
import type { SqlFactStore } from './sql-store.ts'
import { deviceContacts, numberOrNull } from './device-contacts.ts'

/** Of `device_day_run`. */
const MARK = 'learnt'

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
  `CASE WHEN ${table}.open IS NULL THEN ${UNKNOWN_STATUS} WHEN ${table}.open = 0 THEN ${CLOSED} WHEN ${table}.alert = 1
    THEN ${DOWN} ELSE ${UP} END`
const REASONS = HEALTH_REASONS.map((reason, code) => `WHEN '${reason}' THEN ${code}`).join(' ')
const REASON = `CASE d.reason ${REASONS} ELSE -1 END`
/** Before and after a day may lie outside the range that was asked for. */
const before = (alias: string, days: number) =>
  `LEFT JOIN device_day ${alias} ON ${alias}.device = d.device AND ${alias}.day = d.day - ${days}`

const WORKDAY_COLUMNS: readonly CompiledColumn[] = [
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

/** How far back an outage is followed to its begin. */
const FOLLOW_DAYS = 400

/** One row per footscan and workday. `versus` keeps only the rows that changed since then. */
function workdaySql(
  { client, locals, from, to }: DeviceSpan,
  versus?: keyof typeof VERSUS_DAYS,
): { sql: string; params: number[] } {
  const past = { yesterday: status('y'), lastWeek: status('w') }
  const chosen = `client = $1 AND local IN (${locals.length === 0 ? 'NULL' : locals.join(', ')})`
  return {
    // An outage begins after the last good day; closed days in between do not end it. Only an hour without a word is
    // known to be lost.
    sql: `WITH outage AS (
  SELECT a.device, a.day, min(o.day) AS downDay, arg_min(o.downAt, o.day) // 1000 AS downS,
    sum(o.openS - o.coveredS) FILTER (WHERE o.reason = 'offline') AS lostS
  FROM (SELECT device, day FROM device_day WHERE ${chosen} AND alert = 1 AND day BETWEEN $2 AND $3) a
  ASOF LEFT JOIN (SELECT device, day FROM device_day WHERE ${chosen} AND open = 1 AND alert = 0 AND openS > 0) g
    ON g.device = a.device AND g.day <= a.day
  JOIN device_day o ON o.device = a.device AND o.alert = 1 AND o.day <= a.day
    AND o.day > coalesce(g.day, a.day - ${FOLLOW_DAYS}) AND o.day > a.day - ${FOLLOW_DAYS}
  GROUP BY a.device, a.day
)
SELECT d.day, d.local, d.device, CAST(${status('d')} AS TINYINT), CAST(${past.yesterday} AS TINYINT),
  CAST(${past.lastWeek} AS TINYINT), CAST(${REASON} AS TINYINT),
  CAST(d.downAt // 1000 AS DOUBLE), CAST(t.downDay AS INTEGER), CAST(t.downS AS DOUBLE), d.open, d.alert, d.running,
  d.pings, d.openS, d.coveredS, CAST(t.lostS AS INTEGER)
FROM device_day d ${before('y', VERSUS_DAYS.yesterday)} ${before('w', VERSUS_DAYS.lastWeek)}
LEFT JOIN outage t ON t.device = d.device AND t.day = d.day
WHERE d.client = $1 AND d.day BETWEEN $2 AND $3 AND d.local IN (${locals.length === 0 ? 'NULL' : locals.join(', ')})
${versus === undefined ? '' : `AND ${past[versus]} NOT IN (${UNKNOWN_STATUS}, ${status('d')})`}
ORDER BY d.day, d.local, d.device`,
    params: [client, from, to],
  }
}

const SUMMARY_COLUMNS: readonly CompiledColumn[] = [
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
 * One row per date. News is what went down, and what is up and was down the day before: opening hours are no news. The
 * first date of the range has none. Pings are expected where footscans report themselves: their open seconds over the
 * seconds between two messages.
 */
function summarySql(
  { client, locals, from, to }: DeviceSpan,
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
  const counts = [
    count(UP),
    count(DOWN),
    count(CLOSED),
    'count(*)',
    news(UP, `= ${DOWN}`),
    news(DOWN, `NOT IN (${UNKNOWN_STATUS}, ${DOWN})`),
    'sum(d.running)',
  ]
  return {
    sql: `SELECT d.day, ${counts.map((value) => `CAST(${value} AS INTEGER)`).join(', ')},
  CAST(sum(d.pings) AS DOUBLE), CAST(round(sum(d.openS / ${every}) FILTER (WHERE d.pings IS NOT NULL)) AS DOUBLE),
  CAST(sum(d.openS) AS DOUBLE), CAST(sum(d.coveredS) AS DOUBLE)
FROM device_day d ${before('y', 1)}
WHERE d.client = $1 AND d.day BETWEEN $2 AND $3 AND d.local IN (${locals.length === 0 ? 'NULL' : locals.join(', ')})
GROUP BY d.day ORDER BY d.day`,
    params: [client, from, to],
  }
}

const judgedDay = ([device, day, open, alert, reason, downAt]: readonly unknown[]): JudgedDay => ({
  device: Number(device),
  day: Number(day),
  isOpen: open === 1,
  isDown: alert === 1,
  reason: isHealthReason(reason) ? reason : null,
  downAt: numberOrNull(downAt),
})
const JUDGED = 'SELECT device, day, open, alert, reason, CAST(downAt AS DOUBLE) FROM device_day'

export function deviceFacts({ read, frame, write }: Pick<SqlFactStore, 'read' | 'frame' | 'write'>): DeviceFacts {
  return {
    ...deviceContacts({ read }),

    async forgetDays(device) {
      await write((connection) => connection.run('DELETE FROM device_day WHERE device = $1', [device]))
    },
    daysOfLocal: async (client, local, day) =>
      (await read(`${JUDGED} WHERE client = $1 AND local = $2 AND day = $3 ORDER BY device`, [client, local, day])).map(
        judgedDay,
      ),
    async daysSince(day, client) {
      const [where, params] = client === undefined ? ['', [day]] : [' AND client = $2', [day, client]]
      return (await read(`${JUDGED} WHERE day >= $1${where}`, params)).map(judgedDay)
    },
    async outages(day, client) {
      const [where, params] = client === undefined ? ['', [day]] : [' AND d.client = $2', [day, client]]
      const rows = await read(
        `SELECT d.device, CAST(min(d.downAt) AS DOUBLE) FROM device_day d
LEFT JOIN (SELECT device, max(day) AS day FROM device_day WHERE open = 1 AND alert = 0 AND openS > 0
  AND day >= $1 - ${FOLLOW_DAYS} GROUP BY device) u ON u.device = d.device
WHERE d.alert = 1 AND d.day >= $1 - ${FOLLOW_DAYS} AND d.day > coalesce(u.day, 0)${where} GROUP BY d.device`,
        params,
      )
      return new Map(rows.map(([device, at]) => [Number(device), numberOrNull(at)]))
    },
    workdays(span, versus) {
      const { sql, params } = workdaySql(span, versus)
      return frame(sql, params, WORKDAY_COLUMNS, HEALTH_REASONS)
    },
    summary(span, reportS) {
      const { sql, params } = summarySql(span, reportS)
      return frame(sql, params, SUMMARY_COLUMNS)
    },

    async judgedUpTo() {
      const [[mark], [newest]] = await Promise.all([
        read(`SELECT CAST(learntAt AS DOUBLE) FROM device_day_run WHERE name = '${MARK}'`),
        read(
          `SELECT CAST(greatest((SELECT max(learntAt) FROM traffic), (SELECT max(learntAt) FROM device_hour))
            AS DOUBLE)`,
        ),
      ])
      return { upTo: mark === undefined ? null : Number(mark[0]), newest: Number(newest?.[0] ?? 0) }
    },
    judge: (span) => write((connection) => judgeDays(connection, span)),
    async noteJudged(upTo) {
      await write((connection) =>
        connection.run('INSERT OR REPLACE INTO device_day_run VALUES ($1, $2)', [MARK, BigInt(upTo)]),
      )
    },
  }
}
