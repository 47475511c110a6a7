/** Which days of data are looked at first: the last month or week that the data have whole. */
import { addMonths, monthStart } from './calendar.ts'
import { dayNumber, isoDay, mondayOf } from './days.ts'
import type { Bounds } from './period-options.ts'

/** Days without a count before they are a gap: shops that are closed for a holiday have no rows of that day either. */
const GAP_DAYS = 7

/** Stretches of a week or more between these days, days since 1970, on which nothing came; in order. */
export function gapsAmong(days: Iterable<number>): { readonly first: number; readonly last: number }[] {
  const known = [...new Set(days)].toSorted((a, b) => a - b)
  return known.flatMap((day, at) => {
    const before = known[at - 1] ?? day
    return day - before > GAP_DAYS ? [{ first: before + 1, last: day - 1 }] : []
  })
}

/**
 * The last whole month of the data, else the last whole week, else all of it; beside it the one before, where the
 * data have it whole. Where the last of both has a gap, the last month or week before it is taken.
 * A reference that the data do not cover would leave every store out of the comparison.
 *
 * @param gaps stretches inside of the days without any data
 */
export function lastWholePeriod(
  { begin, end }: Bounds,
  gaps: readonly Bounds[] = [],
): { readonly comparing: Bounds; readonly reference: Bounds | null } {
  const [first, last] = [dayNumber(begin), dayNumber(end)]
  const holes = gaps.map((gap) => [dayNumber(gap.begin), dayNumber(gap.end)] as const)
  const isWhole = ([from, to]: Stretch) =>
    from >= first && to <= last && holes.every(([open, close]) => close < from || open > to)
  const month = (back: number): Stretch => {
    const from = addMonths(monthStart(last + 1), -back)
    return [from, addMonths(from, 1) - 1]
  }
  const week = (back: number): Stretch => {
    const from = mondayOf(last + 1) - 7 * back
    return [from, from + 6]
  }
  const weeks = Math.ceil((last - first + 1) / 7)
  // The newest first: with a gap in the last month a whole week after it says more than a month of long ago.
  const candidates = Array.from({ length: weeks }, (_, at) => [month, week].map((unit) => ({ unit, back: at + 1 })))
  const found = candidates.flat().find(({ unit, back }) => isWhole(unit(back)))
  if (found === undefined) return { comparing: { begin, end }, reference: null }
  const before = found.unit(found.back + 1)
  return { comparing: bounds(found.unit(found.back)), reference: isWhole(before) ? bounds(before) : null }
}

/** First and last day. */
type Stretch = readonly [number, number]

const bounds = ([from, to]: Stretch): Bounds => ({ begin: isoDay(from), end: isoDay(to) })
