/**
 * People inside over long periods, worked out in the store: minutes become hours and rooms there, so an answer has as
 * many rows as hours, however many rooms are asked about. The rules are those of `#domain/occupancy-course`: gaps of at
 * most ten minutes are filled, zones are added up minute by minute, and a minute that one of them does not know has no
 * sum.
 */

import { dayOffset } from '#domain/day-offset'
import { SETTINGS } from '#domain/metrics/settings'
import type { OccupancyLocal, OccupancyPeriod, PeriodPair } from '../occupancy.ts'
import { hoursOfDay, offsetAt } from '../zone.ts'

/** Sums of seconds, and the most at one time. `occupancy-columns.ts` has what they mean. */
const OCCUPANCY_SUMS = [
  'peopleS',
  'measuredS',
  'capacityS',
  'ratedS',
  'saturatedS',
  'emptyS',
  'underuseS',
  'correctS',
  'heavyS',
  'overloadS',
  'unknownS',
] as const

/** SQL: the sums as the columns of an answer; `unknownS` is worked out from the others. */
const sumColumns = (unknownS: string) =>
  OCCUPANCY_SUMS.map((id) => `${id === 'unknownS' ? unknownS : id}::DOUBLE AS ${id}`).join(', ')

const HOUR_S = 3600
const DAY_S = 86_400
const MINUTE_S = 60
/** SQL: the expected seconds of which nothing is known. */
const UNKNOWN_S = 'greatest(0, expectedS - coalesce(knownS, 0))'
const GAP_MS = SETTINGS.occupancyGapMin.value * MINUTE_S * 1000
const [UNDERUSE, CORRECT, HEAVY] = SETTINGS.occupancyRanges.value
const SATURATED = SETTINGS.saturationPoint.value
/** Share of an hour that is to be known for it to be held against another, as of a period. */
const WHOLE = SETTINGS.comparableCoverage.value

const list = (values: readonly (number | string)[]) => values.join(', ')
const orNull = (value: number | null) => (value === null ? 'NULL' : String(value))
const values = (rows: readonly string[], none: string) =>
  rows.length === 0 ? `(SELECT ${none} WHERE false)` : `(VALUES ${rows.join(', ')})`

/** Civil time minus UTC of a zone from day to day, as an expression of an instant. */
function offsetSql(zone: string, { from, to }: OccupancyPeriod): string {
  const pieces: { readonly until: number; readonly offset: number }[] = []
  const [begin, end] = [(from - 2) * DAY_S, (to + 3) * DAY_S]
  let offset = offsetAt(zone, begin)
  for (let at = begin; at < end; at += DAY_S) {
    const next = offsetAt(zone, at + DAY_S)
    if (next === offset) continue
    let [low, high] = [at, at + DAY_S]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(zone, middle) === offset) low = middle
      else high = middle
    }
    pieces.push({ until: high, offset })
    offset = next
  }
  return pieces.length === 0
    ? String(offset)
    : `CASE ${pieces.map(({ until, offset: of }) => `WHEN instant < ${until} THEN ${of}`).join(' ')} ELSE ${offset} END`
}

/** Seconds of the skipped and repeated civil hours. */
function oddHours(zone: string, { from, to }: OccupancyPeriod): { readonly hour: number; readonly seconds: number }[] {
  const odd: { hour: number; seconds: number }[] = []
  for (let day = from; day <= to; day += 1) {
    const hours = hoursOfDay(zone, day)
    if (hours.length === 24 && hours.at(-1)!.instant - hours[0]!.instant === 23 * HOUR_S) continue
    for (let hour = 0; hour < 24; hour += 1) {
      const seconds = hours.reduce(
        (sum, one, at) =>
          one.hour !== hour ? sum : sum + (hours[at + 1]?.instant ?? one.instant + HOUR_S) - one.instant,
        0,
      )
      if (seconds !== HOUR_S) odd.push({ hour: day * 24 + hour, seconds })
    }
  }
  return odd
}

const hoursIn = ({ from, to }: OccupancyPeriod) => (to - from + 1) * 24

/** Civil seconds of an instant. */
const civil = (zone: string, instant: number) => instant + offsetAt(zone, instant)

/** The data of files and devices of each minute; on a day with data of files, only they count for a local with both. */
function saidMinutes({
  client,
  files,
  devices,
  withBoth,
  offset,
  first,
  last,
}: {
  client: number
  files: readonly number[]
  devices: readonly number[]
  withBoth: readonly number[]
  offset: string
  first: number
  last: number
}): string {
  const ofFiles = `SELECT local, area::BIGINT AS room, instant::BIGINT AS instant, instant * 1000::BIGINT AS "at",
    people FROM occupancy_minute
    WHERE client = ${client} AND local IN (${list(files)}) AND instant BETWEEN ${first} AND ${last}`
  // The last word of each minute.
  const ofDevices = `SELECT local, -1 - (hash(device, line) >> 2)::BIGINT AS room, "at" // 60000 * 60 AS instant,
    max("at") AS "at", arg_max(people, "at") AS people FROM occupancy
    WHERE client = ${client} AND local IN (${list(devices)}) AND "at" BETWEEN ${first * 1000} AND ${last * 1000}
    GROUP BY ALL`
  return [
    ...(files.length > 0 ? [ofFiles] : []),
    ...(devices.length > 0
      ? [
          withBoth.length === 0
            ? ofDevices
            : `SELECT d.* FROM (${ofDevices}) d WHERE NOT (d.local IN (${list(withBoth)}) AND EXISTS (
      SELECT 1 FROM fileDays f JOIN l USING (local)
      WHERE f.local = d.local AND f.day = (d.instant + (${offset})) // ${DAY_S}))`,
        ]
      : []),
  ].join('\nUNION ALL\n')
}

/** SQL: a local as a row of `l`. */
const localRow = (
  { local, timeZone, capacity, presence, week, begin, end }: OccupancyLocal,
  zoneOf: ReadonlyMap<string, number>,
) =>
  `(${local}, ${zoneOf.get(timeZone)!}, ${orNull(capacity)}::DOUBLE, ${presence}, ` +
  `${week === null ? 'NULL' : `'${week.join('')}'`}, ` +
  `${civil(timeZone, begin)}::BIGINT, ${civil(timeZone, end)}::BIGINT)`

/**
 * The common tables of a period. `k`: known minutes of each local (`people` may be a fraction where it is filled in);
 * `e`: the seconds of each hour in which a local is to be known. Hours are civil ones, counted from 1970 on.
 *
 * @param pairsOf the code of the period, where only the hours of `pairsSql` are asked
 */
function tables(
  client: number,
  locals: readonly OccupancyLocal[],
  period: OccupancyPeriod,
  pairsOf: number | null = null,
): string {
  const zones = [...new Set(locals.map(({ timeZone }) => timeZone))]
  const zoneOf = new Map(zones.map((zone, at) => [zone, at]))
  // The clock of most of them is that of the building.
  const [main = 'UTC'] =
    [...Map.groupBy(locals, ({ timeZone }) => timeZone)].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? []
  const offset =
    zones.length === 1
      ? offsetSql(zones[0]!, period)
      : `CASE zone ${zones.map((zone, at) => `WHEN ${at} THEN (${offsetSql(zone, period)})`).join(' ')} END`
  const [first, last] = [(period.from - 1) * DAY_S, (period.to + 2) * DAY_S]
  const hasWeek = locals.some(({ week }) => week !== null)
  const withBoth = locals.filter(({ hasFiles, hasDevices }) => hasFiles && hasDevices).map(({ local }) => local)
  const [files, devices] = [
    locals.filter(({ hasFiles }) => hasFiles),
    locals.filter(({ hasDevices }) => hasDevices),
  ].map((some) => some.map(({ local }) => local)) as [number[], number[]]
  const many = locals.filter(({ zones: n }) => n > 1).map(({ local }) => local)
  const said = saidMinutes({ client, files, devices, withBoth, offset, first, last })
  const closings = locals.flatMap(({ local, holidays, week }) =>
    week === null
      ? []
      : [...holidays]
          .filter(([day]) => day >= period.from && day <= period.to)
          .map(([day, closed]) => `(${local}, ${day}, ${closed})`),
  )
  // The order of conditions is the store's: no bit is asked for beyond the last.
  const isIn = (hours: string, ch = 'ch') =>
    `coalesce(get_bit(${hours}, greatest(0, least(${hoursIn(period) - 1}, ${ch} - ${period.from * 24}))::INTEGER) = 1,
      false)`
  return `
l AS (SELECT * FROM (VALUES ${locals.map((local) => localRow(local, zoneOf)).join(', ')})
      t(local, zone, capacity, presence, week, firstS, lastS)${
        pairsOf === null
          ? ''
          : ` JOIN (SELECT local, pairedHours, idleHours FROM pairs WHERE code = ${pairsOf}) USING (local)`
      }),
odd(zone, ch, seconds) AS (FROM ${values(
    zones.flatMap((zone, at) => oddHours(zone, period).map(({ hour, seconds }) => `(${at}, ${hour}, ${seconds})`)),
    'NULL::INTEGER, NULL::INTEGER, NULL::INTEGER',
  )}),
closing(local, day, closed) AS (FROM ${values(closings, 'NULL::INTEGER, NULL::INTEGER, NULL::BOOLEAN')}),
${
  withBoth.length === 0
    ? ''
    : `fileDays AS (SELECT DISTINCT m.local, (instant + (${offset})) // ${DAY_S} AS day
  FROM occupancy_minute m JOIN l USING (local)
  WHERE m.client = ${client} AND m.local IN (${list(withBoth)}) AND instant BETWEEN ${first} AND ${last}),`
}
w AS NOT MATERIALIZED (${said}),
hw AS (SELECT local, room, instant // ${HOUR_S} AS h, count(*) AS n, min(instant) AS head, max(instant) AS tail FROM w
  GROUP BY ALL),
-- The rooms that reported on a day, with any value.
speaking AS (
  SELECT DISTINCT local, room, (instant + (${offset})) // ${DAY_S} AS day
  FROM (SELECT local, room, unnest([head, tail]) AS instant FROM hw) JOIN l USING (local)
),
-- Only hours that lack minutes, and their neighbours, can have gaps.
thin AS (SELECT local, room, unnest([h - 1, h, h + 1]) AS h FROM hw WHERE n < 60),
gap AS (
  SELECT * FROM (
    SELECT local, room, instant, "at", people, lead(instant) OVER o AS nextInstant, lead("at") OVER o AS nextAt,
      lead(people) OVER o AS nextPeople
    FROM w SEMI JOIN thin ON thin.local = w.local AND thin.room = w.room AND thin.h = w.instant // ${HOUR_S}
    WINDOW o AS (PARTITION BY local, room ORDER BY instant)
  ) WHERE nextInstant > instant + ${MINUTE_S} AND nextAt - "at" <= ${GAP_MS}
),
z AS NOT MATERIALIZED (
  SELECT local, room, instant, people::DOUBLE AS people FROM w
  UNION ALL
  SELECT local, room, t, people + (nextPeople - people) * (t * 1000 - "at") / (nextAt - "at")::DOUBLE
  FROM (SELECT *, unnest(range(instant + ${MINUTE_S}, nextInstant, ${MINUTE_S})) AS t FROM gap)
),
y AS NOT MATERIALIZED (
  ${
    many.length === 0
      ? 'SELECT local, instant, people FROM z'
      : `SELECT local, instant, people FROM z WHERE local NOT IN (${list(many)})
  UNION ALL
  SELECT s.local, s.instant, s.people FROM (
    SELECT z.local, z.instant, (z.instant + (${offset})) // ${DAY_S} AS day, sum(z.people) AS people, count(*) AS n
    FROM z JOIN l USING (local) WHERE local IN (${list(many)}) GROUP BY ALL
  ) s
  JOIN (SELECT local, day, count(*) AS n FROM speaking GROUP BY ALL) d
  ON d.local = s.local AND d.day = s.day AND d.n = s.n`
  }
),
grid AS (
  SELECT p.local, ch, presence, capacity, coalesce(seconds, ${HOUR_S}) AS clockS,
    greatest(0, least(coalesce(seconds, ${HOUR_S}), lastS - ch * ${HOUR_S}, (ch + 1) * ${HOUR_S} - firstS)) AS seconds,
    ${pairsOf === null ? 'false' : isIn('idleHours')} AS idle
  FROM (SELECT l.*, ch FROM l, range(${period.from * 24}, ${(period.to + 1) * 24})
    g(ch)${pairsOf === null ? '' : ` WHERE ${isIn('pairedHours')}`}) p
  LEFT JOIN odd USING (zone, ch)
  ${
    hasWeek
      ? `LEFT JOIN closing c ON c.local = p.local AND c.day = ch // 24
  WHERE week IS NULL OR CASE WHEN c.closed IS true THEN false
    WHEN c.closed IS false AND substr(week, ((ch // 24 + 3) % 7 + 1) * 24 + 1, 24) NOT LIKE '%1%' THEN substr(week, ch % 24 + 1, 1) = '1'
    ELSE substr(week, ((ch // 24 + 3) % 7 + 1) * 24 + ch % 24 + 1, 1) = '1' END`
      : ''
  }
),
e AS (SELECT * FROM grid WHERE seconds > 0),
k AS NOT MATERIALIZED (
  SELECT y.local, instant,
    ${zones.length === 1 ? '' : `(instant + (${offsetSql(main, period)})) // ${HOUR_S} AS mainCh,`}
    (instant + (${offset})) // ${HOUR_S} AS ch, people, presence, capacity
  FROM y JOIN l USING (local) WHERE (instant + (${offset})) // ${HOUR_S} BETWEEN ${period.from * 24}
    AND ${period.to * 24 + 23}
  ${pairsOf === null ? '' : `AND ${isIn('pairedHours', `(instant + (${offset})) // ${HOUR_S}`)}`}
  ${hasWeek ? `AND (y.local, (instant + (${offset})) // ${HOUR_S}) IN (SELECT (local, ch) FROM grid)` : ''}
)`
}

const seconds = (where: string) => `${MINUTE_S} * count(*) FILTER (${where})`
/** The figures of minutes of people: null without minutes, and no share without a capacity. */
const peopleSums = (is = 'true') => {
  const of = (where: string) => `CASE WHEN count(capacity) FILTER (${is}) > 0 THEN ${seconds(`${is} AND ${where}`)} END`
  return `
    ${MINUTE_S} * sum(people) FILTER (${is}) AS peopleS, nullif(${seconds(is)}, 0) AS measuredS,
    ${MINUTE_S} * sum(capacity) FILTER (${is}) AS capacityS,
    nullif(${seconds(`${is} AND capacity IS NOT NULL`)}, 0) AS ratedS,
    ${of(`people >= ${SATURATED} * capacity`)} AS saturatedS,
    ${of('capacity IS NOT NULL AND people <= 0')} AS emptyS,
    ${of(`people > 0 AND people < ${UNDERUSE} * capacity`)} AS underuseS,
    ${of(`people > 0 AND people >= ${UNDERUSE} * capacity AND people < ${CORRECT} * capacity`)} AS correctS,
    ${of(`people > 0 AND people >= ${CORRECT} * capacity AND people <= ${HEAVY} * capacity`)} AS heavyS,
    ${of(`people > ${HEAVY} * capacity`)} AS overloadS,
    max(people) FILTER (${is}) AS peak`
}
const used = `${MINUTE_S} * sum(CASE WHEN presence THEN least(people, 1) WHEN people > 0 THEN 1 ELSE 0 END)`
const quality = `
  expectedS::DOUBLE AS expected, coalesce(knownS, 0)::DOUBLE AS observed, NULL::DOUBLE AS estimatedIns,
  hours::DOUBLE AS hours, missingHours::DOUBLE AS missingHours, 0::DOUBLE AS partialHours, 0::DOUBLE AS settlingHours,
  0::DOUBLE AS closedHours`

/**
 * By hour, all chosen locals together. People are those of the locals that count them, summed minute by minute;
 * presence has no people, and counts in the use of rooms only.
 */
export function hoursSql(
  client: number,
  locals: readonly OccupancyLocal[],
  period: OccupancyPeriod,
  code: number,
  isPaired = false,
): string {
  const isPeople = locals.some(({ presence }) => !presence)
  const hourOf = new Set(locals.map(({ timeZone }) => timeZone)).size === 1 ? 'ch' : 'mainCh'
  return `SELECT * FROM (WITH ${tables(client, locals, period, isPaired ? code : null)},
r AS (SELECT local, ch, presence, ${MINUTE_S} * count(*) AS knownS, ${used} AS usedS FROM k GROUP BY ALL),
-- How many are to know each minute of an hour (rooms with readings on the day), and what all of them hold.
due AS (SELECT ch, count(*) AS n, CASE WHEN count(capacity) = count(*) THEN sum(capacity) END AS capacity FROM grid
  JOIN (SELECT DISTINCT local, day FROM speaking) s ON s.local = grid.local AND s.day = ch // 24
  WHERE NOT presence AND clockS > 0 AND NOT idle GROUP BY ch),
b AS (SELECT instant, min(${hourOf}) AS ch, sum(people) AS people, count(*) AS n FROM k WHERE NOT presence
  GROUP BY instant),
p AS (SELECT ch, ${peopleSums()} FROM (SELECT b.ch, b.people, due.capacity FROM b
  JOIN due ON due.ch = b.ch AND due.n = b.n) GROUP BY ch),
q AS (SELECT ch, sum(usedS) AS usedS, sum(knownS) AS knownS FROM r GROUP BY ch),
x AS (SELECT ch, sum(seconds) AS expectedS, max(seconds) FILTER (NOT presence) AS buildingS FROM e GROUP BY ch)
SELECT ${code} AS period, (ch // 24 - ${period.from})::INTEGER AS index, (ch // 24)::INTEGER AS day,
  ((ch // 24 + 3) % 7 + 1)::INTEGER AS weekday, (ch % 24)::INTEGER AS hour,
  ${sumColumns(isPeople ? 'greatest(0, buildingS - coalesce(measuredS, 0))' : UNKNOWN_S)},
  usedS::DOUBLE AS usedS, knownS::DOUBLE AS roomS, peak::DOUBLE AS peak,
  ${quality}
FROM (SELECT x.*, p.* EXCLUDE (ch), q.* EXCLUDE (ch), 1 AS hours, CASE WHEN q.knownS IS NULL THEN 1
  ELSE 0 END AS missingHours FROM x LEFT JOIN p USING (ch) LEFT JOIN q USING (ch)) ORDER BY ch)`
}

/** Every hour in which a local is to be known, and the seconds of it that are. Their sums are far more work. */
const knownHoursSql = (client: number, locals: readonly OccupancyLocal[], period: OccupancyPeriod) =>
  `SELECT * FROM (WITH ${tables(client, locals, period)},
s AS (SELECT local, ch, ${MINUTE_S} * count(*) AS knownS FROM k GROUP BY local, ch)
SELECT local, ch, clockS, seconds, coalesce(knownS, 0) AS knownS FROM e LEFT JOIN s USING (local, ch))`

/** A common table. Its hour is paired when both periods know it whole; idle: neither knows anything of it. */
const hoursOfBoth = (
  client: number,
  locals: readonly OccupancyLocal[],
  [comparing, reference]: PeriodPair,
) => `own AS MATERIALIZED (
  SELECT 0 AS code, *, ch - ${comparing.from * 24} AS place FROM (${knownHoursSql(client, locals, comparing)})
  UNION ALL
  SELECT 1 AS code, *, ch - ${(reference.from + dayOffset(comparing, reference)) * 24} AS place
  FROM (${knownHoursSql(client, locals, reference)})
),
compared AS MATERIALIZED (
  SELECT own.*, own.knownS = 0 AND coalesce(o.knownS, 0) = 0 AS idle,
    coalesce(own.knownS >= ${WHOLE} * own.clockS AND o.knownS >= ${WHOLE} * o.clockS, false) AS paired
  FROM own LEFT JOIN own o ON o.code = 1 - own.code AND o.local = own.local AND o.place = own.place
)`

/**
 * By local and hour of the week: the seconds in which it was to be known, was, and was known in one period alone. The
 * hours of two periods lie on each other as those of stores do, by weekday (see `dayOffset`).
 */
export function knownSql(client: number, locals: readonly OccupancyLocal[], periods: PeriodPair): string {
  return `WITH ${hoursOfBoth(client, locals, periods)}
SELECT code, local, ((ch // 24 + 3) % 7 + 1)::INTEGER AS weekday, (ch % 24)::INTEGER AS hour, sum(seconds)::DOUBLE,
  sum(knownS)::DOUBLE, coalesce(sum(seconds) FILTER (NOT paired AND NOT idle), 0)::DOUBLE
FROM compared GROUP BY ALL`
}

/**
 * The common table that `hoursSql` and `roomsSql` take their hours from where only what both periods have is asked: of
 * a minute that a room does not know a building has no sum, so each hour is asked of the rooms that have it twice. The
 * hours of a room are the bits of one value: a join of minutes with hours is planned from the wrong side, at five times
 * the cost.
 *
 * @param alone rooms of which one period alone is known: none is paired, and they are kept whole
 */
export const pairsSql = (
  client: number,
  locals: readonly OccupancyLocal[],
  periods: PeriodPair,
  alone: readonly number[],
): string => {
  const last = Math.max(...periods.map(hoursIn)) - 1
  return `${hoursOfBoth(client, locals, periods)},
pairs AS (
  SELECT code, local, bitstring_agg(hour, 0, ${last}) AS pairedHours, bitstring_agg(hour, 0, ${last}) FILTER
    (idle) AS idleHours
  FROM (SELECT *, (ch - CASE code WHEN 0 THEN ${periods[0].from * 24} ELSE ${periods[1].from * 24} END)::INTEGER AS hour
    FROM compared)
  WHERE paired OR idle${alone.length === 0 ? '' : ` OR local IN (${list(alone)})`} GROUP BY code, local
)`
}

/** By local. The peak is the most at one time, with the hour in which it was first reached. */
export function roomsSql(
  client: number,
  locals: readonly OccupancyLocal[],
  period: OccupancyPeriod,
  code: number,
  isPaired = false,
): string {
  return `SELECT * FROM (WITH ${tables(client, locals, period, isPaired ? code : null)},
h AS (SELECT local, ch, ${MINUTE_S} * count(*) AS knownS, ${used} AS usedS, ${peopleSums('NOT presence')} FROM k
  GROUP BY local, ch),
s AS (SELECT local, sum(knownS) AS knownS, sum(usedS) AS usedS, ${OCCUPANCY_SUMS.filter((id) => id !== 'unknownS')
    .map((id) => `sum(${id}) AS ${id}`)
    .join(', ')},
  max(peak) AS peak, min(ch) FILTER (peak = top) AS peakCh, count(*) AS knownHours
    FROM (SELECT *, max(peak) OVER (PARTITION BY local) AS top FROM h) GROUP BY local),
x AS (SELECT local, sum(seconds) AS expectedS, count(*) AS hours FROM e GROUP BY local)
SELECT ${code} AS period, local::INTEGER AS local, presence::INTEGER::DOUBLE AS presence,
  (peakCh // 24)::INTEGER AS peakDay, (peakCh % 24)::INTEGER AS peakHour,
  ${sumColumns(UNKNOWN_S)},
  usedS::DOUBLE AS usedS, knownS::DOUBLE AS roomS, peak::DOUBLE AS peak, capacity::DOUBLE AS seats,
  ${quality}
FROM (SELECT x.*, l.presence, CASE WHEN NOT l.presence THEN l.capacity END AS capacity, s.* EXCLUDE (local),
  greatest(0, hours - coalesce(knownHours, 0)) AS missingHours FROM x JOIN l USING (local) LEFT JOIN s USING (local))
  ORDER BY local)`
}
