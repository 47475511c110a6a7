/**
 * The event of a gesture on bars: their members; for days, weeks or months also the range of their days.
 * Pure.
 */
import type { Cell } from '#domain/frame'
import { dayNumber, isoDay } from '#domain/periods'
import type { ProjectionContext } from '#engine/types'
import { daysOfMonth } from '../lib/fields.ts'
import type { BarProjection } from './model.ts'

interface Days {
  readonly begin: string
  readonly end: string
}

export interface Brush {
  readonly [field: string]: unknown
  readonly values: readonly Cell[]
  /** Null where the bars are no days. */
  readonly range: Days | null
}

const LAST_OF_WEEK = 6

/**
 * First and last bar included. Others are no member; null where nothing else was marked.
 *
 * @param period what the bars are of: a week that it cuts is marked as far as it is shown
 */
export function brushOf(
  { members, columns, category }: Pick<BarProjection, 'members' | 'columns' | 'category'>,
  from: number,
  to: number,
  period?: NonNullable<ProjectionContext['periods']>['comparing'],
): Brush | null {
  const values = members.slice(from, to + 1).filter((member) => member !== null)
  if (values.length === 0) return null
  const isDay = columns.find(({ id }) => id === category)?.format === 'day'
  const spans = values.map((value) => (typeof value === 'number' ? spanOf(value, category, isDay) : null))
  const known = spans.filter((span) => span !== null)
  if (known.length < spans.length) return { values, range: null }
  return { values, range: rangeOf(known, period) }
}

type Span = readonly [first: number, last: number]

function spanOf(value: number, category: string | undefined, isDay: boolean): Span | null {
  if (category === 'month' && !isDay) return daysOfMonth(value)
  if (!isDay) return null
  return [value, category === 'week' ? value + LAST_OF_WEEK : value]
}

function rangeOf(spans: readonly Span[], period: Days | undefined): Days {
  const first = spans.reduce((least, [begin]) => Math.min(least, begin), Infinity)
  const last = spans.reduce((most, [, end]) => Math.max(most, end), -Infinity)
  const [from, to] = period === undefined ? [first, last] : [dayNumber(period.begin), dayNumber(period.end)]
  // Bars of days that only the reference has lie outside: they stay what they are.
  const isCut = first <= to && last >= from
  return { begin: isoDay(isCut ? Math.max(first, from) : first), end: isoDay(isCut ? Math.min(last, to) : last) }
}
