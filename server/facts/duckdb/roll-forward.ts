import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from './append.ts'
import type { ExpectedLocal, ExpectedSpan } from '../expected.ts'
import { createBreath } from '../weigh/grid.ts'
import { kindredOf } from '../weigh/kindred.ts'
import { WEEKS } from '../weigh/rings.ts'
import { createOutcomes } from '../weigh/outcome.ts'
import { markPlanned } from '../weigh/planned.ts'
import { scaleOf } from '../weigh/scale.ts'
import {
  addRows,
  knownHours,
  makeWeighed,
  readGrid,
  surveyIncoming,
  updateRows,
  weighIncoming,
} from './weigh-tables.ts'
import type { Incoming, IncomingPlace } from './weigh-tables.ts'
import { createTypical } from '../weigh/typical.ts'
import { dropOtherPlaceholders } from './superseded-days.ts'
import { wholeDaysOf } from './whole-days.ts'
import { civilAt } from '../zone.ts'
import type { RollForward, RollReport } from '../questions.ts'

/** Days before the last run that are looked at again: late data and settled hours. */
const AGAIN_DAYS = 2
const BASE_DAYS = WEEKS * 7 + 7
/** Hours of a piece, with the weeks around it. */
const MAX_ROWS = 1_000_000
/** A piece is not shorter than this, however many locals there are. */
const LEAST_DAYS = 91
const DAY_S = 86_400

/**
 * Keeps the promise of one row per expected hour. For the days since the last run, and for older days that got data
 * since:
 *
 * 1. writes placeholders (null atoms) for hours that passed without a word, and for closed days;
 * 2. weighs each open hour: `expected` = 1e6 x its typical count over the typical week of the client's locals, where
 * typical
 * is the median of the last 8 comparable weeks (else of the next ones, else of locals of the same type, else 1). Summed
 * over
 *    a usual week this gives 1e6 for a local of average traffic, so coverage rolls up by usual share;
 * 3. sets the state of each hour, and estimates missing ones: own typical count x level of the day (metrics.md 5.5), so
 * nothing is guessed more than 8 weeks away from a count. The atoms stay null. Zeros of a counter that was probably
 * down are
 *    neither a usual count nor a level;
 * 4. says how far off an estimate may be: `estimatedDev` = ceil(max(1.4826 x MAD x level, sqrt(typical count x
 * level))). MAD is the
 * median distance from the typical count of the very counts it is the median of; the root is the Poisson deviation of
 * what would
 *    have come, before it is rounded. An estimate of 0 from counts of 0 has 0.
 *
 * A day that is known as a whole (`whole-days.ts`) is one row with the weight of its weekday, by the same rules.
 */
export async function rollForward(
  transaction: Transaction,
  { nowMs, locals, fromDay }: RollForward,
): Promise<RollReport> {
  const wanted = (await transaction((connection) => spansOf(connection, locals, nowMs))).map((span) => ({
    ...span,
    fromDay: Math.min(span.fromDay, fromDay ?? span.fromDay),
  }))
  const report = { placeholders: 0, updated: 0 }
  for (const piece of piecesOf(wanted)) {
    const { placeholders, updated } = await transaction((connection) => rollPiece(connection, piece, nowMs))
    report.placeholders += placeholders
    report.updated += updated
  }
  return report
}

interface WeighIncoming extends Pick<RollForward, 'nowMs' | 'locals'> {
  /** Of locals without a row in the facts, and none of a whole day. */
  readonly incoming: Incoming
  /** Called before each batch of some months with how many are done, of how many. A single batch has no share. */
  readonly onProgress?: (done: number, of: number) => void
  /** Called between them: throws to cancel. */
  readonly check?: () => void
}

/**
 * The same for rows that are being imported into the facts: they are written to a table, with those that have to be
 * added, from where they go into the facts as they are, so that nothing is written twice. The facts are only read.
 *
 * @returns the days of each local that are in the table, and how many rows of the import are in it and are not
 */
export async function weighBefore(
  connection: DuckDBConnection,
  { nowMs, locals, incoming, onProgress, check }: WeighIncoming,
): Promise<{ spans: readonly ExpectedSpan[]; came: number; rest: number }> {
  const { rows, places } = await surveyIncoming(connection, incoming)
  const spans = await spansOf(connection, locals, nowMs, places)
  const marks = await marksOf(connection, places)
  await makeWeighed(connection, incoming.into, incoming.atoms)
  const pieces = piecesOf(spans)
  let came = 0
  for (const [done, piece] of pieces.entries()) {
    check?.()
    if (pieces.length > 1) onProgress?.(done, pieces.length)
    const breathe = createBreath()
    await connection.run('BEGIN')
    const { grid, outcomeOf } = await weighPiece(connection, piece, { nowMs, breathe, marks, incoming })
    if (grid.series.length > 0) came += await weighIncoming(connection, grid, outcomeOf, incoming, breathe)
    grid.release()
    await connection.run('COMMIT')
  }
  return { spans: spans.filter(({ isIncoming }) => isIncoming), came, rest: rows - came }
}

async function spansOf(
  connection: DuckDBConnection,
  locals: readonly ExpectedLocal[],
  nowMs: number,
  incoming: Incomings = NONE,
): Promise<ExpectedSpan[]> {
  const whole = await wholeDaysOf(connection)
  return (await reach(connection, locals, Math.floor(nowMs / 1000), incoming)).map((span): ExpectedSpan => {
    const isWhole = whole.get(span.local.local)
    return { ...span, ...(isWhole && { isWhole }) }
  })
}

type Incomings = ReadonlyMap<number, IncomingPlace>
const NONE: Incomings = new Map()

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

async function rollPiece(connection: DuckDBConnection, piece: Piece, nowMs: number): Promise<RollReport> {
  const breathe = createBreath()
  const { spans, isLast } = piece
  if (spans.some(({ isWhole }) => isWhole !== undefined)) await dropOtherPlaceholders(connection, spans)
  const marks = await marksOf(connection)
  const { grid, outcomeOf, placeholders } = await weighPiece(connection, piece, { nowMs, breathe, marks })
  const updated = grid.series.length === 0 ? 0 : await updateRows(connection, grid, outcomeOf, breathe)
  if (placeholders > 0) await addRows(connection, grid, outcomeOf, nowMs, breathe)
  grid.release()
  const nowS = Math.floor(nowMs / 1000)
  await noteRolled(connection, spans, ({ toDay }) => (isLast ? nowS : Math.min(nowS, toDay * DAY_S)))
  return { placeholders, updated }
}

interface WeighPiece {
  readonly nowMs: number
  readonly breathe: () => Promise<void> | undefined
  readonly marks: ReadonlyMap<number, number>
  readonly incoming?: Incoming
}

async function weighPiece(
  connection: DuckDBConnection,
  { spans, aheadDays }: Piece,
  { nowMs, breathe, marks, incoming }: WeighPiece,
) {
  const around = { baseDays: BASE_DAYS, aheadDays, ...(incoming && { incoming }) }
  const grid = await readGrid(connection, spans, around, breathe)
  const placeholders = await markPlanned(grid, Math.floor(nowMs / 1000), breathe)
  const typical = createTypical(grid)
  for (const one of grid.series) {
    typical.fill(one)
    await breathe()
  }
  const kindred = await kindredOf(grid, breathe)
  const scale = await scaleOf(grid, kindred, breathe)
  const outcomeOf = createOutcomes(grid, { typical, kindred, scale, marks, nowMs })
  return { grid, outcomeOf, placeholders }
}

/** Newest hour of each local of which a counter said something. */
async function marksOf(connection: DuckDBConnection, incoming: Incomings = NONE): Promise<Map<number, number>> {
  const rows = await (await connection.run('SELECT local, instant FROM mark')).getRows()
  const marks = new Map(rows.map(([local, instant]) => [Number(local), Number(instant)]))
  for (const [local, { mark }] of incoming) {
    if (mark !== undefined) marks.set(local, Math.max(mark, marks.get(local) ?? 0))
  }
  return marks
}

/** Notes how far each local is done; one that ends before the last piece is so with its own last one. */
async function noteRolled(
  connection: DuckDBConnection,
  spans: readonly ExpectedSpan[],
  through: (span: ExpectedSpan) => number,
): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE rolled_now (local INTEGER, fromDay INTEGER, through UINTEGER)')
  const column = (pick: (span: ExpectedSpan) => number) => Int32Array.from(spans, pick)
  const columns = [
    column(({ local }) => local.local),
    column(({ fromDay }) => fromDay),
    Uint32Array.from(spans, through),
  ]
  await appendColumns(connection, 'rolled_now', columns, spans.length)
  await connection.run('INSERT OR REPLACE INTO rolled FROM rolled_now')
  await connection.run('DROP TABLE temp.rolled_now')
}

/**
 * From where to where each local has to be looked at; locals that never reported and have no opening day are left out.
 */
async function reach(
  connection: DuckDBConnection,
  locals: readonly ExpectedLocal[],
  nowS: number,
  incoming: Incomings,
): Promise<ExpectedSpan[]> {
  const numbers = async (sql: string) =>
    new Map((await (await connection.run(sql)).getRows()).map((row) => [Number(row[0]), row.slice(1).map(Number)]))
  const rolled = await numbers('SELECT local, throughInstant FROM rolled')
  // Estimates of an earlier release have no deviation.
  const unweighted = await numbers(
    `SELECT local, min(day) FROM traffic WHERE expected IS NULL OR (estimatedIns IS NOT NULL AND estimatedDev IS NULL)
      GROUP BY local`,
  )
  for (const [local, { first }] of incoming) unweighted.set(local, [first])
  const marks = await marksOf(connection, incoming)
  const unstated = locals.filter((local) => local.areas.length > 1 || local.openedDay === null)
  const since = await firstDays(connection, unstated, incoming)
  const spans: ExpectedSpan[] = []
  for (const local of locals) {
    const civil = (instant: number) => civilAt(local.timeZone, instant).day
    const through = rolled.get(local.local)?.[0]
    const dirty = unweighted.get(local.local)?.[0]
    const begin = through === undefined ? local.openedDay : civil(through) - AGAIN_DAYS
    const from = Math.min(begin ?? Infinity, dirty ?? Infinity)
    // After a local has closed its days are still looked at while data comes, and not for ever.
    const newest = marks.get(local.local)
    const end =
      local.closedDay === null ? Infinity : Math.max(local.closedDay, newest === undefined ? 0 : civil(newest))
    const to = Math.min(civil(nowS), end)
    if (newest === undefined && (local.openedDay === null || through !== undefined)) continue
    if (from > to) continue
    const begins = sinceOf(local, since.get(local.local) ?? new Map<number, number>())
    spans.push({ local, fromDay: from, toDay: to, ...begins, ...(incoming.has(local.local) && { isIncoming: true }) })
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
  incoming: Incomings,
): Promise<Map<number, Map<number, number>>> {
  const found = new Map([...incoming].map(([local, { since }]) => [local, since]))
  const known = locals.filter(({ local }) => !incoming.has(local))
  if (known.length === 0) return found
  const list = known.map(({ local }) => local).join(', ')
  const result = await connection.run(
    `SELECT local, area, min(day) FROM (${knownHours}) WHERE local IN (${list}) AND counted IS NOT NULL
      GROUP BY local, area`,
  )
  for (const row of await result.getRows()) {
    const [local, area, day] = row.map(Number) as [number, number, number]
    found.set(local, (found.get(local) ?? new Map<number, number>()).set(area, day))
  }
  return found
}
