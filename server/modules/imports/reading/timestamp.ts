import { daysInMonth, dayOf } from '#domain/days'

export interface Civil {
  /** Seconds since 1970-01-01 of the civil time, as if it were UTC. */
  readonly civil: number
  /** Civil time minus UTC in seconds when the text says so (`Z`, `+02:00`), else null. */
  readonly offset: number | null
  /** The text has a date and no time of day. */
  readonly dateOnly: boolean
}

export type DateOrder = 'dmy' | 'mdy'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DATE = /^(?:(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})|(\d{1,2})[-/. ]([A-Za-z]{3,9}|\d{1,2})[-/. ](\d{4}|\d{2}))/
const CLOCK =
  /^[T\s,]+(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?)?\s*([AaPp]\.?[Mm]\.?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/

/**
 * Reads the ways in which counters write the time: `2014-11-03T05:00`, `2014-11-03 05:00:00+11:00`, `02/06/2014 5:00`,
 * `01-May-17`, `01-JAN-2012 00:00`, `10/03/2012 12:00:00 AM`. Two-digit years are of this century. 24:00 is midnight
 * after.
 *
 * @param order what `02/06/2014` means
 * @returns null for anything that is no time of the calendar
 */
export function parseTimestamp(text: string, order: DateOrder = 'dmy'): Civil | null {
  const trimmed = text.trim()
  const date = DATE.exec(trimmed)
  if (!date) return null
  const day = dayFrom(date, order)
  if (day === null) return null
  const rest = trimmed.slice(date[0].length)
  if (rest === '') return { civil: day * 86_400, offset: null, dateOnly: true }
  const clock = CLOCK.exec(rest)
  if (!clock) return null
  const seconds = secondsOf(Number(clock[1]), Number(clock[2] ?? 0), Number(clock[3] ?? 0), clock[4])
  const offset = clock[5] === undefined ? null : offsetOf(clock[5])
  return seconds === null || Number.isNaN(offset) ? null : { civil: day * 86_400 + seconds, offset, dateOnly: false }
}

/** `0`, `23`, `00:00`, `7:30` in seconds of the day; null for anything else. */
export function parseHour(text: string): number | null {
  const match = /^(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?$/.exec(text.trim())
  return match ? secondsOf(Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)) : null
}

function dayFrom(match: RegExpExecArray, order: DateOrder): number | null {
  const [, isoYear, isoMonth, isoDate, first, second, lastYear] = match
  let [year, month, date] = [Number(isoYear), Number(isoMonth), Number(isoDate)]
  if (first !== undefined && second !== undefined && lastYear !== undefined) {
    year = lastYear.length === 2 ? 2000 + Number(lastYear) : Number(lastYear)
    const named = MONTHS.indexOf(second.slice(0, 3).toLowerCase()) + 1
    ;[month, date] = /[A-Za-z]/.test(second)
      ? [named, Number(first)]
      : order === 'dmy'
        ? [Number(second), Number(first)]
        : [Number(first), Number(second)]
  }
  return month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month) ? null : dayOf(year, month, date)
}

function secondsOf(hour: number, minute: number, second: number, half?: string): number | null {
  let h = hour
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null
    h = (hour % 12) + (/^p/i.test(half) ? 12 : 0)
  }
  if (minute > 59 || second > 59 || h > 24 || (h === 24 && minute + second > 0)) return null
  return h * 3600 + minute * 60 + second
}

function offsetOf(text: string): number {
  if (text === 'Z') return 0
  const sign = text.startsWith('-') ? -1 : 1
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))]
  return hours > 14 || minutes > 59 ? Number.NaN : sign * (hours * 3600 + minutes * 60)
}
