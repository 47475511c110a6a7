import { QUALITY_ATOMS } from '#domain/completeness'
import { WHOLE_DAY, type FactDimension, type FactPeriod, type FactQuery } from '#domain/fact-query'
import type { Column, Unit } from '#domain/frame'
import { EXIT_ATOMS, SALES_ATOMS } from '#domain/metrics/atoms'
import { ATOM_COLUMNS, type AtomColumn } from '../columns.ts'
import { HOUR_STATE } from '../hour-state.ts'
import { IN_DAYS } from '../day-tickets.ts'
import { isTillAtom, OF_DAY, TILL_ATOMS } from '../atoms.ts'
import type { TimeMode } from '../questions.ts'

export type Dialect = 'duckdb' | 'clickhouse'

/**
 * Rows of whole days. `none`: the store has none, and nothing is asked about them; `apart`: they are in no answer by
 * the hour; `kept`: they are, as hour 24, for a reading that others are answered from.
 */
export type WholeDays = 'none' | 'apart' | 'kept'

/** How a result column is read: `integer` fits 32 bits by construction, `double` is an exact sum below 2^53. */
export type ResultType = 'tinyint' | 'integer' | 'double' | 'period'

export interface CompiledColumn {
  readonly column: Column
  readonly result: ResultType
}

export interface Compiled {
  readonly sql: string
  /** In the order of `$1…` (DuckDB) or `{p1:Int32}…` (ClickHouse). */
  readonly params: readonly number[]
  readonly columns: readonly CompiledColumn[]
  /** Texts of the `period` codes. */
  readonly periods: readonly string[]
}

/** A question the store cannot answer: an unknown column, a period that ends before it begins. */
export class FactQueryError extends Error {
  readonly code = 'FACT_QUERY_INVALID'
}

const DIMENSIONS: Record<FactDimension, { result: ResultType; type: Column['type']; unit?: Unit }> = {
  client: { result: 'integer', type: 'int', unit: 'id' },
  local: { result: 'integer', type: 'int', unit: 'id' },
  area: { result: 'integer', type: 'int', unit: 'id' },
  day: { result: 'integer', type: 'day', unit: 'day' },
  index: { result: 'integer', type: 'int', unit: 'day' },
  hour: { result: 'tinyint', type: 'int', unit: 'hour' },
  weekday: { result: 'tinyint', type: 'int' },
  week: { result: 'integer', type: 'day', unit: 'day' },
  month: { result: 'integer', type: 'int' },
  period: { result: 'period', type: 'text' },
}

const { partial, settling, estimated, missing, closed, outside } = HOUR_STATE
/**
 * Counted measures: how many stored hours are in a state. `hours` are the open ones. What did not arrive is missing,
 * also where `estimatedIns` says what would have come: an estimate, of 0 above all, is no message (see `stateOf` in the
 * domain).
 */
const STATE_COUNTS: Record<string, string> = {
  hours: `state NOT IN (${closed}, ${outside})`,
  missingHours: `state IN (${estimated}, ${missing})`,
  partialHours: `state = ${partial}`,
  settlingHours: `state = ${settling}`,
  closedHours: `state = ${closed}`,
}
/** Sums over the rows in which another atom was reported too. */
const WHERE_BOTH: Record<string, { of: AtomColumn; where: AtomColumn }> = {
  visitsWithTickets: { of: 'visits', where: 'tickets' },
  insWithTickets: { of: 'ins', where: 'tickets' },
  salesWithTickets: { of: 'sales', where: 'tickets' },
  ticketsWithSales: { of: 'tickets', where: 'sales' },
  unitsWithTickets: { of: 'units', where: 'tickets' },
  ticketsWithUnits: { of: 'tickets', where: 'units' },
  salesWithIns: { of: 'sales', where: 'ins' },
  insWithSales: { of: 'ins', where: 'sales' },
  salesWithVisits: { of: 'sales', where: 'visits' },
  visitsWithSales: { of: 'visits', where: 'sales' },
  insWithOuts: { of: 'ins', where: 'outs' },
  outsWithIns: { of: 'outs', where: 'ins' },
}
/** Tickets with those that are known by the day only; for questions that are not about hours (see `day-tickets.ts`). */
const inDays = (atom: AtomColumn) => (isTillAtom(atom) ? `coalesce(${atom}, ${OF_DAY[atom]})` : atom)
const ALL_OF = new Map<string, AtomColumn>(TILL_ATOMS.map((atom) => [IN_DAYS[atom]!, atom]))
const BOTH_IN_DAYS = new Map(
  Object.entries(WHERE_BOTH).flatMap(([id, both]) => (IN_DAYS[id] === undefined ? [] : [[IN_DAYS[id], both] as const])),
)
const TICKETS_IN_DAYS = ['tickets', 'visitsWithTickets', 'insWithTickets'].map((id) => IN_DAYS[id]!)
const SALES_IN_DAYS: readonly string[] = SALES_ATOMS.map((id) => IN_DAYS[id]!)
const SUMS: readonly string[] = [...ATOM_COLUMNS, 'expected', 'observed', 'estimatedIns']
/** Stored in hundredths, answered in whole units. */
const isMoney = (id: string): boolean =>
  id === 'sales' || ALL_OF.get(id) === 'sales' || (WHERE_BOTH[id] ?? BOTH_IN_DAYS.get(id))?.of === 'sales'
const SECONDS: ReadonlySet<string> = new Set(['insTimeS', 'visitTimeS'])

/** Every measure a FactQuery may name. */
export const FACT_MEASURES: readonly string[] = [...SUMS, ...Object.keys(WHERE_BOTH), ...Object.keys(STATE_COUNTS)]
/**
 * All that may be read of the hours: these, and what replaces tickets, sales and units in queries by day.
 */
const STORED_MEASURES: readonly string[] = [...FACT_MEASURES, ...ALL_OF.keys(), ...BOTH_IN_DAYS.keys()]

/**
 * Dimensions and measures shared by the queries of one page: its hours are read once, with all of these. The pages of
 * entries do not pay for those of exits and sales.
 */
export const MEASURE_SETS: readonly (readonly string[])[] = [
  STORED_MEASURES.filter((id) => !EXIT_ATOMS.includes(id) && !SALES_ATOMS.includes(id) && !SALES_IN_DAYS.includes(id)),
  ['ins', ...EXIT_ATOMS, ...QUALITY_ATOMS],
  [
    'ins',
    'visits',
    'tickets',
    ...TICKETS_IN_DAYS,
    'visitsWithTickets',
    'insWithTickets',
    ...SALES_ATOMS,
    ...SALES_IN_DAYS,
    ...QUALITY_ATOMS,
  ],
]

const isInteger = (value: unknown): value is number =>
  Number.isInteger(value) && Math.abs(value as number) <= 2147483647

function check({ table, measures, by, where, periods }: FactQuery) {
  const refuse = (message: string) => {
    throw new FactQueryError(message)
  }
  if (table !== 'traffic') refuse(`Table ${String(table)} is unknown; traffic was expected.`)
  for (const measure of measures) {
    if (!STORED_MEASURES.includes(measure))
      refuse(`Measure ${measure} is unknown; one of ${FACT_MEASURES.join(', ')} was expected.`)
  }
  for (const dimension of by) {
    if (!Object.hasOwn(DIMENSIONS, dimension))
      refuse(`Dimension ${dimension} is unknown; one of ${Object.keys(DIMENSIONS).join(', ')} was expected.`)
  }
  if (new Set([...by, ...measures]).size !== by.length + measures.length) refuse('A column was asked for twice.')
  if (by.length + measures.length === 0)
    refuse('Nothing was asked for; at least one measure or dimension was expected.')
  for (const id of [...where.client, ...(where.local ?? []), ...(where.notArea ?? [])])
    if (!isInteger(id)) refuse(`Id ${String(id)} is not a whole number.`)
  for (const { name, from, to } of periods) {
    if (!isInteger(from) || !isInteger(to))
      refuse(`Period ${name} has days ${from} to ${to}; whole days since 1970-01-01 were expected.`)
    if (to < from) refuse(`Period ${name} ends on day ${to}, before it begins on day ${from}.`)
  }
  if (periods.length === 0 && by.some((dimension) => dimension === 'period' || dimension === 'index')) {
    refuse('Grouping by period or index needs periods.')
  }
}

const overlap = (periods: readonly FactPeriod[]) =>
  periods.some((a, i) => periods.some((b, j) => j > i && a.from <= b.to && b.from <= a.to))

/**
 * Turns a FactQuery into one statement that reads the rows once. Values travel as parameters, names come from closed
 * lists.
 *
 * Periods that do not overlap are distinguished by the day while scanning (no join); where days are a group anyway, the
 * period and the index are worked out on the few grouped rows. Overlapping periods count a day in each, so they are
 * read one by one.
 *
 * @throws {FactQueryError} when the question names unknown columns or impossible days
 */
export function compile(
  query: FactQuery,
  dialect: Dialect,
  mode: TimeMode = 'open',
  wholeDays: WholeDays = 'none',
): Compiled {
  check(query)
  const { by, measures, where, periods } = query
  const params: number[] = []
  const param = (value: number) => {
    params.push(value)
    return dialect === 'duckdb' ? `$${params.length}` : `{p${params.length}:Int32}`
  }
  const list = (values: readonly number[]) => values.map(param).join(', ')

  const columns = columnsOf(query)
  const names = { columns, periods: periods.map((period) => period.name) }
  if (where.client.length === 0)
    return { sql: `SELECT ${columns.map(() => 'NULL').join(', ')} WHERE 1 = 0`, params, ...names }

  const scope = [
    `client IN (${list(where.client)})`,
    ...(where.local?.length ? [`local IN (${list(where.local)})`] : []),
    ...(where.notArea?.length ? [`area NOT IN (${list(where.notArea)})`] : []),
    ...(mode === 'open' ? [`state <> ${outside}`] : []),
    ...(wholeDays === 'apart' && by.includes('hour') ? [`hour < ${WHOLE_DAY}`] : []),
  ]
  const aggregate = (id: string) =>
    `${aggregateOf(id, dialect, measureResult(id, by), wholeDays !== 'none')} AS "${id}"`
  const bounds = periods.map(({ from, to }) => ({ from: param(from), to: param(to) }))
  const perPeriod = by.includes('period') || by.includes('index')

  if (perPeriod && periods.length > 1 && overlap(periods)) {
    const each = bounds.map((bound, code) => {
      const dims = by.map((id) => dimension(id, dialect, String(code), bound.from))
      return select(
        [...dims, ...measures.map(aggregate)],
        'traffic',
        [...scope, within(bound)],
        groups(
          by,
          by.map((_, i) => String(i + 1)),
        ),
      )
    })
    const needsMore = !by.includes('period')
    if (!needsMore) return { sql: ordered(each.join('\nUNION ALL\n'), by), params, ...names }
    // Grouped by index but not by period: the same index of several periods is one row, so the parts are summed again.
    const again = measures.map((id) => `${sumAgain(dialect, measureResult(id, by), id)} AS "${id}"`)
    const dims = by.map((id) => `"${id}"`)
    return {
      sql: ordered(select([...dims, ...again], `(${each.join('\nUNION ALL\n')}) parts`, [], groups(by, dims)), by),
      params,
      ...names,
    }
  }

  const conditions = [...scope, ...daysOf(periods, bounds, perPeriod)]
  const byDay = (expressions: readonly string[]) =>
    `CASE ${expressions.map((then, i) => `WHEN ${within(bounds[i]!)} THEN ${then}`).join(' ')} END`
  const code = bounds.length > 1 ? byDay(bounds.map((_, i) => String(i))) : '0'
  const begin = bounds.length > 1 ? byDay(bounds.map(({ from }) => from)) : (bounds[0]?.from ?? '0')

  const daily = by.includes('day') || (by.includes('index') && by.includes('period'))
  if (perPeriod && daily) {
    // Days are grouped as they are stored; period and index follow from the day of the grouped rows.
    const stored = [...new Set<FactDimension>(['day', ...by.filter((id) => id !== 'period' && id !== 'index')])]
    const inner = select(
      [...stored.map((id) => dimension(id, dialect, code, begin)), ...measures.map(aggregate)],
      'traffic',
      conditions,
      groups(
        stored,
        stored.map((_, i) => String(i + 1)),
      ),
    )
    const outer = by.map((id) => (id === 'period' || id === 'index' ? dimension(id, dialect, code, begin) : `"${id}"`))
    return {
      sql: ordered(select([...outer, ...measures.map((id) => `"${id}"`)], `(${inner}) days`, [], ''), by),
      params,
      ...names,
    }
  }
  const dims = by.map((id) => dimension(id, dialect, code, begin))
  return {
    sql: ordered(
      select(
        [...dims, ...measures.map(aggregate)],
        'traffic',
        conditions,
        groups(
          by,
          by.map((_, i) => String(i + 1)),
        ),
      ),
      by,
    ),
    params,
    ...names,
  }
}

function columnsOf({ by, measures }: FactQuery): CompiledColumn[] {
  return [
    ...by.map((id): CompiledColumn => {
      const { result, type, unit } = DIMENSIONS[id]
      return { column: { id, type, role: 'dim', ...(unit && { unit }) }, result }
    }),
    ...measures.map((id): CompiledColumn => ({
      column: { id, type: measureType(id), role: 'measure', unit: measureUnit(id) },
      result: measureResult(id, by),
    })),
  ]
}

/**
 * The columns that the answer to a question has.
 *
 * @throws {FactQueryError}
 */
export function frameColumns(query: FactQuery): Column[] {
  check(query)
  return columnsOf(query).map(({ column }) => column)
}

interface Bound {
  readonly from: string
  readonly to: string
}

const within = ({ from, to }: Bound) => `day BETWEEN ${from} AND ${to}`

/**
 * Conditions on the day. A store skips blocks of rows by one range, but not by several of which one must hold; so the
 * range around all periods comes first. It is enough alone when there is no day between them and the periods are
 * distinguished anyway.
 */
function daysOf(periods: readonly FactPeriod[], bounds: readonly Bound[], splitsPeriods: boolean): string[] {
  const order = periods.map((_, i) => i).sort((a, b) => periods[a]!.from - periods[b]!.from)
  const latest = periods.reduce((best, { to }, i) => (to > (periods[best]?.to ?? -Infinity) ? i : best), 0)
  const [first, last] = [bounds[order[0] ?? 0], bounds[latest]]
  if (first === undefined || last === undefined) return []
  const adjoining = order.every((at, i) => i === 0 || periods[at]!.from === periods[order[i - 1]!]!.to + 1)
  const around = within({ from: first.from, to: last.to })
  return bounds.length === 1 || (adjoining && splitsPeriods)
    ? [around]
    : [around, `(${bounds.map(within).join(' OR ')})`]
}

const select = (what: readonly string[], from: string, conditions: readonly string[], group: string) =>
  `SELECT ${what.join(', ')}\nFROM ${from}${conditions.length ? `\nWHERE ${conditions.join(' AND ')}` : ''}${group}`
const groups = (by: readonly string[], expressions: readonly string[]) =>
  by.length ? `\nGROUP BY ${expressions.join(', ')}` : ''
const ordered = (sql: string, by: readonly string[]) =>
  by.length ? `${sql}\nORDER BY ${by.map((_, i) => i + 1).join(', ')}` : sql

/** Weekday: Monday is 1 (1970-01-01 was a Thursday). Month: months since year 0, as `monthNumber` of the domain. */
function dimension(id: FactDimension, dialect: Dialect, code: string, begin: string): string {
  const duck = dialect === 'duckdb'
  const small = (expression: string) => (duck ? `CAST(${expression} AS TINYINT)` : `toInt8(${expression})`)
  const whole = (expression: string) => (duck ? `CAST(${expression} AS INTEGER)` : `toInt32(${expression})`)
  switch (id) {
    case 'period':
      return `${small(code)} AS "period"`
    case 'index':
      return `${whole(`day - ${begin}`)} AS "index"`
    case 'weekday':
      return `${small(duck ? '(day + 3) % 7 + 1' : 'modulo(day + 3, 7) + 1')} AS "weekday"`
    case 'week':
      return `${whole(duck ? 'day - (day + 3) % 7' : 'day - modulo(day + 3, 7)')} AS "week"`
    case 'month':
      return `${whole(
        duck
          ? "year(DATE '1970-01-01' + day) * 12 + month(DATE '1970-01-01' + day) - 1"
          : 'toYear(toDate(day)) * 12 + toMonth(toDate(day)) - 1',
      )} AS "month"`
    default:
      return `${id} AS "${id}"`
  }
}

/** Calendar dimensions of a column `day`, for statements that are not made of a FactQuery. */
export const CALENDAR_DIMENSIONS: Readonly<Record<string, string>> = Object.fromEntries(
  (['weekday', 'week', 'month'] as const).map((id) => [id, dimension(id, 'duckdb', '', '').replace(/ AS "\w+"$/, '')]),
)

/** Hours of a row: one, or those of a day. */
const HOURS_OF_ROW = `CASE WHEN hour = ${WHOLE_DAY} THEN ${WHOLE_DAY} ELSE 1 END`

function aggregateOf(id: string, dialect: Dialect, result: ResultType, hasWholeDays: boolean): string {
  const duck = dialect === 'duckdb'
  const cast = (expression: string) => castTo(expression, dialect, result)
  const condition = STATE_COUNTS[id]
  if (condition && hasWholeDays)
    return cast(
      `coalesce(${duck ? `sum(${HOURS_OF_ROW}) FILTER (WHERE ${condition})` : `sumIf(${HOURS_OF_ROW}, ${condition})`},
        0)`,
    )
  if (condition) return cast(duck ? `count(*) FILTER (WHERE ${condition})` : `countIf(${condition})`)
  const both = WHERE_BOTH[id]
  const units = isMoney(id) ? ' / 100.0' : ''
  if (both)
    return cast(
      duck
        ? `sum(${both.of}) FILTER (WHERE ${both.where} IS NOT NULL)${units}`
        : `sumIf(${both.of}, ${both.where} IS NOT NULL)${units}`,
    )
  const days = BOTH_IN_DAYS.get(id)
  if (days) {
    const [of, where] = [inDays(days.of), inDays(days.where)]
    return cast(
      duck ? `sum(${of}) FILTER (WHERE ${where} IS NOT NULL)${units}` : `sumIf(${of}, ${where} IS NOT NULL)${units}`,
    )
  }
  const all = ALL_OF.get(id)
  return cast(`sum(${all === undefined ? id : inDays(all)})${units}`)
}

/** The DuckDB expression of a measure over a group of hours. */
export const measureAggregate = (id: string, result: ResultType): string => aggregateOf(id, 'duckdb', result, true)

const sumAgain = (dialect: Dialect, result: ResultType, id: string) => castTo(`sum("${id}")`, dialect, result)
const castTo = (expression: string, dialect: Dialect, result: ResultType) =>
  dialect === 'duckdb'
    ? `CAST(${expression} AS ${result === 'integer' ? 'INTEGER' : 'DOUBLE'})`
    : `${result === 'integer' ? 'toInt32' : 'toFloat64'}(${expression})`

/** One day of one local cannot pass 32 bits with the limits of the ingest checks; seconds and longer spans can. */
export function measureResult(id: string, by: readonly string[]): ResultType {
  const small = by.includes('local') && (by.includes('day') || (by.includes('index') && by.includes('period')))
  return small && !SECONDS.has(id) && !isMoney(id) ? 'integer' : 'double'
}

export const measureType = (id: string): Column['type'] => (isMoney(id) ? 'float' : 'int')

export function measureUnit(id: string): Unit {
  if (SECONDS.has(id)) return 'seconds'
  return id === 'expected' || id === 'observed' ? 'weight' : 'count'
}
