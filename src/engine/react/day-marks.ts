/** What people wrote at days, laid over every chart that runs along them. */
import { createContext } from 'react'
import type { ChartBand } from '#ui'
import type { Projection } from '../types.ts'

/** A text at days, first and last included; days since 1970-01-01. */
export interface DayMark {
  readonly id: number
  readonly begin: number
  readonly end: number
  readonly text: string
}

/** Those of the page; what draws charts lays them over each. */
export const DayMarksContext = createContext<readonly DayMark[]>([])

const DAY = 'day'
/** More names than this hide the chart. */
const MAX_BANDS = 12

/**
 * The marks over the rows of a projection; none where its rows are not steps of time in their order. A step without a
 * day of its own has none. The last step is as long as the one before it.
 */
export function bandsOver({ columns, rows, category }: Projection, marks: readonly DayMark[]): readonly ChartBand[] {
  if (marks.length === 0 || (category !== undefined && category !== DAY)) return []
  const at = columns.findIndex(({ id, role }) => id === DAY && role === 'dim')
  if (at < 0) return []
  const days = rows.map((row) => (typeof row[at] === 'number' ? row[at] : null))
  const known = days.filter((day) => day !== null)
  if (known.length === 0 || known.some((day, index) => index > 0 && day < (known[index - 1] ?? day))) return []
  const starts = [...new Set(known)]
  const usual = starts.length < 2 ? 1 : (starts.at(-1) ?? 0) - (starts.at(-2) ?? 0)
  const lastOf = new Map(starts.map((day, index) => [day, (starts[index + 1] ?? day + usual) - 1]))
  return marks
    .flatMap(({ id, begin, end, text }): ChartBand[] => {
      const inside = days.flatMap((day, row) =>
        day !== null && day <= end && (lastOf.get(day) ?? day) >= begin ? [row] : [],
      )
      const [from, to] = [inside[0], inside.at(-1)]
      return from === undefined || to === undefined ? [] : [{ id: `mark-${id}`, from, to, label: text }]
    })
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
    .slice(0, MAX_BANDS)
}
