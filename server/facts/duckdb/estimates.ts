/**
 * Estimated entries of missing hours, for answers with estimates. Only counters that have counted entries are asked:
 * what is usual at a counter of passers-by is no estimate of entries.
 */
import { WHOLE_DAY, type FactDimension } from '#domain/fact-query'
import type { Frame } from '#domain/frame'
import { partId } from '#domain/metrics/estimated'
import { SETTINGS } from '#domain/metrics/settings'
import { HOUR_STATE } from '../hour-state.ts'
import { CALENDAR_DIMENSIONS, type CompiledColumn } from './compile.ts'
import type { SqlFactStore } from './sql-store.ts'
import type { EstimatesQuestion } from '../questions.ts'

const { estimated, missing } = HOUR_STATE

/** Counters of entries, as a list of local and area. Their whole history is read: a period may be one long gap. */
export const entryCounters = (scope: string): string =>
  `(SELECT DISTINCT local, area FROM traffic WHERE ${scope} AND ins IS NOT NULL)`

/** An estimate that was made before its deviation was kept has that of chance, until the roll-forward comes by. */
const DEVIATION = `CASE WHEN estimatedIns IS NOT NULL THEN ${SETTINGS.estimateSpread.value} * coalesce(estimatedDev,
  ceil(sqrt(estimatedIns))) END`

const ENTRIES = 'ins'

/**
 * One row for each group of which anything did not come: people estimated, their variance, and the hours that have no
 * estimate. The hours of one local and day are one error, so their deviations are added before they are squared; days
 * and locals are independent. By the hour, `variance` is that of the hour alone and `covariance` what a sum of hours
 * has besides.
 */
export async function estimatedSums(
  facts: Pick<SqlFactStore, 'frame'>,
  { client, locals, notArea = [], periods }: EstimatesQuestion,
  by: readonly FactDimension[],
): Promise<Frame> {
  const params: number[] = []
  const param = (value: number) => `$${params.push(value)}`
  const scope = `client = ${param(client)}
    AND local IN (${locals.map(param).join(', ')})${notArea.length === 0 ? '' : ` AND area NOT IN (${notArea.map(param).join(', ')})`}`
  const byHour = by.includes('hour')
  const parts = periods.map(({ from, to }, code) => {
    const begin = param(from)
    return `SELECT ${code}::TINYINT AS p, (day - ${begin})::INTEGER AS place, client, local, area, day, hour,
      estimatedIns, ${DEVIATION} AS dev
  FROM traffic WHERE ${scope} AND day BETWEEN ${begin} AND ${param(to)}
    AND state IN (${estimated}, ${missing})${byHour ? ` AND hour < ${WHOLE_DAY}` : ''}`
  })
  const dims: Readonly<Record<string, string>> = { ...CALENDAR_DIMENSIONS, period: 'p', index: 'place' }
  const groups = by.map((id) => dims[id] ?? id)
  const columns: CompiledColumn[] = [
    ...by.map((id): CompiledColumn => ({
      column: { id, type: id === 'day' ? 'day' : 'int', role: 'dim' },
      result: id === 'period' ? 'period' : id === 'hour' || id === 'weekday' ? 'tinyint' : 'integer',
    })),
    ...(['estimated', 'variance', ...(byHour ? (['covariance'] as const) : []), 'unestimated'] as const).map(
      (part): CompiledColumn => ({
        column: { id: partId(ENTRIES, part), type: 'int', role: 'measure', unit: 'count' },
        result: 'double',
      }),
    ),
  ]
  const list = groups.map((_, at) => String(at + 1)).join(', ')
  const sums = [
    'sum(people)::DOUBLE',
    'sum(dev * dev)::DOUBLE',
    ...(byHour ? ['sum(dev * (devOfDay - dev))::DOUBLE'] : []),
    'sum(none)::DOUBLE',
  ]
  // One row for each hour, or for each day where hours are not asked for, of a local.
  const unit = `p, place, local, day${byHour ? ', hour' : ''}${by.includes('area') ? ', area' : ''}`
  return facts.frame(
    `WITH gap AS (
${parts.join('\nUNION ALL\n')}
), error AS (
  SELECT ${unit}, sum(estimatedIns) AS people, coalesce(sum(dev), 0) AS dev,
    count(*) FILTER (estimatedIns IS NULL) AS none
  FROM gap SEMI JOIN ${entryCounters(scope)} counter USING (local, area) GROUP BY ALL
), whole AS (
  SELECT *, sum(dev) OVER (PARTITION BY p, local, day) AS devOfDay FROM error
)
SELECT ${[...groups, ...sums].join(', ')}
FROM whole${groups.length === 0 ? '' : `\nGROUP BY ${list} ORDER BY ${list}`}`,
    params,
    columns,
    periods.map(({ name }) => name),
  )
}

/** The cache key of a query. */
export const keyOfEstimates = (
  { client, locals, notArea = [], periods }: EstimatesQuestion,
  by: readonly FactDimension[],
): string =>
  [
    client,
    ...periods.flatMap(({ name, from, to }) => [name, from, to]),
    'but',
    ...notArea,
    'of',
    ...locals,
    'by',
    ...by,
  ].join(' ')
