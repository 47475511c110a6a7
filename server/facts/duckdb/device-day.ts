/** The judgement of footscan days: one statement for many devices and days, over what devices and imports reported. */
import { WHOLE_DAY } from '#domain/fact-query'
import type { DuckDBConnection } from '@duckdb/node-api'
import { DEVICE_HEALTH as SET } from '#domain/device-settings'
import type { HealthReason } from '#domain/device-status'
import { HEALTH_FLAGS, type HealthFlag } from '../health-flags.ts'
import { appendColumns } from './append.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { LEARNED, OVER_S, type HealthDevice, type HealthPlan } from '../device-day-plan.ts'
import type { JudgeSpan } from '../devices.ts'

/**
 * `reason` has the names of HEALTH_REASONS. `pings` are the messages of the opening hours, null where counts came by
 * file; `openS` the open seconds that have passed, `coveredS` those of them for which a message speaks. `downAt`: epoch
 * ms of the first hour that was lost.
 */
export const DEVICE_DAY_DDL = `
CREATE TABLE IF NOT EXISTS device_day (
  client INTEGER NOT NULL, local INTEGER NOT NULL, area INTEGER NOT NULL, device INTEGER NOT NULL, day INTEGER NOT NULL,
  open TINYINT NOT NULL, alert TINYINT NOT NULL, reason VARCHAR, pings INTEGER, coveredS INTEGER NOT NULL,
  openS INTEGER NOT NULL,
  ins INTEGER, outs INTEGER, running TINYINT NOT NULL, downAt BIGINT, learntAt BIGINT NOT NULL
);
-- Up to which word (learntAt) the days were judged.
CREATE TABLE IF NOT EXISTS device_day_run (name VARCHAR PRIMARY KEY, learntAt BIGINT NOT NULL)`

const bit = (...flags: HealthFlag[]) => flags.reduce((mask, flag) => mask | (1 << HEALTH_FLAGS.indexOf(flag)), 0)
const FAULT = bit('stopped', 'covered', 'otherDeviceIssue')
const COUNTED = 'coalesce(t.ins, t.visits, t.fro, t.far)'
const { partial, settling } = HOUR_STATE
/** Distances in days of the comparable weeks. */
const BEFORE = Array.from({ length: SET.weeks }, (_, n) => 7 * (n + 1)).join(', ')
const reason = (name: HealthReason) => `'${name}'`

/** Judges all days of the span and keeps what changed. Answers how many footscan days were written. */
export async function judgeDays(
  connection: DuckDBConnection,
  { devices, plan, fromDay, toDay, nowMs }: JudgeSpan,
): Promise<number> {
  await stage(connection, devices, plan)
  const span = [fromDay, toDay]
  for (const sql of [LEARN, AWAY, HOURS, SLOTS]) await connection.run(sql, sql === HOURS || sql === AWAY ? span : [])
  await connection.run(JUDGED, [BigInt(nowMs)])
  await connection.run(JUMPS)
  await connection.run(GONE, span)
  await connection.run(CHANGED)
  const written = (await connection.run(INSERTED)).rowsChanged
  for (const table of [
    'health_device',
    'health_day',
    'health_profile',
    'health_learned',
    'health_away',
    'health_hour',
    'health_slot',
    'health_new',
  ])
    await connection.run(`DROP TABLE IF EXISTS temp.${table}`)
  return written
}

async function stage(connection: DuckDBConnection, devices: readonly HealthDevice[], plan: HealthPlan): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE health_device (device INTEGER, area INTEGER, local INTEGER, client INTEGER,
      peers INTEGER, graceS INTEGER, fromDay INTEGER)`,
  )
  const peers = new Map<number, number>()
  for (const { area } of devices) peers.set(area, (peers.get(area) ?? 0) + 1)
  const column = (pick: (device: HealthDevice) => number) => Int32Array.from(devices, pick)
  await appendColumns(
    connection,
    'health_device',
    [
      column(({ device }) => device),
      column(({ area }) => area),
      column(({ local }) => local),
      column(({ client }) => client),
      column(({ area }) => peers.get(area) ?? 1),
      // Between two messages a device is not silent.
      column(({ reportS }) => Math.max(SET.leastGraceS, 2 * reportS)),
      column(({ fromDay }) => fromDay),
    ],
    devices.length,
  )

  await connection.run(
    `CREATE OR REPLACE TEMP TABLE health_day (area INTEGER, day INTEGER, profile INTEGER, elapsed INTEGER,
      base UINTEGER, skipped INTEGER)`,
  )
  await appendColumns(
    connection,
    'health_day',
    [plan.area, plan.day, plan.profile, plan.elapsed, plan.base, plan.skipped],
    plan.length,
  )

  await connection.run(
    'CREATE OR REPLACE TEMP TABLE health_profile (profile INTEGER, hour INTEGER, openS INTEGER, afterS INTEGER)',
  )
  const hours = plan.profiles.flatMap(({ open, after }, profile) =>
    [...open].flatMap((openS, hour) => (openS === 0 ? [] : [[profile, hour, openS, after[hour]!]])),
  )
  await appendColumns(
    connection,
    'health_profile',
    [0, 1, 2, 3].map((at) => Int32Array.from(hours, (row) => row[at]!)),
    hours.length,
  )
}

/** Without a schedule: the weekday hours in which the area reported in at least half of its weeks. */
const LEARN = `
CREATE OR REPLACE TEMP TABLE health_learned AS
WITH wanted AS (SELECT DISTINCT area FROM health_day WHERE profile = ${LEARNED}),
heard AS (
  SELECT t.area, (t.day + 3) % 7 AS dow, t.hour, (t.day + 3) // 7 AS week FROM traffic t JOIN wanted USING (area)
  WHERE ${COUNTED} IS NOT NULL AND t.hour < ${WHOLE_DAY}
), weeks AS (SELECT area, count(DISTINCT week) AS weeks FROM heard GROUP BY area)
SELECT area, dow, hour FROM heard JOIN weeks USING (area) GROUP BY area, dow, hour, weeks
HAVING count(DISTINCT week) * 2 >= weeks`

/** $1, $2 = first and last day. Days with contact only at another place: they stay there. */
const AWAY = `
CREATE OR REPLACE TEMP TABLE health_away AS
SELECT o.device, o.day FROM device_hour o JOIN health_device h ON h.device = o.device WHERE o.day BETWEEN $1 AND $2
GROUP BY o.device, o.day HAVING count(*) FILTER (o.area = h.area) = 0`

/**
 * $1, $2 = first and last day. The contact of each hour, from the device itself and for its area, without contact at
 * another client.
 */
const HOURS = `
CREATE OR REPLACE TEMP TABLE health_hour AS
WITH own AS (
  SELECT o.device, o.day, o.hour, sum(o.ins)::INTEGER AS ins, sum(o.outs)::INTEGER AS outs,
    sum(o.coveredS)::INTEGER AS coveredS, sum(o.pings)::INTEGER AS pings, bit_or(o.flags) AS flags,
    max(o.instant) AS instant
  FROM device_hour o JOIN health_device c ON c.device = o.device AND c.client = o.client WHERE o.day BETWEEN $1 AND $2
  GROUP BY o.device, o.day, o.hour
)
SELECT own.*, h.area FROM own JOIN health_device h USING (device)`

/**
 * One row for each open hour of each footscan that has begun. An hour is covered by the device, else by counts of its
 * area from another source (a file), unless they come from a neighbour's report. Hours that a file may still cover are
 * not evaluated yet.
 */
const SLOTS = `
CREATE OR REPLACE TEMP TABLE health_slot AS
WITH hours AS (
  SELECT c.area, c.day, p.hour, p.openS, p.afterS, c.base, c.elapsed FROM health_day c
  JOIN health_profile p ON p.profile = c.profile WHERE p.hour <> c.skipped
  UNION ALL
  SELECT c.area, c.day, l.hour, 3600, 0, c.base, c.elapsed FROM health_day c JOIN health_learned l ON l.area = c.area
    AND l.dow = (c.day + 3) % 7 WHERE c.profile = ${LEARNED} AND l.hour <> c.skipped
), filed AS (
  SELECT t.area, t.day, t.hour, sum(${COUNTED})::INTEGER AS counted,
    bool_or(t.state IN (${partial}, ${settling})) AS open
  FROM traffic t WHERE t.day BETWEEN (SELECT min(day) FROM health_day) AND (SELECT max(day) FROM health_day)
    AND t.area IN (SELECT area FROM health_device) AND t.hour < ${WHOLE_DAY}
  GROUP BY t.area, t.day, t.hour
), spoken AS (SELECT DISTINCT area, day, hour FROM health_hour),
elsewhere AS (SELECT DISTINCT o.device, o.day, o.hour FROM device_hour o JOIN health_device h ON h.device = o.device
  AND h.client <> o.client
  WHERE o.day BETWEEN (SELECT min(day) FROM health_day) AND (SELECT max(day) FROM health_day)),
due AS (
  SELECT d.device, d.area, d.peers, d.graceS, h.day, h.hour, h.base::BIGINT + h.hour * 3600 AS instant, h.openS,
    CASE WHEN h.elapsed >= ${OVER_S} THEN h.openS ELSE least(h.openS, greatest(0, h.elapsed - h.hour * 3600 - h.afterS))
      END AS dueS,
    h.elapsed >= ${OVER_S} AS over, firstAt // 1000 AS firstS
  FROM health_device d JOIN hours h ON h.area = d.area AND h.day >= d.fromDay LEFT JOIN contact c ON c.device = d.device
  ANTI JOIN health_away w ON w.device = d.device AND w.day = h.day ANTI JOIN elsewhere e ON e.device = d.device
    AND e.day = h.day AND e.hour = h.hour
)
SELECT d.device, d.area, d.peers, d.graceS, d.day, d.hour, d.instant, d.over, h.ins, h.outs, h.flags, h.pings, d.openS,
  -- Before its first word a footscan is not missing: it was not connected.
  CASE WHEN h.device IS NULL AND f.counted IS NULL AND (firstS IS NULL OR d.instant < firstS)
    AND (f.open OR (f.area IS NULL AND NOT d.over)) THEN 0
    WHEN firstS BETWEEN d.instant AND d.instant + 3599
      THEN least(d.dueS, greatest(coalesce(h.coveredS, CASE WHEN f.counted IS NULL THEN 0 ELSE 3600 END),
      d.dueS - (firstS - d.instant))) ELSE d.dueS END AS dueS,
  CASE WHEN h.device IS NOT NULL THEN least(d.dueS, h.coveredS) WHEN f.counted IS NOT NULL AND s.area IS NULL
    THEN d.dueS ELSE 0 END AS coveredS,
  CASE WHEN h.device IS NOT NULL THEN CASE WHEN h.ins IS NOT NULL OR h.outs IS NOT NULL
    THEN coalesce(h.ins, 0) + coalesce(h.outs, 0) END
    WHEN s.area IS NULL THEN f.counted END AS counted
FROM due d
LEFT JOIN health_hour h ON h.device = d.device AND h.day = d.day AND h.hour = d.hour
LEFT JOIN filed f ON f.area = d.area AND f.day = d.day AND f.hour = d.hour
LEFT JOIN spoken s ON s.area = d.area AND s.day = d.day AND s.hour = d.hour`

/** $1 = now, epoch ms. */
const JUDGED = `
CREATE OR REPLACE TEMP TABLE health_new AS
WITH begun AS (SELECT *, counted = 0 OR (coveredS = 0 AND counted IS NULL) AS silent FROM health_slot WHERE dueS > 0),
-- A stretch is the silent hours after an hour with contact, with the silent part of that one. Runs are of equal hours.
runs AS (
  SELECT *, sum(CASE WHEN silent THEN 0 ELSE 1 END) OVER w AS stretch, NOT over AND lead(hour) OVER w IS NULL AS newest,
    dueS = openS AND counted >= ${SET.stuckFrom}
      ${Array.from({ length: SET.stuckHours - 1 }, (_, n) => `AND counted = lag(counted, ${n + 1}) OVER w`).join(' ')}
      AS stuck
  FROM begun WINDOW w AS (PARTITION BY device, day ORDER BY hour)
),
sums AS (
  SELECT device, day, sum(dueS)::INTEGER AS openS, sum(least(coveredS, dueS))::INTEGER AS coveredS,
    sum(pings)::INTEGER AS pings,
    bool_or(coalesce(stuck, false)) AS stuck, bit_or(coalesce(flags, 0)) AS flags, arg_max(flags, hour) AS lastFlags,
    bool_or(silent OR (newest AND coveredS < dueS)) AND sum(dueS - least(coveredS, dueS)) < ${SET.downAfterS} AS quiet,
    min(instant) FILTER (WHERE coveredS < dueS) AS lostAt, min(instant) FILTER (WHERE stuck) AS stuckAt
  FROM runs GROUP BY device, day
),
-- The expected count of an hour only where the silence test needs it.
asked AS (
  SELECT * FROM (
    SELECT r.device, r.day, r.hour, r.stretch, r.area, r.peers, r.silent, r.newest, CASE WHEN r.silent THEN r.coveredS
      ELSE 0 END AS heardS,
      greatest(0, r.dueS - CASE WHEN r.silent THEN 0 ELSE least(r.coveredS, r.dueS) END - CASE WHEN r.newest
        THEN r.graceS ELSE 0 END) AS gapS,
      r.instant + CASE WHEN r.silent THEN 0 ELSE r.coveredS END AS fromS
    FROM runs r JOIN sums s USING (device, day) WHERE s.quiet
  ) WHERE gapS > 0
),
usual AS (
  SELECT a.area, a.day, a.hour, median(${COUNTED}) AS typical
  FROM (SELECT area, day, hour, unnest([${BEFORE}]) AS back FROM (SELECT DISTINCT area, day, hour FROM asked)) a
  JOIN traffic t ON t.area = a.area AND t.hour = a.hour AND t.day = a.day - a.back
  GROUP BY a.area, a.day, a.hour
),
-- The silent part of an hour with contact counts only with the silence after it, or while it lasts.
stretches AS (
  SELECT a.device, a.day, a.stretch, sum(u.typical * a.gapS / 3600 / a.peers) AS mu, sum(a.heardS) AS heard,
    sum(a.gapS) AS gap, min(a.fromS) AS sinceS
  FROM asked a JOIN usual u USING (area, day, hour) GROUP BY a.device, a.day, a.stretch
  HAVING bool_or(a.silent OR a.newest)
),
-- A device with contact for less than half of it is gone: one minute without a message at its begin is no silence.
silent AS (SELECT device, day, max(heard) * 2 >= max(gap) AS heard, min(sinceS) AS sinceS FROM stretches
  WHERE mu >= ${SET.silentFromMu} GROUP BY device, day),
totals AS (SELECT device, day, sum(ins)::INTEGER AS ins, sum(outs)::INTEGER AS outs FROM health_hour
  GROUP BY device, day),
filed AS (
  SELECT t.area, t.day, sum(t.ins)::INTEGER AS ins FROM traffic t JOIN (SELECT DISTINCT area FROM health_device
    WHERE peers = 1) USING (area)
  WHERE t.day BETWEEN (SELECT min(day) FROM health_day) AND (SELECT max(day) FROM health_day) GROUP BY t.area, t.day
),
facts AS (
  SELECT d.client, d.local, d.area, d.device, c.day, c.elapsed < ${OVER_S} AS running,
    EXISTS (FROM health_profile p WHERE p.profile = c.profile)
      OR (c.profile = ${LEARNED} AND EXISTS (FROM health_learned l WHERE l.area = c.area AND l.dow = (c.day + 3) % 7))
      AS open,
    s.pings, coalesce(s.coveredS, 0) AS coveredS, coalesce(s.openS, 0) AS openS, coalesce(t.ins, f.ins) AS ins, t.outs,
    coalesce(s.flags, 0) AS flags, coalesce(s.lastFlags, 0) AS lastFlags, coalesce(s.stuck, false) AS stuck,
    coalesce(s.openS - s.coveredS >= ${SET.downAfterS}, false) AS lost, s.lostAt, s.stuckAt,
    q.device IS NOT NULL AS silent, q.heard, q.sinceS
  FROM health_device d JOIN health_day c ON c.area = d.area AND c.day >= d.fromDay
  ANTI JOIN health_away w ON w.device = d.device AND w.day = c.day
  LEFT JOIN sums s ON s.device = d.device AND s.day = c.day LEFT JOIN silent q ON q.device = d.device AND q.day = c.day
  LEFT JOIN totals t ON t.device = d.device AND t.day = c.day LEFT JOIN filed f ON f.area = d.area AND f.day = c.day
),
named AS (
  SELECT *, CASE
    WHEN NOT open THEN NULL
    WHEN lost THEN ${reason('offline')}
    WHEN lastFlags & ${FAULT} <> 0 THEN ${reason('fault')}
    WHEN silent THEN CASE WHEN heard THEN ${reason('silent')} ELSE ${reason('offline')} END
    WHEN stuck OR lastFlags & ${bit('stuck')} <> 0 THEN ${reason('stuck')}
    WHEN NOT running AND ins >= ${SET.oneWayFrom} AND outs IS NOT NULL AND abs(ins - outs) > ${SET.oneWayShare} * ins
      THEN ${reason('oneWay')}
    WHEN flags & ${bit('clockNotSynced')} <> 0 THEN ${reason('clockSkew')} END AS reason
  FROM facts
)
SELECT client, local, area, device, day, open::TINYINT AS open,
  (coalesce(reason, '') IN ('offline', 'fault', 'silent', 'stuck'))::TINYINT AS alert, reason, pings, coveredS, openS,
  ins, outs,
  running::TINYINT AS running, CASE WHEN lost THEN lostAt WHEN silent THEN sinceS WHEN stuck
    THEN stuckAt END * 1000 AS downAt, $1::BIGINT AS learntAt
FROM named`

/** A past day far from the same weekdays before it, without another fault. */
const JUMPS = `
UPDATE health_new SET reason = ${reason('jump')}
FROM (
  WITH known AS (SELECT device, day, ins FROM (FROM device_day UNION ALL FROM health_new)
    WHERE open = 1 AND alert = 0 AND ins IS NOT NULL),
  asked AS (SELECT device, day, ins, unnest([${BEFORE}]) AS back FROM health_new WHERE open = 1 AND reason IS NULL
    AND running = 0 AND ins IS NOT NULL)
  SELECT n.device, n.day FROM asked n JOIN known b ON b.device = n.device AND b.day = n.day - n.back
  GROUP BY n.device, n.day, n.ins
  HAVING count(DISTINCT b.day) >= ${SET.jumpFrom}
    AND abs(n.ins - median(b.ins)) > ${SET.jumpMads} * greatest(mad(b.ins), sqrt(median(b.ins)))
) far WHERE health_new.device = far.device AND health_new.day = far.day`

const SAME = [
  'open',
  'alert',
  'reason',
  'pings',
  'coveredS',
  'openS',
  'ins',
  'outs',
  'running',
  'downAt',
  'area',
  'local',
  'client',
]
  .map((column) => `d.${column} IS NOT DISTINCT FROM n.${column}`)
  .join(' AND ')

/**
 * $1, $2 = the span. Days of footscans that are judged and do not exist on that day any more (a new opening day, for
 * example); what they were at another place stays.
 */
const GONE = `DELETE FROM device_day WHERE day BETWEEN $1 AND $2
  AND (device, area) IN (SELECT device, area FROM health_device)
  AND (device, day) NOT IN (SELECT device, day FROM health_away)
  AND (device, day) NOT IN (SELECT device, day FROM health_new)`
const CHANGED = `DELETE FROM device_day USING health_new n WHERE device_day.device = n.device AND device_day.day = n.day
  AND NOT (${SAME.replaceAll('d.', 'device_day.')})`
const INSERTED = `INSERT INTO device_day SELECT n.* FROM health_new n
  ANTI JOIN device_day d ON d.device = n.device AND d.day = n.day
  ORDER BY n.day, n.client, n.local, n.device`
