/** What a gesture on several bars tells: their members; where these are days, the range of them too. Pure. */
import type { Cell } from '#domain/frame'
import { isoDay } from '#domain/periods'
import type { BarProjection } from './model.ts'

export interface Brush {
  readonly [field: string]: unknown
  readonly values: readonly Cell[]
  /** Null where the bars are no days. */
  readonly range: { readonly begin: string; readonly end: string } | null
}

/** First and last bar included. Others are no member; null where nothing else was marked. */
export function brushOf(
  { members, columns, category }: Pick<BarProjection, 'members' | 'columns' | 'category'>,
  from: number,
  to: number,
): Brush | null {
  const values = members.slice(from, to + 1).filter((member) => member !== null)
  if (values.length === 0) return null
  const days = values.filter((value) => typeof value === 'number')
  const isDays = days.length === values.length && columns.find(({ id }) => id === category)?.format === 'day'
  return {
    values,
    range: isDays
      ? {
          begin: isoDay(days.reduce((first, day) => Math.min(first, day))),
          end: isoDay(days.reduce((last, day) => Math.max(last, day))),
        }
      : null,
  }
}
