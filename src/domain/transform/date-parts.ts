/**
 * Parts of civil days. A day is one of the local's own calendar already, as its data came: no clock and no zone comes
 * into it.
 */
import type { DeriveStep } from '#schemas/generated/layout/transform.ts'
import { DomainError } from '../domain-error.ts'
import { columnIndex, numbersOf } from '../frame-build.ts'
import { civil, dayOf, mondayOf, monthNumber, weekday } from '../days.ts'
import type { Column, Frame, NumberData } from '../frame.ts'

export type DatePart = NonNullable<DeriveStep['part']>

const MINUTES_OF_HOUR = 60
const MONTHS_OF_QUARTER = 3
/** The Thursday of a week decides which year the week belongs to (ISO 8601). */
const THURSDAY = 3

function weekOfYear(day: number): number {
  const thursday = mondayOf(day) + THURSDAY
  return Math.floor((thursday - dayOf(civil(thursday).year, 1, 1)) / 7) + 1
}

const PARTS: Readonly<Record<DatePart, (value: number) => number>> = {
  weekday,
  hour: (minute) => Math.floor(minute / MINUTES_OF_HOUR),
  dayOfMonth: (day) => civil(day).date,
  week: mondayOf,
  weekOfYear,
  month: monthNumber,
  monthOfYear: (day) => civil(day).month,
  quarterOfYear: (day) => Math.ceil(civil(day).month / MONTHS_OF_QUARTER),
  year: (day) => civil(day).year,
}

/**
 * The part of each row; null where the day is. Throws COLUMN_UNKNOWN, COLUMN_NOT_NUMERIC, and DATE_PART_INVALID for a
 * column that holds no days.
 */
export function datePart(
  frame: Frame,
  as: string,
  part: DatePart,
  from = part === 'hour' ? 'slot' : 'day',
): { column: Column; data: NumberData } {
  const source = numbersOf(frame, from)
  const { type, unit } = frame.columns[columnIndex(frame, from)] as Column
  const isDay = type === 'day' || unit === 'day'
  if (part === 'hour' ? isDay || unit === 'id' : !isDay)
    throw new DomainError(
      'DATE_PART_INVALID',
      `Column ${from} holds no ${part === 'hour' ? 'minutes of the day' : 'days'}; ${part} cannot be taken from it.`,
      { column: from, part },
    )
  const { values, valid } = source
  const read = PARTS[part]
  const isPresent = (row: number) => valid === undefined || ((valid[row >> 3] as number) & (1 << (row & 7))) !== 0
  const parts = Int32Array.from(values, (value, row) => (isPresent(row) ? read(value) : 0))
  return {
    column: {
      id: as,
      type: part === 'week' ? 'day' : 'int',
      role: 'dim',
      ...(part === 'hour' && { unit: 'hour' }),
      ...(part === 'week' && { unit: 'day' }),
    },
    data: { kind: 'numbers', values: parts, ...(valid && { valid }) },
  }
}
