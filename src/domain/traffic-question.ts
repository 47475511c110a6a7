/** What may be asked of the traffic in general, and what a question costs at most: nothing is read to know it. */
import { QUALITY_ATOMS } from './completeness.ts'
import { DomainError } from './domain-error.ts'
import type { FactPeriod } from './fact-query.ts'
import { mondayOf, monthNumber } from './days.ts'
import { ATOMS, atomOf } from './metrics/atoms.ts'
import { atomsOf, findMetric } from './metrics/derive.ts'
import { METRICS } from './metrics/registry.ts'

/** Dimensions of a row, besides its period. */
export const TRAFFIC_DIMENSIONS = ['local', 'area', 'day', 'week', 'month', 'weekday', 'hour', 'type', 'group'] as const
export type TrafficDimension = (typeof TRAFFIC_DIMENSIONS)[number]

/** Measures of hours: no uploads besides, no people inside. Those of completeness come with every answer. */
export const TRAFFIC_MEASURES: readonly string[] = ATOMS.filter(
  ({ id, extension }) => extension !== true && !(QUALITY_ATOMS as readonly string[]).includes(id),
).map(({ id }) => id)

/** What `measures` may name: those, and what is worked out of them. */
export const TRAFFIC_FIGURES: readonly string[] = [
  ...new Set([
    ...METRICS.filter((metric) => atomsOf(metric).some((atom) => atomOf(atom)?.extension !== true)).map(({ id }) => id),
    ...TRAFFIC_MEASURES,
  ]),
]

/** Half a million cells with a dozen columns are some 25 MB: more is no chart and no table. */
export const MAX_TRAFFIC_ROWS = 250_000
/** Three years and a leap day. */
export const MAX_TRAFFIC_DAYS = 1_096

const isDimension = (id: string): id is TrafficDimension => TRAFFIC_DIMENSIONS.some((one) => one === id)

/** Dimensions as they are written, each once. Throws TRAFFIC_COLUMN_UNKNOWN. */
export function dimensionsOf(by: string | undefined): TrafficDimension[] {
  return listOf(by).map((id) => {
    if (isDimension(id)) return id
    throw unknownColumn(id, TRAFFIC_DIMENSIONS)
  })
}

/** The measures that a list of measures and metrics is made of, each once. Throws TRAFFIC_COLUMN_UNKNOWN. */
export function measuresOf(measures: string): string[] {
  const atoms = listOf(measures).flatMap((id) => {
    if (TRAFFIC_MEASURES.includes(id)) return [id]
    const metric = findMetric(id)
    const parts = metric === undefined ? [] : atomsOf(metric).filter((atom) => atomOf(atom)?.extension !== true)
    if (parts.length === 0) throw unknownColumn(id, TRAFFIC_MEASURES)
    return parts
  })
  return [...new Set(atoms)].filter((id) => TRAFFIC_MEASURES.includes(id))
}

const listOf = (text: string | undefined): string[] =>
  text === undefined || text === '' ? [] : [...new Set(text.split(','))]

const unknownColumn = (id: string, known: readonly string[]) =>
  new DomainError(
    'TRAFFIC_COLUMN_UNKNOWN',
    `${id} is no column of the traffic; one of ${known.join(', ')} was expected.`,
    { column: id },
  )

export interface TrafficCost {
  readonly hours: number
  readonly rows: number
  readonly maxRows: number
  readonly ms: number
  readonly fits: boolean
}

interface Asked {
  readonly by: readonly TrafficDimension[]
  /** Columns that are summed, those of completeness too. */
  readonly measures: number
  readonly locals: number
  /** Groups, and types, that the locals may have. */
  readonly groups: number
  readonly types: number
  readonly periods: readonly FactPeriod[]
}

const HOURS_OF_DAY = 24
const WEEKDAYS = 7
/** Of a local, as a bound: nearly all have one to three. */
const AREAS = 8
/** Measured by `bench/server.ts` on two cores, and rounded up: a question, and a column of a million hours. */
const MS_OF_QUESTION = 8
const MS_OF_MILLION_CELLS = 4

/** The most that a question can cost. A period is a bound of its days, so nothing has to be read. */
export function trafficCost({ by, measures, locals, groups, types, periods }: Asked): TrafficCost {
  const days = periods.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const hours = locals * days * HOURS_OF_DAY
  const rows = Math.min(
    locals === 0 ? 0 : periods.reduce((sum, period) => sum + cellsOf(by, locals, groups, types, period), 0),
    hours * AREAS * Math.max(1, groups),
  )
  return {
    hours,
    rows,
    maxRows: MAX_TRAFFIC_ROWS,
    ms: Math.ceil(MS_OF_QUESTION + (hours * measures * MS_OF_MILLION_CELLS) / 1e6),
    fits: rows <= MAX_TRAFFIC_ROWS && periods.every(({ from, to }) => to - from < MAX_TRAFFIC_DAYS),
  }
}

function cellsOf(
  by: readonly TrafficDimension[],
  locals: number,
  groups: number,
  types: number,
  { from, to }: FactPeriod,
): number {
  const days = to - from + 1
  const has = (id: TrafficDimension) => by.includes(id)
  // A day says its week, month and weekday; a local says its type.
  const calendar = has('day')
    ? days
    : Math.min(
        days,
        (has('week') ? (mondayOf(to) - mondayOf(from)) / WEEKDAYS + 1 : 1) *
          (has('month') ? monthNumber(to) - monthNumber(from) + 1 : 1) *
          (has('weekday') ? WEEKDAYS : 1),
      )
  const places =
    (has('local') || has('area') ? locals * (has('area') ? AREAS : 1) : has('type') ? Math.min(types, locals) : 1) *
    // Locals of no group are a row too.
    (has('group') ? groups + 1 : 1)
  return calendar * places * (has('hour') ? HOURS_OF_DAY : 1)
}

/** Throws TRAFFIC_DAYS_EXCEEDED, TRAFFIC_ROWS_EXCEEDED. */
export function requireFits(cost: TrafficCost, periods: readonly FactPeriod[]): void {
  const longest = Math.max(...periods.map(({ from, to }) => to - from + 1))
  if (longest > MAX_TRAFFIC_DAYS)
    throw new DomainError(
      'TRAFFIC_DAYS_EXCEEDED',
      `A period of ${longest} days was asked for; choose at most ${MAX_TRAFFIC_DAYS}.`,
      { days: longest, most: MAX_TRAFFIC_DAYS },
    )
  if (cost.fits) return
  throw new DomainError(
    'TRAFFIC_ROWS_EXCEEDED',
    `The answer could have ${cost.rows} rows; at most ${cost.maxRows} are given. Leave out a dimension, or choose ` +
      'fewer days or locals.',
    { rows: cost.rows, most: cost.maxRows },
  )
}
