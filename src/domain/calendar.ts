/**
 * Months, quarters, years and ISO weeks of civil days, by dayjs. A day is taken as its midnight in UTC, where days are
 * 24 hours long: no zone and no change of the clock comes into it. Columns of days are counted in `days.ts`, with
 * integers.
 */
import dayjs, { type Dayjs } from 'dayjs'
import isoWeeks from 'dayjs/plugin/isoWeek.js'
import quarters from 'dayjs/plugin/quarterOfYear.js'
import utc from 'dayjs/plugin/utc.js'
import { DAY_MS, dayOf, weekday } from './days.ts'
import type { PeriodUnit } from './period-options.ts'

dayjs.extend(utc)
dayjs.extend(isoWeeks)
dayjs.extend(quarters)

const at = (day: number): Dayjs => dayjs.utc(day * DAY_MS)
const numberOf = (moment: Dayjs): number => moment.valueOf() / DAY_MS

/** First day of the week (a Monday), month, quarter or year that a day is in. */
export function unitStart(unit: PeriodUnit, day: number): number {
  if (unit === 'week') return numberOf(at(day).startOf('isoWeek'))
  return numberOf(unit === 'quarter' ? at(day).startOf('quarter') : at(day).startOf(unit))
}

/**
 * So many units later (earlier when negative): the same weekday, or the same date, where the 31st becomes the last day
 * of a shorter month.
 */
export const addUnits = (day: number, n: number, unit: PeriodUnit): number =>
  numberOf(unit === 'quarter' ? at(day).add(n, 'quarter') : at(day).add(n, unit))

export const monthStart = (day: number): number => unitStart('month', day)
export const addMonths = (day: number, n: number): number => addUnits(day, n, 'month')

/** Quarter (1 to 4) of a month (1 to 12). */
export const quarterOf = (month: number): number => at(dayOf(2001, month, 1)).quarter()

/** ISO 8601 week: the week of the year that holds its Thursday. */
export function isoWeek(day: number): { year: number; week: number } {
  const moment = at(day)
  return { year: moment.isoWeekYear(), week: moment.isoWeek() }
}

/**
 * `GGGG-[W]WW`, for example 2026-W53.
 *
 * @specified and asked by no screen yet
 */
export function isoWeekLabel(day: number): string {
  const { year, week } = isoWeek(day)
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** 52 or 53. 28 December is always in the last week. */
export const isoWeeksInYear = (year: number): number => at(dayOf(year, 12, 28)).isoWeek()

/** Day number of an ISO week date; week 1 is the week with 4 January. */
export const fromIsoWeek = (year: number, week: number, dayOfWeek: number): number =>
  numberOf(
    at(dayOf(year, 1, 4))
      .isoWeek(week)
      .isoWeekday(dayOfWeek),
  )

/**
 * Same ISO week and weekday some years ago; week 53 becomes the last week of a year without one.
 *
 * @specified and asked by no screen yet
 */
export function sameIsoWeek(day: number, yearsBack: number): number {
  const { year, week } = isoWeek(day)
  const to = year - yearsBack
  return fromIsoWeek(to, Math.min(week, isoWeeksInYear(to)), weekday(day))
}
