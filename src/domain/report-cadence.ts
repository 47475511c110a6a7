/**
 * When a scheduled report is due: a day, a week or a month apart, at an hour of a stated time zone. What was missed is
 * one run, not a backlog, and its figures are as of the day it was due.
 */
import { addMonths, monthStart } from './calendar.ts'
import { civil, daysInMonth, isoDay, type IsoDay, mondayOf } from './days.ts'

export interface Cadence {
  readonly every: 'day' | 'week' | 'month'
  /** 1 = Monday to 7 = Sunday: of `week`. */
  readonly weekday: number
  /** 1 to 31, in a shorter month its last day: of `month`. */
  readonly day: number
  /** 0 to 23, civil time. */
  readonly hour: number
  /** IANA name. */
  readonly timeZone: string
}

/**
 * Instant (seconds UTC) of a civil time (seconds since 1970-01-01 as if it were UTC); a skipped one is as much later,
 * of a repeated one the first pass.
 */
export type InstantOf = (zone: string, civilS: number) => number

const DAY_S = 86_400
const HOUR_S = 3600

/** A civil day on which the report may be due, at or before this one. */
function dueDay({ every, weekday, day }: Cadence, from: number): number {
  switch (every) {
    case 'day':
      return from
    case 'week': {
      const due = mondayOf(from) + weekday - 1
      return due > from ? due - 7 : due
    }
    case 'month': {
      const due = inMonth(monthStart(from), day)
      return due > from ? inMonth(addMonths(monthStart(from), -1), day) : due
    }
  }
}

/** The day of a month that begins on this day, or its last one. */
function inMonth(start: number, day: number): number {
  const { year, month } = civil(start)
  return start + Math.min(day, daysInMonth(year, month)) - 1
}

function following(cadence: Cadence, due: number): number {
  switch (cadence.every) {
    case 'day':
      return due + 1
    case 'week':
      return due + 7
    case 'month':
      return inMonth(addMonths(monthStart(due), 1), cadence.day)
  }
}

const instant = ({ hour, timeZone }: Cadence, day: number, instantOf: InstantOf) =>
  instantOf(timeZone, day * DAY_S + hour * HOUR_S) * 1000

/** The first time it is due after `afterMs`, epoch ms. */
export function nextDue(cadence: Cadence, afterMs: number, instantOf: InstantOf): number {
  // Zones are at most 14 hours from UTC, so the day before yesterday has ended everywhere.
  let day = dueDay(cadence, Math.floor(afterMs / (DAY_S * 1000)) - 2)
  while (instant(cadence, day, instantOf) <= afterMs) day = following(cadence, day)
  return instant(cadence, day, instantOf)
}

/** The last time it was due at or before `nowMs`, and the civil day of it: what its figures are as of. */
export function lastDue(
  cadence: Cadence,
  nowMs: number,
  instantOf: InstantOf,
): { readonly at: number; readonly asOf: IsoDay } {
  let day = dueDay(cadence, Math.floor(nowMs / (DAY_S * 1000)) + 2)
  while (instant(cadence, day, instantOf) > nowMs) day = dueDay(cadence, day - 1)
  return { at: instant(cadence, day, instantOf), asOf: isoDay(day) }
}
