import type { DuckDBConnection } from '@duckdb/node-api'
import { appendColumns } from '../append.ts'
import { ATOM_COLUMNS, HOUR_STATE, NULL, TRAFFIC_COLUMNS } from '../columns.ts'
import { readColumns } from '../read-columns.ts'
import { createGrid, FLAG, type GridSpan, type HourGrid } from './grid.ts'
import type { WantedSpan } from '../expected.ts'
import type { Outcome } from './outcome.ts'

/** How far back the last people of a counter are looked for that has sent nothing but zeros in the weeks before. */
const QUIET_DAYS = 730
/** Rows that are compared, and written, at once. */
const SLICE = 262_144

const { closed, outside } = HOUR_STATE
const COUNTED = 'coalesce(t.ins, t.visits, t.fro, t.far)'
const IS_OPEN = `t.state NOT IN (${closed}, ${outside})`

interface Around { readonly baseDays: number; readonly aheadDays: number }

/**
 * Lays out the hours of some spans, with the weeks around them, and reads their counts. Where a counter sent nothing but zeros in all of the weeks before,
 * those before its last people are read as well: what was usual then tells whether it is down.
 */
export async function readGrid(connection: DuckDBConnection, wanted: readonly WantedSpan[], around: Around, breathe: () => Promise<void> | undefined): Promise<HourGrid> {
  const grid = await layOut(connection, wanted, around)
  if (grid.series.length === 0) return grid
  await stageSeries(connection, grid)
  const { counted, flags, makeSecond } = grid
  for await (const { columns: [slots, counts, kinds], length } of readColumns(connection, `
    SELECT (s.first + (t.day - s.baseDay) * s.width + t.hour)::INTEGER, coalesce(${COUNTED}, ${NULL})::INTEGER,
      (t.fold * 2 + CASE WHEN t.day BETWEEN s.fromDay AND s.toDay THEN s.unscheduled ELSE (${IS_OPEN})::INTEGER END)::INTEGER
    FROM traffic t JOIN series s ON s.local = t.local AND s.area = t.area
    WHERE t.day BETWEEN s.baseDay AND s.aheadDay AND ${daysOf(grid, ({ baseDay }) => baseDay, ({ aheadDay }) => aheadDay)}`)) {
    for (let i = 0; i < length; i += 1) {
      const kind = kinds![i]!
      const slot = kind < 2 ? slots![i]! : makeSecond(slots![i]!)
      counted[slot] = counts![i]!
      flags[slot]! |= (kind & 1) === 1 ? FLAG.exists | FLAG.open : FLAG.exists
    }
    await breathe()
  }
  return grid
}

const daysOf = ({ spans }: Pick<HourGrid, 'spans'>, from: (span: GridSpan) => number, to: (span: GridSpan) => number) =>
  `t.day BETWEEN ${spans.reduce((day, span) => Math.min(day, from(span)), Infinity)} AND ${spans.reduce((day, span) => Math.max(day, to(span)), -Infinity)}`

interface Surveyed { readonly areas: number[]; lo: number; hi: number; seconds: number; isQuiet: boolean }

async function layOut(connection: DuckDBConnection, wanted: readonly WantedSpan[], { baseDays, aheadDays }: Around): Promise<HourGrid> {
  const spans = wanted.map((span) => ({ ...span, baseDay: span.fromDay - baseDays, aheadDay: span.toDay + aheadDays }))
  await connection.run('CREATE OR REPLACE TEMP TABLE reach (local INTEGER, fromDay INTEGER, baseDay INTEGER, aheadDay INTEGER, further BOOLEAN DEFAULT false)')
  const appender = (pick: (span: (typeof spans)[number]) => number) => Int32Array.from(spans, pick)
  await appendReach(connection, [appender(({ local }) => local.local), appender(({ fromDay }) => fromDay), appender(({ baseDay }) => baseDay), appender(({ aheadDay }) => aheadDay)], spans.length)
  const survey = await surveyed(connection, false)
  if ([...survey.values()].some(({ isQuiet }) => isQuiet)) {
    const further = await lookFurther(connection, baseDays)
    if (further.size > 0) {
      for (const span of spans) span.baseDay = further.get(span.local.local) ?? span.baseDay
      for (const [local, found] of await surveyed(connection, true)) survey.set(local, found)
    }
  }
  const known = spans.flatMap((span): GridSpan[] => {
    const { local, isWhole } = span
    const found = survey.get(local.local)
    const planned = local.week === null ? [] : [...local.week[0]!.keys()].filter((hour) => local.week![0]![hour] === 1)
    const hours = [...planned, ...(isWhole && planned.length > 0 ? [24] : []), ...(found ? [found.lo, found.hi] : [])]
    const areas = [...new Set([...(local.week === null ? [] : local.areas), ...(found?.areas ?? [])])]
    return hours.length === 0 || areas.length === 0 ? [] : [{ ...span, lo: Math.min(...hours), hi: Math.max(...hours), areas }]
  })
  return createGrid(known, [...survey.values()].reduce((sum, { seconds }) => sum + seconds, 0))
}

async function appendReach(connection: DuckDBConnection, columns: readonly Int32Array[], length: number): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE reach_rows (local INTEGER, fromDay INTEGER, baseDay INTEGER, aheadDay INTEGER)')
  await appendColumns(connection, 'reach_rows', columns, length)
  await connection.run('INSERT INTO reach SELECT *, false FROM reach_rows')
}

/** Counters that have rows, and the hours in which they have them. */
async function surveyed(connection: DuckDBConnection, further: boolean): Promise<Map<number, Surveyed>> {
  const [bounds = []] = await (await connection.run(`SELECT min(baseDay), max(aheadDay) FROM reach WHERE further = ${further}`)).getRows()
  const found = new Map<number, Surveyed>()
  if (bounds[0] === null) return found
  const rows = await (await connection.run(`
    SELECT t.local, t.area, min(t.hour), max(t.hour), count(*) FILTER (t.fold > 0), coalesce(max(${COUNTED}) FILTER (t.day < r.fromDay AND ${IS_OPEN}) = 0, false)
    FROM traffic t JOIN reach r ON r.local = t.local
    WHERE r.further = ${further} AND t.day BETWEEN r.baseDay AND r.aheadDay AND t.day BETWEEN ${Number(bounds[0])} AND ${Number(bounds[1])} GROUP BY t.local, t.area`)).getRows()
  for (const [local, area, lo, hi, seconds, isQuiet] of rows) {
    const one = found.get(Number(local)) ?? { areas: [], lo: 24, hi: 0, seconds: 0, isQuiet: false }
    found.set(Number(local), one)
    one.areas.push(Number(area))
    one.lo = Math.min(one.lo, Number(lo))
    one.hi = Math.max(one.hi, Number(hi))
    one.seconds += Number(seconds)
    one.isQuiet ||= isQuiet === true
  }
  return found
}

/** Moves the first day that is read of locals with a quiet counter. @returns where to */
async function lookFurther(connection: DuckDBConnection, baseDays: number): Promise<Map<number, number>> {
  await connection.run(`
    UPDATE reach SET baseDay = known.day, further = true FROM (
      WITH quiet AS (
        SELECT t.local, t.area, r.baseDay FROM traffic t JOIN reach r ON r.local = t.local
        WHERE t.day BETWEEN r.baseDay AND r.fromDay - 1 AND ${IS_OPEN} GROUP BY ALL HAVING max(${COUNTED}) = 0
      )
      SELECT t.local, min(t.day) - ${baseDays} AS day FROM (
        SELECT t.local, t.area, max(t.day) AS day FROM traffic t JOIN quiet q ON q.local = t.local AND q.area = t.area
        WHERE t.day BETWEEN q.baseDay - ${QUIET_DAYS} AND q.baseDay - 1 AND ${COUNTED} > 0 AND ${IS_OPEN} GROUP BY ALL
      ) t GROUP BY t.local
    ) known WHERE known.local = reach.local`)
  return new Map((await (await connection.run('SELECT local, baseDay FROM reach WHERE further')).getRows()).map(([local, day]) => [Number(local), Number(day)]))
}

async function stageSeries(connection: DuckDBConnection, { spans, series }: HourGrid): Promise<void> {
  await connection.run('CREATE OR REPLACE TEMP TABLE series (number INTEGER, local INTEGER, area INTEGER, first INTEGER, width INTEGER, baseDay INTEGER, fromDay INTEGER, toDay INTEGER, aheadDay INTEGER, unscheduled INTEGER)')
  const column = (pick: (one: (typeof series)[number], span: GridSpan, number: number) => number) => Int32Array.from(series, (one, number) => pick(one, spans[one.local]!, number))
  await appendColumns(connection, 'series', [
    column((_, __, number) => number), column((_, { local }) => local.local), column(({ area }) => area), column(({ first, lo }) => first - lo), column(({ width }) => width),
    column(({ baseDay }) => baseDay), column((_, { fromDay }) => fromDay), column((_, { toDay }) => toDay), column((_, { aheadDay }) => aheadDay), column((_, { local }) => (local.week === null ? 1 : 0)),
  ], series.length)
}

/** Whole numbers on their way into a temp table, a slice at a time. */
function createBuffer(width: number) {
  let columns = Array.from({ length: width }, () => new Int32Array(4096))
  return {
    get columns() { return columns },
    length: 0,
    /** Makes room for one more row. */
    grow() {
      if (this.length < columns[0]!.length) return
      columns = columns.map((old) => {
        const wide = new Int32Array(old.length * 2)
        wide.set(old)
        return wide
      })
    },
  }
}

type OutcomeOf = (series: HourGrid['series'][number], day: number, slot: number, isSecond: boolean, instant: number) => Outcome

const RESULT = ['expected', 'observed', 'estimatedIns', 'estimatedDev', 'state'] as const
/** Row ids are longer than the columns of a buffer. */
const ID_BASE = 1 << 30

/** Writes what became of the rows of the spans, where it is something else than before. @returns how many rows changed */
export async function updateRows(connection: DuckDBConnection, grid: HourGrid, outcomeOf: OutcomeOf, breathe: () => Promise<void> | undefined): Promise<number> {
  const { spans, series } = grid
  await connection.run(`CREATE OR REPLACE TEMP TABLE outcome (high INTEGER, low INTEGER, ${RESULT.map((column) => `${column} INTEGER`).join(', ')})`)
  let changed = 0
  for (const [from, to] of slicesOf(grid)) {
    const buffer = createBuffer(2 + RESULT.length)
    for await (const { columns, length } of readColumns(connection, `
      SELECT s.number, t.day, (t.hour * 2 + t.fold)::INTEGER, t.instant, ${RESULT.map((column) => `coalesce(t.${column}, ${NULL})::INTEGER`).join(', ')}, (t.rowid // ${ID_BASE})::INTEGER, (t.rowid % ${ID_BASE})::INTEGER
      FROM traffic t JOIN series s ON s.local = t.local AND s.area = t.area
      WHERE t.day BETWEEN greatest(s.fromDay, ${from}) AND least(s.toDay, ${to}) AND t.day BETWEEN ${from} AND ${to}`)) {
      const [numbers, days, hours, instants, expected, observed, estimatedIns, estimatedDev, states, high, low] = columns as [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]
      for (let i = 0; i < length; i += 1) {
        const one = series[numbers[i]!]!
        const day = days[i]!
        const slot = one.first + (day - one.baseDay) * one.width + (hours[i]! >> 1) - one.lo
        const out = outcomeOf(one, day, slot, (hours[i]! & 1) === 1, instants[i]! >>> 0)
        if (out.expected === expected[i] && out.observed === observed[i] && out.estimatedIns === estimatedIns[i] && out.estimatedDev === estimatedDev[i] && out.state === states[i]) continue
        buffer.grow()
        const [ids, rest, ...values] = buffer.columns as [Int32Array, Int32Array, ...Int32Array[]]
        const at = buffer.length++
        ids[at] = high[i]!
        rest[at] = low[i]!
        for (let c = 0; c < RESULT.length; c += 1) values[c]![at] = out[RESULT[c]!]
      }
      await breathe()
    }
    if (buffer.length > 0) await appendColumns(connection, 'outcome', buffer.columns, buffer.length)
    changed += buffer.length
  }
  if (changed > 0) {
    await connection.run(`
      UPDATE traffic SET ${RESULT.map((column) => `${column} = o.${column}`).join(', ')}
      FROM (SELECT high::BIGINT * ${ID_BASE} + low AS id, ${RESULT.map((column) => `nullif(${column}, ${NULL}) AS ${column}`).join(', ')} FROM outcome) o
      WHERE traffic.rowid = o.id AND traffic.day BETWEEN ${Math.min(...spans.map(({ fromDay }) => fromDay))} AND ${Math.max(...spans.map(({ toDay }) => toDay))}`)
  }
  await connection.run('DROP TABLE temp.outcome')
  return changed
}

/** Days of the spans in which there are some hundred thousand hours. */
function* slicesOf({ spans }: HourGrid): Generator<[from: number, to: number]> {
  const perDay = spans.reduce((sum, { areas, lo, hi }) => sum + areas.length * (hi - lo + 1), 0)
  const days = Math.max(1, Math.floor(SLICE / perDay))
  const last = Math.max(...spans.map(({ toDay }) => toDay))
  for (let from = Math.min(...spans.map(({ fromDay }) => fromDay)); from <= last; from += days) yield [from, Math.min(last, from + days - 1)]
}

const PLACED = ['client', 'local', 'area', 'day', 'hour', 'fold'] as const

/** Adds the rows of hours that passed without a word, and of closed days, with what became of them. */
export async function addRows(connection: DuckDBConnection, grid: HourGrid, outcomeOf: OutcomeOf, nowMs: number, breathe: () => Promise<void> | undefined): Promise<void> {
  const { spans, series, flags, second, civilDay } = grid
  await connection.run(`CREATE OR REPLACE TEMP TABLE placeholder (${[...PLACED, ...RESULT].map((column) => `${column} INTEGER`).join(', ')}, instant UINTEGER)`)
  let buffer = createBuffer(PLACED.length + RESULT.length)
  let instants = new Uint32Array(SLICE)
  const flush = async () => {
    if (buffer.length > 0) await appendColumns(connection, 'placeholder', [...buffer.columns, instants], buffer.length)
    buffer = createBuffer(PLACED.length + RESULT.length)
  }
  const add = (one: HourGrid['series'][number], day: number, slot: number, isSecond: boolean) => {
    const { local } = spans[one.local]!
    const hour = one.lo + (slot - one.first) % one.width
    const { hours, whole } = civilDay(local.timeZone, day)
    const civil = [...hours, ...whole].find((found) => found.hour === hour && (found.fold === 1) === isSecond)!
    const out = outcomeOf(one, day, slot, isSecond, civil.instant)
    buffer.grow()
    const at = buffer.length++
    if (at === instants.length) {
      const wide = new Uint32Array(at * 2)
      wide.set(instants)
      instants = wide
    }
    instants[at] = civil.instant
    const values = [local.client, local.local, one.area, day, hour, isSecond ? 1 : 0, ...RESULT.map((column) => out[column])]
    values.forEach((value, c) => { buffer.columns[c]![at] = value })
  }
  for (const one of series) {
    const { fromDay, toDay } = spans[one.local]!
    for (let day = fromDay; day <= toDay; day += 1) {
      const from = one.first + (day - one.baseDay) * one.width
      for (let slot = from; slot < from + one.width; slot += 1) {
        const flag = flags[slot]!
        if ((flag & FLAG.added) !== 0) add(one, day, slot, false)
        if ((flag & FLAG.second) !== 0 && (flags[second(slot)!]! & FLAG.added) !== 0) add(one, day, slot, true)
      }
    }
    if (buffer.length > SLICE) await flush()
    await breathe()
  }
  await flush()
  await connection.run(`
    INSERT INTO traffic (${TRAFFIC_COLUMNS.replace('estimatedIns,', 'estimatedIns, estimatedDev,')})
    SELECT client, local, area, day, hour, fold, instant, ${ATOM_COLUMNS.map(() => 'NULL').join(', ')}, ${RESULT.slice(0, 4).map((column) => `nullif(${column}, ${NULL})`).join(', ')}, state, $1::BIGINT, NULL
    FROM placeholder ORDER BY day, client, local, area, hour, fold`, [BigInt(nowMs)])
  await connection.run('DROP TABLE temp.placeholder')
}
