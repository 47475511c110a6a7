/**
 * Editing the shifts of one week, for one place: adding, moving and resizing, by minutes of the day. Every edit gives a
 * whole new week or the reason why there is none, so that mouse, keys and forms obey the same rules.
 */
import { findOverlap, isEmptyShift, LAST_MINUTE, splitAtMidnight } from './schedule.ts'
import type { DayShift, Shift } from './schedule.ts'

export type WeekShift = Pick<DayShift, 'weekDay' | 'opening' | 'closing'>

export type WeekEdit<S extends WeekShift> =
  | { readonly week: readonly S[]; readonly refused: null }
  | {
      readonly week: null
      readonly refused:
        | { readonly reason: 'overlap'; readonly shift: WeekShift; readonly other: WeekShift }
        | { readonly reason: 'empty' }
    }

export const DAY_MINUTES = 1440
/** Drag and arrow keys move in quarters of an hour; a form takes any minute. */
export const STEP_MINUTES = 15

/** Minutes since 00:00; the last minute of a day represents its end. */
export const openingMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const closingMinute = (time: string): number => (time === LAST_MINUTE ? DAY_MINUTES : openingMinute(time))

const two = (n: number) => String(n).padStart(2, '0')
/** `HH:mm` of minutes since 00:00; the end of the day is 23:59. */
export const timeOf = (minutes: number): string =>
  minutes >= DAY_MINUTES ? LAST_MINUTE : `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

export const toStep = (minutes: number): number =>
  Math.min(DAY_MINUTES, Math.max(0, Math.round(minutes / STEP_MINUTES) * STEP_MINUTES))

/**
 * `HH:mm` of what a person typed: `9`, `930`, `9.30`, `21:05`, and 24:00 for the end of the day. Null when it is no
 * time.
 */
export function readTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.,h ]?(\d{2}))?\s*h?$/i.exec(text.trim())
  if (match === null) return null
  const [hour, minute] = [Number(match[1]), Number(match[2] ?? 0)]
  if (hour === 24 && minute === 0) return '00:00'
  return hour < 24 && minute < 60 ? `${two(hour)}:${two(minute)}` : null
}

export const inOrder = <S extends WeekShift>(week: readonly S[]): S[] =>
  week.toSorted(
    (a, b) =>
      a.weekDay - b.weekDay ||
      openingMinute(a.opening) - openingMinute(b.opening) ||
      closingMinute(a.closing) - closingMinute(b.closing),
  )

const keyOf = (week: readonly WeekShift[]) =>
  inOrder(week)
    .map(({ weekDay, opening, closing }) => `${weekDay} ${opening} ${closing}`)
    .join('|')
export const sameWeek = (one: readonly WeekShift[], other: readonly WeekShift[]): boolean => keyOf(one) === keyOf(other)

const placed = (shift: WeekShift): DayShift => ({
  local: 0,
  area: null,
  weekDay: shift.weekDay,
  opening: shift.opening,
  closing: shift.closing,
})

/**
 * The week with these shifts in place of those left out; the first overlap that a new one has is named from its side.
 */
function checked<S extends WeekShift>(kept: readonly S[], added: readonly S[]): WeekEdit<S> {
  if (added.some(isEmptyShift)) return { week: null, refused: { reason: 'empty' } }
  for (const [at, shift] of added.entries()) {
    const others = [...kept, ...added.slice(0, at)]
    const other = others.find((one) => findOverlap([placed(one), placed(shift)]) !== null)
    if (other !== undefined) return { week: null, refused: { reason: 'overlap', shift, other } }
  }
  return { week: inOrder([...kept, ...added]), refused: null }
}

/** Adds a shift on its days; one that passes midnight becomes two. `replaced` is left out of the week first. */
export function withShift<S extends WeekShift>(
  week: readonly S[],
  shift: Shift,
  make: (shift: WeekShift) => S,
  replaced?: S,
): WeekEdit<S> {
  const parts = splitAtMidnight(shift).flatMap(({ begin, end, days }) =>
    days.map((weekDay) => make({ weekDay, opening: begin, closing: end })),
  )
  return checked(
    week.filter((one) => one !== replaced),
    parts,
  )
}

export const withoutShift = <S extends WeekShift>(week: readonly S[], gone: S): S[] =>
  week.filter((one) => one !== gone)

/** The same length elsewhere in the week; it stops at the edges of the day and of the week. */
export function movedTo<S extends WeekShift>(shift: S, weekDay: number, from: number): S {
  const length = closingMinute(shift.closing) - openingMinute(shift.opening)
  const opening = Math.min(DAY_MINUTES - length, Math.max(0, from))
  return {
    ...shift,
    weekDay: Math.min(7, Math.max(1, weekDay)),
    opening: timeOf(opening),
    closing: timeOf(opening + length),
  }
}

/** One edge elsewhere in the day, a step from the other one at least. */
export function resizedTo<S extends WeekShift>(shift: S, edge: 'opening' | 'closing', minute: number): S {
  const [from, to] = [openingMinute(shift.opening), closingMinute(shift.closing)]
  return edge === 'opening'
    ? { ...shift, opening: timeOf(Math.max(0, Math.min(minute, Math.max(0, to - STEP_MINUTES)))) }
    : { ...shift, closing: timeOf(Math.min(DAY_MINUTES, Math.max(minute, Math.min(DAY_MINUTES, from + STEP_MINUTES)))) }
}

/** Puts a changed shift in the place of what it was. */
export const withChanged = <S extends WeekShift>(week: readonly S[], before: S, after: S): WeekEdit<S> =>
  checked(
    week.filter((one) => one !== before),
    [after],
  )
