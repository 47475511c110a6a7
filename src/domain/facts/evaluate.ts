/** Answers a FactQuery over rows that are already here, as the fact store does in SQL; a test holds both equal. */
import { DomainError } from '../domain-error.ts'
import { mondayOf, monthNumber, weekday } from '../days.ts'
import { WHOLE_DAY, type FactDimension, type FactPeriod, type FactQuery } from '../fact-query.ts'
import { columnIndex, encodeText, numbersOf, takeRows } from '../frame-build.ts'
import { concatFrames } from '../frame-concat.ts'
import type { ColumnData, Frame } from '../frame.ts'
import { aggregate } from '../transform/aggregate.ts'
import { withColumn } from '../transform/columns.ts'
import { filter } from '../transform/filter.ts'
import { evaluateIndex } from './evaluate-index.ts'
import { cellAtom } from './fact-index.ts'
import type { FactIndex } from './fact-index.ts'

/**
 * Rows by the dimensions asked for, measures summed. `month` counts from year 0 (`monthNumber`); a day that is in two
 * periods counts in both. An empty list of clients answers nothing. With an `index` of the frame most questions skip
 * the rows. Throws COLUMN_UNKNOWN for a measure that is not there.
 */
export function evaluate(query: FactQuery, frame: Frame, index?: FactIndex | null): Frame {
  const perPeriod = query.by.includes('period') || query.by.includes('index')
  if (perPeriod && query.periods.length === 0)
    throw new DomainError('FACT_QUERY_INVALID', 'Grouping by period or index needs periods.')
  const quick =
    index && query.where.client.length > 0 && !query.where.notArea?.length ? evaluateIndex(query, index) : null
  return quick ?? evaluateRows(query, frame, perPeriod)
}

function evaluateRows(query: FactQuery, frame: Frame, perPeriod: boolean): Frame {
  const scoped = filter(withoutAreas(frame, query.where.notArea), {
    where: {
      client: { in: [...query.where.client] },
      ...(query.where.local?.length ? { local: { in: [...query.where.local] } } : {}),
      ...(query.by.includes('hour') && { hour: { lt: WHOLE_DAY } }),
    },
  })
  const parts = perPeriod
    ? query.periods.map((period) => inPeriod(scoped, query, period))
    : [inPeriods(scoped, query.periods)]
  const rows = withDimensions(withMeasures(concatFrames(parts), query.measures), query.by)
  const measures = Object.fromEntries(query.measures.map((id) => [id, { fn: 'total' as const, of: id }]))
  const answer = aggregate(rows, { by: [...query.by], measures })
  // SQL without GROUP BY gives one row of nulls over nothing; with it, none.
  return query.where.client.length === 0 ? { ...answer, rows: 0, data: answer.data.map(emptied) } : answer
}

function withoutAreas(frame: Frame, areas: readonly number[] = []): Frame {
  if (areas.length === 0) return frame
  const [area, out] = [numbersOf(frame, 'area').values, new Set(areas)]
  return takeRows(
    frame,
    Uint32Array.from(Array.from({ length: frame.rows }, (_, row) => row).filter((row) => !out.has(area[row]!))),
  )
}

const emptied = (data: ColumnData): ColumnData =>
  data.kind === 'text' ? { ...data, codes: new Int32Array(0) } : { kind: 'numbers', values: new Float64Array(0) }

function inPeriods(frame: Frame, periods: readonly FactPeriod[]): Frame {
  if (periods.length === 0) return frame
  const day = numbersOf(frame, 'day').values
  const inside = Uint8Array.from(day, (value) => (periods.some(({ from, to }) => value >= from && value <= to) ? 1 : 0))
  const marked = withColumn(frame, { id: '#inside', type: 'boolean', role: 'dim' }, { kind: 'numbers', values: inside })
  return filter(marked, { where: { '#inside': { eq: true } } })
}

function inPeriod(frame: Frame, { by }: FactQuery, { name, from, to }: FactPeriod): Frame {
  let part = filter(frame, { where: { day: { gte: from, lte: to } } })
  const day = numbersOf(part, 'day').values
  if (by.includes('period'))
    part = withColumn(part, { id: 'period', type: 'text', role: 'dim' }, constantText(name, part.rows))
  if (by.includes('index'))
    part = withColumn(
      part,
      { id: 'index', type: 'int', role: 'dim' },
      { kind: 'numbers', values: Int32Array.from(day, (value) => value - from) },
    )
  return part
}

const constantText = (text: string, rows: number): ColumnData => ({
  ...encodeText([text]),
  codes: new Int32Array(rows),
})

const CALENDAR: Partial<Record<FactDimension, (day: number) => number>> = {
  weekday,
  week: mondayOf,
  month: monthNumber,
}

/** Calendar columns that are not stored. */
function withDimensions(frame: Frame, by: readonly FactDimension[]): Frame {
  let full = frame
  for (const id of by) {
    const of = CALENDAR[id]
    if (of === undefined || columnIndex(full, id) >= 0) continue
    full = withColumn(
      full,
      id === 'week' ? { id, type: 'day', role: 'dim', unit: 'day' } : { id, type: 'int', role: 'dim' },
      { kind: 'numbers', values: Int32Array.from(numbersOf(full, 'day').values, of) },
    )
  }
  return full
}

function withMeasures(frame: Frame, measures: readonly string[]): Frame {
  return measures
    .filter((id) => columnIndex(frame, id) < 0)
    .reduce(
      (full, id) => withColumn(full, { id, type: 'int', role: 'measure', unit: 'count' }, cellAtom(full, id)),
      frame,
    )
}
