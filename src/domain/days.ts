/**
 * Civil dates as whole days since 1970-01-01. All arithmetic is on integers in the proleptic Gregorian calendar: no
 * clock, no time zone, no daylight saving, so a day is always one day long. The zone is applied once, in `clockIn`.
 * Months and ISO weeks of single days are in `calendar.ts`.
 */
import { DomainError } from './domain-error.ts'

/** A day of 24 hours, between instants; civil days are counted, never measured. */
export const DAY_MS = 86_400_000

/** `YYYY-MM-DD`. */
export type IsoDay = string

/** Days since 1970-01-01 of a civil date (H. Hinnant, "chrono-compatible low-level date algorithms"). */
export function dayOf(year: number, month: number, date: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + date - 1
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468
}

/** Year, month (1-12) and date (1-31) of a day number. */
export function civil(day: number): { year: number; month: number; date: number } {
  const z = day + 719468
  const era = Math.floor(z / 146097)
  const doe = z - era * 146097
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365)
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100))
  const mp = Math.floor((5 * doy + 2) / 153)
  const month = mp < 10 ? mp + 3 : mp - 9
  return { year: yoe + era * 400 + (month <= 2 ? 1 : 0), month, date: doy - Math.floor((153 * mp + 2) / 5) + 1 }
}

const two = (n: number) => (n < 10 ? `0${n}` : String(n))

export function isoDay(day: number): IsoDay {
  const { year, month, date } = civil(day)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}

/** 2026-03-09 as the specification writes it in an address: 2026-3-9. */
export const shortDay = (day: string): string => day.split('-').map(Number).join('-')

/** Reads `YYYY-M-D` (one or two digits, as in the URL); null when it is no date of the calendar. */
export function parseDay(text: string): number | null {
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (match === null) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month)) return null
  return dayOf(year, month, date)
}

/** Like `parseDay`, for dates that were checked before. Throws DATE_INVALID. */
export function dayNumber(text: IsoDay): number {
  const day = parseDay(text)
  if (day === null) throw new DomainError('DATE_INVALID', `${text} is no date; expected YYYY-MM-DD.`, { value: text })
  return day
}

export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** 1 = Monday to 7 = Sunday. */
export function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

export function mondayOf(day: number): number {
  return day - weekday(day) + 1
}

/** Months since year 0, so that months can be counted and compared: 2026-11 is 24321 + 1. */
export function monthNumber(day: number): number {
  const { year, month } = civil(day)
  return year * 12 + month - 1
}

/** First and last day of what was asked for, as numbers. Throws DATE_INVALID, DATES_INCORRECT. */
export function daySpan(begin: IsoDay, end: IsoDay): { readonly from: number; readonly to: number } {
  const [from, to] = [dayNumber(begin), dayNumber(end)]
  if (from > to)
    throw new DomainError(
      'DATES_INCORRECT',
      `Incorrect dates: ${isoDay(from)} is after ${isoDay(to)}; give the first day first.`,
      { start: begin, end },
    )
  return { from, to }
}

/**
 * Every date from start to end, both included. Throws "Incorrect dates" when start is after end.
 *
 * @specified and asked by no screen yet
 */
export function dateArray(start: IsoDay, end: IsoDay): IsoDay[] {
  const from = dayNumber(start)
  const to = dayNumber(end)
  if (from > to) throw new DomainError('DATES_INCORRECT', 'Incorrect dates', { start, end })
  return Array.from({ length: to - from + 1 }, (_, i) => isoDay(from + i))
}

const zoneFormats = new Map<string, Intl.DateTimeFormat>()

/**
 * Local time of a zone at an instant (epoch ms), as the instant at which UTC has that time. Intl
 * knows the zone's rules; nothing is computed with offsets.
 */
export function clockIn(timeZone: string, nowMs: number): number {
  let format = zoneFormats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    zoneFormats.set(timeZone, format)
  }
  const part = Object.fromEntries(format.formatToParts(nowMs).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  return dayOf(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000
}

/** Civil date in a time zone at an instant (epoch ms). */
export const todayIn = (timeZone: string, nowMs: number): IsoDay =>
  isoDay(Math.floor(clockIn(timeZone, nowMs) / DAY_MS))

/**
 * The weekday filter: days numbered from 0, of which it keeps 0 to 5 while it is on.
 *
 * @specified and asked by no screen yet
 */
export const keepWeekdays = <T>(rows: readonly T[], weekdayOf: (row: T) => number, isOn: boolean): T[] =>
  rows.filter((row) => {
    const day = weekdayOf(row)
    return !isOn || (day >= 0 && day <= 5)
  })
