/** Single values of a row: what is taken for a date, an hour, a count. Nothing is guessed. */
import { dayOf, daysInMonth } from '#domain/days'
import { restored } from '#domain/csv'
import type { Cell } from './workbook.ts'
import { clean } from '../../lib/file-problem.ts'

/** No till prints more in an hour; no dealer sells more in a day. */
export const MAX_COUNT = 200_000
export const MAX_OF_DAY = 2_000_000
const MAX_AMOUNT = 1_000_000_000

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** `2026-11-20`, as days since 1970-01-01; null for anything else. */
function dayFromText(text: string): number | null {
  const match = DATE.exec(text)
  if (match === null) return null
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return month < 1 || month > 12 || date < 1 || date > daysInMonth(year, month) ? null : dayOf(year, month, date)
}

/**
 * Day 25,569 of a workbook is 1970-01-01; of one that counts from 1904 it is day 24,107. Its 29 February 1900 never
 * was.
 */
export function dayFromCell(cell: Cell, is1904: boolean): number | null {
  if (cell === null) return null
  // A text may have a time of day behind its date.
  if (typeof cell === 'string')
    return cell.length === 10
      ? dayFromText(cell)
      : dayFromText(clean(cell).replace(/[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/, ''))
  if (cell < 0 || cell > 2_958_465 || (!is1904 && Math.floor(cell) === 60)) return null
  const whole = Math.floor(cell)
  return is1904 ? whole - 24_107 : whole - 25_569 + (whole < 60 ? 1 : 0)
}

/** Seconds of the day of `10:00:00`; null for anything else, 24:00:00 included. */
export function secondsOf(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(text)
  return match === null ? null : Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3])
}

/** Seconds that a civil time is ahead of UTC: `+00`, `-00`, `+02`, `-0330`, `+05:30`; null for anything else. */
export function offsetFrom(text: string): number | null {
  const match = /^([+-])(\d{2})(?::?([0-5]\d))?$/.exec(text)
  if (match === null) return null
  const seconds = Number(match[2]) * 3600 + Number(match[3] ?? 0) * 60
  if (seconds > 14 * 3600) return null
  return match[1] === '-' ? 0 - seconds : seconds
}

/** A whole number from 0 on; null for anything else. */
export function countFrom(cell: Cell, most: number): number | null {
  if (typeof cell === 'number') return Number.isInteger(cell) && cell >= 0 && cell <= most ? cell + 0 : null
  const text = clean(cell ?? '')
  return /^\d{1,9}$/.test(text) && Number(text) <= most ? Number(text) : null
}

/**
 * An amount of money from 0 on, with a comma or a point before at most two decimals, in cents; null for anything else.
 */
export function centsFrom(cell: Cell, most = MAX_AMOUNT): number | null {
  const text = typeof cell === 'number' ? null : clean(cell ?? '')
  if (text !== null && !/^\d{1,10}([.,]\d{1,2})?$/.test(text)) return null
  const amount = typeof cell === 'number' ? cell : Number(text?.replace(',', '.'))
  return amount >= 0 && amount <= most ? Math.round(amount * 100) : null
}

/** A formula that was made harmless by one quote is what it was; a code that is a number is its digits. */
export const textFrom = (cell: Cell): string => clean(restored(cell === null ? '' : String(cell)))
