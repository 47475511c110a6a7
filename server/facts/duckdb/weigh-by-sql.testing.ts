/**
 * The rules of `rollForward` as statements over the tables, with window functions: what weights and estimates were
 * worked out with before, and what the
 * columns of `weigh` have to agree with to the unit. For tests only.
 */
import type { DuckDBConnection } from '@duckdb/node-api'
import { WHOLE_DAY } from '#domain/fact-query'
import { appendColumns } from './append.ts'
import { ATOM_COLUMNS, TRAFFIC_COLUMNS, SETTLING_MS } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { calendarOf, type ExpectedLocal, type ExpectedSpan } from '../expected.ts'
import { wholeDaysOf } from './whole-days.ts'
import { civilAt } from '../zone.ts'
import type { RollForward, RollReport } from '../questions.ts'

/** Days before the last run that are looked at again: late data and settled hours. */
const AGAIN_DAYS = 2
/** "The last 8 comparable weeks" of metrics.md 5.5. */
const WEEKS = 8
const BASE_DAYS = WEEKS * 7 + 7
/** Hours of a piece, with the weeks around it, and of a calendar that is made at once. */
const [MAX_ROWS, BATCH_ROWS] = [1_000_000, 200_000]
/** A piece is not shorter than this, however many locals there are. */
const LEAST_DAYS = 91
/**
 * "Silent device test" of metrics.md 5.5: so many are usual in a run of zeros that no one at all has a chance below 1
 * in 1000. The counter
 * is probably down, so what it said is no base of estimates.
 */
const SILENT_FROM = 7
/** How far back the last people of a counter are looked for that has sent nothing but zeros in the weeks before. */
const QUIET_DAYS = 730
/** Below this share of its usual traffic, the observed part of a day says nothing about its level. */
const LEVEL_FROM = 0.1
/** Times the median absolute deviation: the standard deviation of a normal distribution. */
const MAD_TO_DEVIATION = 1.4826

const { final, partial, settling, estimated, missing, closed, outside } = HOUR_STATE
const KEY = 'day, local, hour, area, fold, client'

/** @param transaction runs work in a transaction of its own */
export async function rollForwardBySql(
  transaction: Transaction,
  { nowMs, locals, fromDay }: RollForward,
): Promise<RollReport> {
  const nowS = Math.floor(nowMs / 1000)
  const wanted = await transaction(async (connection) => {
    const whole = await wholeDaysOf(connection)
    return (await reach(connection, locals, nowS)).map((span): ExpectedSpan => {
      const isWhole = whole.get(span.local.local)
      return { ...span, fromDay: Math.min(span.fromDay, fromDay ?? span.fromDay), ...(isWhole && { isWhole }) }
    })
  })
  const report = { placeholders: 0, updated: 0 }
  for (const piece of piecesOf(wanted)) {
    const { placeholders, updated } = await transaction((connection) => rollPiece(connection, piece, nowMs))
    report.placeholders += placeholders
    report.updated += updated
  }
  return report
}

/**
 * Runs work in a transaction of its own: what the tables of one piece held is free before the next one begins, and
 * sensors may write between.
 */
type Transaction = <T>(work: (connection: DuckDBConnection) => Promise<T>) => Promise<T>

interface Piece {
  readonly spans: readonly ExpectedSpan[]
  /** Days behind the span that are read: the typical count of its last weeks may need later ones. */
  readonly aheadDays: number
  /** Every local is done after it. */
  readonly isLast: boolean
}

/**
 * Years of history are worked out some months at a time, each with the weeks around it. What is looked at every ten
 * minutes is one piece.
 */
function piecesOf(wanted: readonly ExpectedSpan[]): Piece[] {
  if (wanted.length === 0) return []
  const [first, last] = [
    wanted.reduce((day, span) => Math.min(day, span.fromDay), Infinity),
    wanted.reduce((day, span) => Math.max(day, span.toDay), -Infinity),
  ]
  const areas = wanted.reduce((sum, { local }) => sum + local.areas.length, 0)
  const days = Math.max(LEAST_DAYS, Math.floor(MAX_ROWS / (24 * areas)) - 2 * BASE_DAYS)
  if (last - first < days) return [{ spans: wanted, aheadDays: 0, isLast: true }]
  const pieces: Piece[] = []
  for (let from = first; from <= last; from += days) {
    const to = Math.min(last, from + days - 1)
    const spans = wanted
      .filter((span) => span.fromDay <= to && span.toDay >= from)
      .map((span) => ({ ...span, fromDay: Math.max(from, span.fromDay), toDay: Math.min(to, span.toDay) }))
    pieces.push({ spans, aheadDays: to === last ? 0 : BASE_DAYS, isLast: to === last })
  }
  return pieces
}

async function rollPiece(
  connection: DuckDBConnection,
  { spans, aheadDays, isLast }: Piece,
  nowMs: number,
): Promise<RollReport> {
  const nowS = Math.floor(nowMs / 1000)
  await stageCalendar(connection, spans, nowS, aheadDays)
  if (spans.some(({ isWhole }) => isWhole !== undefined)) await connection.run(DROP_OTHERS)
  const placeholders = (await connection.run(PLACEHOLDERS, [BigInt(nowMs)])).rowsChanged
  await connection.run(LOOK_FURTHER)
  await connection.run(TYPICAL)
  await connection.run(SCALE)
  await connection.run(OUTCOME, [BigInt(nowMs)])
  const updated = (await connection.run(UPDATE)).rowsChanged
  // A local that ends before the last piece is done with its own last one.
  await connection.run(
    isLast
      ? 'INSERT OR REPLACE INTO rolled SELECT local, fromDay, $1 FROM reach'
      : 'INSERT OR REPLACE INTO rolled SELECT local, fromDay, least($1, toDay * 86400)::UINTEGER FROM reach',
    [nowS],
  )
  for (const table of ['calendar', 'reach', 'typical', 'outcome', 'scale'])
    await connection.run(`DROP TABLE IF EXISTS temp.${table}`)
  return { placeholders, updated }
}

/**
 * From where to where each local has to be looked at; locals that never reported and have no opening day are left out.
 */
async function reach(
  connection: DuckDBConnection,
  locals: readonly ExpectedLocal[],
  nowS: number,
): Promise<ExpectedSpan[]> {
  const numbers = async (sql: string) =>
    new Map((await (await connection.run(sql)).getRows()).map((row) => [Number(row[0]), row.slice(1).map(Number)]))
  const rolled = await numbers('SELECT local, throughInstant FROM rolled')
  // Estimates of an earlier release have no deviation.
  const unweighted = await numbers(
    `SELECT local, min(day) FROM traffic WHERE expected IS NULL OR (estimatedIns IS NOT NULL AND estimatedDev IS NULL)
      GROUP BY local`,
  )
  const marks = await numbers('SELECT local, instant FROM mark')
  const since = await firstDays(
    connection,
    locals.filter((local) => local.areas.length > 1 || local.openedDay === null),
  )
  const spans: ExpectedSpan[] = []
  for (const local of locals) {
    const civil = (instant: number) => civilAt(local.timeZone, instant).day
    const through = rolled.get(local.local)?.[0]
    const dirty = unweighted.get(local.local)?.[0]
    const begin = through === undefined ? local.openedDay : civil(through) - AGAIN_DAYS
    const from = Math.min(begin ?? Infinity, dirty ?? Infinity)
    // After a local has closed its days are still looked at while data comes, and not for ever.
    const newest = marks.get(local.local)?.[0]
    const end =
      local.closedDay === null ? Infinity : Math.max(local.closedDay, newest === undefined ? 0 : civil(newest))
    const to = Math.min(civil(nowS), end)
    if (newest === undefined && (local.openedDay === null || through !== undefined)) continue
    if (from <= to)
      spans.push({
        local,
        fromDay: from,
        toDay: to,
        ...sinceOf(local, since.get(local.local) ?? new Map<number, number>()),
      })
  }
  return spans
}

/**
 * From when on each counter is expected: of several each from its own first count, of a single one from the first of
 * the local, unless its opening day was stated.
 */
function sinceOf({ areas, openedDay }: ExpectedLocal, first: ReadonlyMap<number, number>): Pick<ExpectedSpan, 'since'> {
  if (areas.length > 1) return { since: first }
  return openedDay === null && first.size > 0
    ? { since: new Map(areas.map((area) => [area, Math.min(...first.values())])) }
    : {}
}

async function firstDays(
  connection: DuckDBConnection,
  locals: readonly ExpectedLocal[],
): Promise<Map<number, Map<number, number>>> {
  const found = new Map<number, Map<number, number>>()
  if (locals.length === 0) return found
  const marks = locals.map((_, i) => `$${i + 1}`).join(', ')
  const result = await connection.run(
    `SELECT local, area, min(day) FROM traffic WHERE local IN (${marks}) AND coalesce(ins, visits, fro, far) IS NOT NULL
      GROUP BY 1, 2`,
    locals.map(({ local }) => local),
  )
  for (const row of await result.getRows()) {
    const [local, area, day] = row.map(Number) as [number, number, number]
    found.set(local, (found.get(local) ?? new Map<number, number>()).set(area, day))
  }
  return found
}

async function stageCalendar(
  connection: DuckDBConnection,
  wanted: readonly ExpectedSpan[],
  nowS: number,
  aheadDays: number,
) {
  await connection.run(`CREATE OR REPLACE TEMP TABLE calendar (
    client INTEGER, local INTEGER, area INTEGER, day INTEGER, hour INTEGER, fold INTEGER, instant UINTEGER,
    open INTEGER, due INTEGER)`)
  // Some locals at a time: the columns of all of them would be held at once.
  for (const some of inBatches(wanted)) {
    const { length, ...columns } = calendarOf(some, nowS)
    const { client, local, area, day, hour, fold, instant, open, due } = columns
    await appendColumns(connection, 'calendar', [client, local, area, day, hour, fold, instant, open, due], length)
  }

  await connection.run(
    `CREATE OR REPLACE TEMP TABLE reach (local INTEGER, fromDay INTEGER, toDay INTEGER, baseDay INTEGER,
      aheadDay INTEGER, scheduled INTEGER, kind INTEGER)`,
  )
  const kinds = [...new Set(wanted.map(({ local: { type } }) => type))]
  const column = (pick: (span: ExpectedSpan) => number) => Int32Array.from(wanted, pick)
  await appendColumns(
    connection,
    'reach',
    [
      column((span) => span.local.local),
      column((span) => span.fromDay),
      column((span) => span.toDay),
      column((span) => span.fromDay - BASE_DAYS),
      column((span) => span.toDay + aheadDays),
      column((span) => (span.local.week ? 1 : 0)),
      column((span) => kinds.indexOf(span.local.type)),
    ],
    wanted.length,
  )
}

/** Locals whose calendars have some hundred thousand hours together. */
function* inBatches(wanted: readonly ExpectedSpan[]): Generator<ExpectedSpan[]> {
  let [batch, hours] = [[] as ExpectedSpan[], 0]
  for (const span of wanted) {
    batch.push(span)
    hours += (span.toDay - span.fromDay + 1) * 24 * span.local.areas.length
    if (hours < BATCH_ROWS) continue
    yield batch
    ;[batch, hours] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

const PLACEHOLDERS = `
INSERT INTO traffic (${TRAFFIC_COLUMNS})
SELECT c.client, c.local, c.area, c.day, c.hour, c.fold, c.instant, ${ATOM_COLUMNS.map(() => 'NULL').join(', ')}, NULL,
  NULL, NULL,
  CASE WHEN c.open = 1 THEN ${missing} ELSE ${closed} END, $1::BIGINT, NULL
FROM (FROM calendar WHERE due = 1) c ANTI JOIN traffic t USING (${KEY})
ORDER BY c.day, c.client, c.local, c.area, c.hour, c.fold`

const COUNTED = 'coalesce(t.ins, t.visits, t.fro, t.far)'

/**
 * Where an area counted 0 in all of the weeks before, the weeks before its last people are read as well: what was usual
 * then shows whether it is down.
 */
const LOOK_FURTHER = `
UPDATE reach SET baseDay = known.day FROM (
  WITH quiet AS (
    SELECT t.local, t.area, r.baseDay FROM traffic t JOIN reach r ON r.local = t.local
    WHERE t.day BETWEEN r.baseDay AND r.fromDay - 1 AND t.state NOT IN (${closed}, ${outside}) GROUP BY ALL
    HAVING max(${COUNTED}) = 0
  )
  SELECT t.local, min(t.day) - ${BASE_DAYS} AS day FROM (
    SELECT t.local, t.area, max(t.day) AS day FROM traffic t JOIN quiet q ON q.local = t.local AND q.area = t.area
    WHERE t.day BETWEEN q.baseDay - ${QUIET_DAYS} AND q.baseDay - 1 AND ${COUNTED} > 0
      AND t.state NOT IN (${closed}, ${outside}) GROUP BY ALL
  ) t GROUP BY t.local
) known WHERE known.local = reach.local`

/**
 * The same place of the weeks before or after. Their median as a list costs half of a median over a window, and is only
 * worked out where it is asked for.
 */
const near = (step: 'lag' | 'lead', column: string) =>
  Array.from({ length: WEEKS }, (_, week) => `${step}(${column}, ${week + 1}) OVER place`).join(', ')

const [BEFORE, AFTER] = [`[${near('lag', 'basis')}]`, `[basis, ${near('lead', 'basis')}]`]

/**
 * Each hour of the span and of the weeks before it, with its count and the typical count of its place in the week.
 * `basis` is the count
 * that says what is usual: null in a run of zeros in which too many are usual for it to be chance.
 */
const TYPICAL = `
CREATE OR REPLACE TEMP TABLE typical AS
WITH base AS (
  SELECT t.rowid AS id, t.client, t.local, t.area, t.day, t.hour, t.fold, t.instant, r.kind,
    ${COUNTED} AS counted, (t.day + 3) % 7 AS dow, t.day BETWEEN r.fromDay AND r.toDay AS inSpan,
    CASE WHEN t.day NOT BETWEEN r.fromDay AND r.toDay THEN t.state NOT IN (${closed}, ${outside}) WHEN r.scheduled = 0
      THEN true ELSE coalesce(c.open = 1, false) END AS open
  FROM traffic t JOIN reach r ON r.local = t.local
  LEFT JOIN calendar c ON c.day = t.day AND c.local = t.local AND c.hour = t.hour AND c.area = t.area
    AND c.fold = t.fold AND c.client = t.client
  WHERE t.day BETWEEN r.baseDay AND r.aheadDay
), counts AS (
  -- Hours between two with people have the same number.
  SELECT *, count(*) FILTER (counted > 0) OVER (PARTITION BY local, area
    ORDER BY instant ROWS UNBOUNDED PRECEDING) AS run,
    CASE WHEN counted = 0 THEN list_median([${near('lag', 'counted')}]) END AS before
  FROM base WHERE open WINDOW place AS (PARTITION BY local, area, dow, hour ORDER BY day, fold)
), down AS (
  SELECT local, area, run, true AS isDown FROM counts WHERE counted = 0 GROUP BY local, area, run
  HAVING sum(before) >= ${SILENT_FROM}
), judged AS (
  SELECT counts.* EXCLUDE (run, before), CASE WHEN counted = 0 AND isDown THEN NULL ELSE counted END AS basis
  FROM counts LEFT JOIN down USING (local, area, run)
), usual AS (
  SELECT *, coalesce(list_median(${BEFORE}), list_median(${AFTER})) AS own,
    CASE WHEN inSpan AND counted IS NULL THEN coalesce(list_mad(${BEFORE}), list_mad(${AFTER})) END AS spread
  FROM judged WINDOW place AS (PARTITION BY local, area, dow, hour ORDER BY day, fold)
), kindred AS (
  SELECT kind, dow, hour, median(own) AS own FROM usual WHERE own IS NOT NULL GROUP BY ALL
)
SELECT u.*, coalesce(u.own, k.own) AS typical FROM usual u LEFT JOIN kindred k USING (kind, dow, hour)
UNION ALL BY NAME
SELECT *, NULL AS basis, NULL AS own, NULL AS spread, NULL AS typical FROM base WHERE NOT open AND inSpan`

/** A typical week of the average local of each client. */
const SCALE = `
CREATE OR REPLACE TEMP TABLE scale AS
SELECT client, avg(week) AS week FROM (
  SELECT client, local, sum(typical) / count(DISTINCT (day + 3) // 7) AS week FROM typical WHERE open
  GROUP BY client, local
) GROUP BY client HAVING avg(week) > 0`

/** $1 = now, epoch ms. */
const OUTCOME = `
CREATE OR REPLACE TEMP TABLE outcome AS
WITH levelled AS (
  SELECT *, sum(typical) FILTER (WHERE basis IS NOT NULL) OVER ofDay AS usualSeen, sum(basis) OVER ofDay AS seen,
    sum(typical) OVER ofDay AS usualAll
  FROM typical WINDOW ofDay AS (PARTITION BY local, area, day)
), judged AS (
  SELECT l.*, m.instant AS mark, s.week,
    (l.instant::BIGINT + 3600) * 1000 > $1::BIGINT AS running,
    -- No later hour has come yet and there is still time.
    (l.instant::BIGINT + 3600) * 1000 + ${SETTLING_MS} > $1::BIGINT
      AND coalesce(m.instant <= l.instant, true) AS mayCome,
    CASE WHEN usualAll > 0 AND usualSeen >= ${LEVEL_FROM} * usualAll THEN seen / usualSeen ELSE 1 END AS level
  FROM levelled l LEFT JOIN mark m ON m.local = l.local LEFT JOIN scale s ON s.client = l.client WHERE l.inSpan
)
SELECT id,
  CASE WHEN NOT open THEN 0 WHEN running THEN NULL
    ELSE greatest(1, round(1e6 * coalesce(typical, 0) / coalesce(week, 1e6)))::INTEGER END AS expected,
  CASE
    WHEN NOT open THEN CASE WHEN counted IS NULL THEN ${closed} ELSE ${outside} END
    WHEN running THEN ${partial}
    WHEN mayCome THEN ${settling}
    WHEN counted IS NOT NULL THEN ${final}
    WHEN own IS NULL THEN ${missing}
    ELSE ${estimated} END AS state,
  counted IS NOT NULL AS seenHere,
  CASE WHEN open AND NOT running AND NOT mayCome AND counted IS NULL
    THEN round(own * level)::INTEGER END AS estimatedIns,
  CASE WHEN open AND NOT running AND NOT mayCome AND counted IS NULL
    THEN ceil(greatest(${MAD_TO_DEVIATION} * spread * level, sqrt(own * level)))::INTEGER END AS estimatedDev
FROM judged`

const UPDATE = `
UPDATE traffic SET expected = o.expected, observed = CASE WHEN o.seenHere THEN o.expected WHEN o.expected IS NOT NULL
  THEN 0 END,
  estimatedIns = o.estimatedIns, estimatedDev = o.estimatedDev, state = o.state
FROM outcome o
WHERE traffic.rowid = o.id AND (traffic.expected IS DISTINCT FROM o.expected OR traffic.state <> o.state
  OR traffic.estimatedIns IS DISTINCT FROM o.estimatedIns
  OR traffic.estimatedDev IS DISTINCT FROM o.estimatedDev
  OR traffic.observed IS DISTINCT FROM CASE WHEN o.seenHere THEN o.expected WHEN o.expected IS NOT NULL THEN 0 END)`

const DROP_OTHERS = `DELETE FROM traffic
  USING (SELECT local, day, bool_or(hour = ${WHOLE_DAY}) AS whole FROM calendar GROUP BY local, day) c
  WHERE traffic.local = c.local AND traffic.day = c.day AND (traffic.hour = ${WHOLE_DAY}) <> c.whole
    AND coalesce(${ATOM_COLUMNS.map((atom) => `traffic.${atom}`).join(', ')}) IS NULL
      AND coalesce(traffic.ticketsOfDay, 0) = 0`
