/** Where a day, a week or a month of the reference lies in the period that it is compared with. */
import { dayOffset } from '#domain/day-offset'
import { dayNumber, mondayOf, monthNumber } from '#domain/days'
import type { Cell, Frame } from '#domain/frame'
import type { Completeness, ProjectionContext } from '#engine/types'
import { onNamedDays } from './periods.ts'

interface Span {
  readonly from: number
  readonly to: number
}
type Meet = (value: Cell) => Cell

const MONTHS = 12
const spanOf = ({ begin, end }: { readonly begin: string; readonly end: string }): Span => ({
  from: dayNumber(begin),
  to: dayNumber(end),
})

/** The two periods, and by how many days the reference lies earlier; null where nothing is compared. */
function meetingOf({ periods }: Pick<ProjectionContext, 'periods'>) {
  if (!periods?.reference) return null
  const [own, other] = [spanOf(periods.comparing), spanOf(periods.reference)]
  return { own, other, shift: own.from - other.from - dayOffset(own, other) }
}

/**
 * For each of some columns what a value of the reference is called in the period, where the two say it in different
 * dates: rows that are compared have one key then. A value in no reference, or without a counterpart, stays what it is;
 * one that would be taken for another day of the period has no name. Null where nothing is to be done.
 */
export function metDates(by: readonly string[], frame: Frame, context: ProjectionContext): readonly Meet[] | null {
  const met = by.some((id) => isDated(id, frame)) ? meetingOf(context) : null
  if (met === null) return null
  const { own, other, shift } = met
  return by.map((id): Meet => {
    if (!isDated(id, frame)) return (value) => value
    const meet =
      id === 'month'
        ? monthIn(own, other)
        : id === 'week'
          ? weekIn(own, other, shift)
          : dayIn(own, other, shift, context)
    return (value) => (typeof value === 'number' ? meet(value) : value)
  })
}

/**
 * The note of a row that a period has no figures for. Nothing is missing on a date that the period lacks: a day of
 * the reference without a counterpart, or a day of the period that a shorter reference does not reach.
 */
export function absence(
  by: readonly string[],
  frame: Frame,
  context: Pick<ProjectionContext, 'periods'>,
): (key: readonly Cell[], side?: 'comparing' | 'reference') => Completeness {
  const at = by.flatMap((id, place) => (isDated(id, frame) ? [place] : []))
  const meeting = at.length === 0 ? null : meetingOf(context)
  if (meeting === null) return () => 'missing'
  const { own, other, shift } = meeting
  const met = { from: other.from + shift, to: other.to + shift }
  const isOwn = (id: string, value: Cell, span: Span) =>
    typeof value === 'number' &&
    (id === 'month'
      ? value <= MONTHS || isMonthIn(value, span)
      : id === 'week'
        ? isWeekIn(value, span)
        : isIn(value, span))
  // Pooled rows have no key.
  return (key, side = 'comparing') =>
    key.length === 0 || at.every((place) => isOwn(by[place]!, key[place] ?? null, side === 'comparing' ? own : met))
      ? 'missing'
      : 'closed'
}

/** By weekday, and by the name of the day where the calendar of a store knows it (`timeline` has the same rule). */
function dayIn(own: Span, other: Span, shift: number, context: ProjectionContext) {
  const begin = Math.min(own.from, other.from + shift)
  const end = Math.max(own.to, other.to + shift)
  const places = Array.from({ length: end - begin + 1 }, (_, at) => begin + at)
  const met = onNamedDays(
    places.map((day) => (isIn(day, own) ? { day } : undefined)),
    places.map((day) => (isIn(day - shift, other) ? { day: day - shift } : undefined)),
    context,
  )
  const placeOf = new Map(met.flatMap((one, at) => (one?.day == null ? [] : [[one.day, places[at]!] as const])))
  return (day: number): Cell => {
    if (!isIn(day, other)) return day
    const place = placeOf.get(day)
    if (place !== undefined && isIn(place, own)) return place
    return isIn(day, own) ? null : day
  }
}

function weekIn(own: Span, other: Span, shift: number) {
  return (monday: number): Cell => {
    if (!isWeekIn(monday, other)) return monday
    const met = mondayOf(monday + shift + 3)
    return isWeekIn(met, own) ? met : isWeekIn(monday, own) ? null : monday
  }
}

/** Months are counted from year 0; 1 to 12 are months of any year, which meet by themselves. */
function monthIn(own: Span, other: Span) {
  const apart = monthNumber(own.from) - monthNumber(other.from)
  return (month: number): Cell => {
    if (month <= MONTHS || !isMonthIn(month, other)) return month
    const met = month + apart
    return isMonthIn(met, own) ? met : isMonthIn(month, own) ? null : month
  }
}

const isDated = (id: string, { columns }: Frame) =>
  id === 'month' || columns.some((column) => column.id === id && column.type === 'day')
const isWeekIn = (monday: number, { from, to }: Span) => monday + 6 >= from && monday <= to
const isMonthIn = (month: number, { from, to }: Span) => month >= monthNumber(from) && month <= monthNumber(to)
const isIn = (day: number, { from, to }: Span) => day >= from && day <= to
