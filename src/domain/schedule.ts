/**
 * Opening hours (spec 2, section 5): shifts of weekdays, 1 = Monday to 7 = Sunday, in civil time of the local. Times
 * are `HH:mm`; the last minute of a day is written 23:59 and means to the end of it.
 */
export interface Shift {
  readonly begin: string
  readonly end: string
  readonly days: readonly number[]
}

/** One shift of one weekday: what is stored. `area` null = the whole local. */
export interface DayShift {
  readonly local: number
  readonly area: number | null
  readonly weekDay: number
  readonly opening: string
  readonly closing: string
}

export interface Overlap {
  readonly first: DayShift
  readonly second: DayShift
}

export const WEEK_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7]
export const LAST_MINUTE = '23:59'
const MIDNIGHT = '00:00'
const DAY_MINUTES = 1440

/** `HH:mm` of a time that may carry seconds. */
export const toMinute = (time: string): string => time.slice(0, 5)

/** The weekday that follows: after Sunday comes Monday. */
export const dayAfter = (weekDay: number): number => (weekDay % 7) + 1

/** Opening hours belong to one calendar day, so a shift that passes midnight becomes two. */
export function splitAtMidnight({ begin, end, days }: Shift): Shift[] {
  if (end === MIDNIGHT) return [{ begin, end: LAST_MINUTE, days }]
  if (begin <= end) return [{ begin, end, days }]
  return [
    { begin, end: LAST_MINUTE, days },
    { begin: MIDNIGHT, end, days: days.map(dayAfter) },
  ]
}

/** The same for rows of one weekday each. */
export const splitRows = (rows: readonly DayShift[]): DayShift[] =>
  rows.flatMap(({ local, area, weekDay, opening, closing }) =>
    splitAtMidnight({ begin: toMinute(opening), end: toMinute(closing), days: [weekDay] }).flatMap(
      ({ begin, end, days }) =>
        days.map((day): DayShift => ({ local, area, weekDay: day, opening: begin, closing: end })),
    ),
  )

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const endOf = ({ closing }: Pick<DayShift, 'closing'>) => (closing === LAST_MINUTE ? DAY_MINUTES : minuteOf(closing))

/** True for a shift that is not open for a minute. */
export const isEmptyShift = (shift: Pick<DayShift, 'opening' | 'closing'>): boolean =>
  endOf(shift) <= minuteOf(shift.opening)

/**
 * Two shifts of one area (or of one whole local) that are open at the same minute of the same weekday, the first such
 * pair by time; null when there is none. A shift that begins when another ends does not overlap it. Rows must be split
 * at midnight.
 */
export function findOverlap(rows: readonly DayShift[]): Overlap | null {
  const places = Map.groupBy(rows, ({ local, area, weekDay }) => `${local} ${area ?? ''} ${weekDay}`)
  for (const shifts of places.values()) {
    const inOrder = shifts.toSorted((a, b) => minuteOf(a.opening) - minuteOf(b.opening) || endOf(a) - endOf(b))
    // Of those so far the one that is open longest: an earlier one may still be open when its follower has closed.
    let longest = inOrder[0]
    for (const next of inOrder.slice(1)) {
      if (longest !== undefined && minuteOf(next.opening) < endOf(longest)) return { first: longest, second: next }
      if (longest === undefined || endOf(next) > endOf(longest)) longest = next
    }
  }
  return null
}

/** Minutes between opening and closing on one weekday, each minute once however many shifts cover it. */
export function openMinutes(
  rows: readonly Pick<DayShift, 'weekDay' | 'opening' | 'closing'>[],
  weekDay: number,
): number {
  let [open, until] = [0, 0]
  for (const shift of rows
    .filter((row) => row.weekDay === weekDay)
    .toSorted((a, b) => minuteOf(a.opening) - minuteOf(b.opening))) {
    const [from, to] = [Math.max(minuteOf(shift.opening), until), endOf(shift)]
    if (to > from) open += to - from
    until = Math.max(until, to)
  }
  return open
}
