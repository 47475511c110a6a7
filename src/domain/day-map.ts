/**
 * Which day of a period is compared with which day of another one (metrics.md 5.4, like-for-like day map). In this
 * order: moveable events keep their offset (Easter on Easter, Black Friday on Black Friday, a fiesta on the same
 * fiesta), fixed-date holidays meet the same date, and every other day meets its weekday. Each day is used once; what
 * is left over on either side is in no change, and is listed. Days since 1970.
 */
import type { Span } from './compared-stores.ts'
import { dayOffset } from './day-offset.ts'
import { civil, dayOf, weekday } from './days.ts'

/** `order`: periods shorter than a week, day by day. */
export const PAIR_REASONS = ['event', 'holiday', 'weekday', 'order'] as const
export type PairReason = (typeof PAIR_REASONS)[number]

export interface DayPair {
  readonly day: number
  readonly reference: number
  readonly reason: PairReason
  /**
   * Of an event `easter` or `blackFriday`, or the name of a holiday as the calendar has it; empty for any other day.
   */
  readonly name: string
}

/**
 * `outside`: its counterpart is in none of the two periods; `taken`: it was compared with a day that belongs to it by
 * its name.
 */
export const ALONE_REASONS = ['outside', 'taken'] as const
export type AloneReason = (typeof ALONE_REASONS)[number]

export interface AloneDay {
  readonly period: 'comparing' | 'reference'
  readonly day: number
  readonly reason: AloneReason
}

export interface DayMap {
  /** In the order of the days of the period. */
  readonly pairs: readonly DayPair[]
  /** Those of the period first. */
  readonly alone: readonly AloneDay[]
  /** How far apart two days are that meet by their weekday. */
  readonly distance: number
}

/** Holidays of a local: the name of each day. */
export type DayNames = ReadonlyMap<number, string>

/** Farther from its place than this, the same event of another year is another event. Easter moves by up to 34 days. */
const FARTHEST = 40
/** Of the days around a period, events of which may reach into it. */
export const CALENDAR_MARGIN = 14

interface Event {
  readonly id: string
  readonly on: (year: number) => number
  /** First and last day that belongs to it, around its own. */
  readonly window: readonly [number, number]
  /** Whether a local keeps it: from these holidays, or always. */
  readonly keptBy: readonly [number, number] | null
}

/** From Palm Sunday to Easter Monday; from the Monday before Black Friday to the Monday after it. */
const EVENTS: readonly Event[] = [
  { id: 'easter', on: easterSunday, window: [-7, 1], keptBy: [-3, 1] },
  { id: 'blackFriday', on: blackFriday, window: [-4, 3], keptBy: null },
]

/** Gregorian computus (Meeus, Jones, Butcher). */
export function easterSunday(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const place = h + l - 7 * m + 114
  return dayOf(year, Math.floor(place / 31), (place % 31) + 1)
}

/** The day after the fourth Thursday of November. */
export function blackFriday(year: number): number {
  const first = dayOf(year, 11, 1)
  return first + ((4 - weekday(first) + 7) % 7) + 21 + 1
}

const isIn = (day: number, { from, to }: Span) => day >= from && day <= to
const yearsOf = ({ from, to }: Span) => {
  const [first, last] = [civil(from - CALENDAR_MARGIN).year, civil(to + CALENDAR_MARGIN).year]
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

/** @param names holidays of the local in both periods and `CALENDAR_MARGIN` days around them */
export function alignDays(now: Span, before: Span, names: DayNames): DayMap {
  const distance = now.from - before.from - dayOffset(now, before)
  const pairs = new Map<number, DayPair>()
  const used = new Set<number>()
  const take = (day: number, reference: number, reason: PairReason, name: string) => {
    if (!isIn(day, now) || !isIn(reference, before) || pairs.has(day) || used.has(reference)) return
    pairs.set(day, { day, reference, reason, name })
    used.add(reference)
  }
  for (const [day, reference, name] of [
    ...events(now, before, distance, names),
    ...named(now, before, distance, names),
  ])
    take(day, reference, 'event', name)
  for (const [day, reference, name] of dated(now, before, distance, names)) take(day, reference, 'holiday', name)

  const reason = distance % 7 === 0 ? 'weekday' : 'order'
  const alone: AloneDay[] = []
  for (let day = now.from; day <= now.to; day += 1) {
    if (pairs.has(day)) continue
    const reference = day - distance
    if (isIn(reference, before) && !used.has(reference)) take(day, reference, reason, '')
    else alone.push({ period: 'comparing', day, reason: isIn(reference, before) ? 'taken' : 'outside' })
  }
  for (let day = before.from; day <= before.to; day += 1) {
    if (!used.has(day))
      alone.push({ period: 'reference', day, reason: isIn(day + distance, now) ? 'taken' : 'outside' })
  }
  return { pairs: [...pairs.values()].toSorted((a, b) => a.day - b.day), alone, distance }
}

type Found = readonly [day: number, reference: number, name: string]

/** The one of some days that lies nearest to where a day is looked for, and is not the day itself. */
function nearest(day: number, distance: number, candidates: readonly number[]): number | null {
  const away = (candidate: number) => Math.abs(day - candidate - distance)
  const [found] = candidates
    .filter((candidate) => candidate !== day && away(candidate) <= FARTHEST)
    .toSorted((a, b) => away(a) - away(b))
  return found ?? null
}

function events(now: Span, before: Span, distance: number, names: DayNames): Found[] {
  return EVENTS.flatMap(({ id, on, window: [first, last], keptBy }) => {
    const isKept = (day: number) =>
      keptBy === null ||
      Array.from({ length: keptBy[1] - keptBy[0] + 1 }, (_, at) => day + keptBy[0] + at).some((one) => names.has(one))
    return yearsOf(now).flatMap((year): Found[] => {
      const here = on(year)
      const there = nearest(here, distance, yearsOf(before).map(on))
      if (there === null || (!isKept(here) && !isKept(there))) return []
      return Array.from({ length: last - first + 1 }, (_, at): Found => [here + first + at, there + first + at, id])
    })
  })
}

const isSameDate = (a: number, b: number) => {
  const [x, y] = [civil(a), civil(b)]
  return x.month === y.month && x.date === y.date
}
const holidaysIn = (names: DayNames, span: Span) =>
  [...names].filter(([day]) => isIn(day, span)).toSorted(([a], [b]) => a - b)

/** Holidays of the same name on another date. */
function named(now: Span, before: Span, distance: number, names: DayNames): Found[] {
  const others = holidaysIn(names, before)
  return holidaysIn(names, now).flatMap(([day, name]): Found[] => {
    const same = name === '' ? [] : others.flatMap(([other, otherName]) => (otherName === name ? [other] : []))
    const found = nearest(day, distance, same)
    return found === null || isSameDate(day, found) ? [] : [[day, found, name]]
  })
}

/** Holidays on the same date, under any name. */
function dated(now: Span, before: Span, distance: number, names: DayNames): Found[] {
  const others = holidaysIn(names, before).map(([day]) => day)
  return holidaysIn(names, now).flatMap(([day, name]): Found[] => {
    const found = nearest(
      day,
      distance,
      others.filter((other) => isSameDate(day, other)),
    )
    return found === null ? [] : [[day, found, name]]
  })
}
