/**
 * The years that a date may lie in, for holidays, campaigns and periods alike: those that counts may be of, until the
 * current year plus 2 (spec 1, section 9).
 */
import type { IsoDay } from './days.ts'
import { DomainError } from './domain-error.ts'
import { FIRST_YEAR } from './period-options.ts'

const YEARS_AHEAD = 2

const yearOf = (day: IsoDay): number => Number(day.slice(0, 4))

/** The current year plus 2. */
export const lastYearAt = (today: IsoDay): number => yearOf(today) + YEARS_AHEAD

/** The first and the last day that can be chosen. */
export const dayLimits = (today: IsoDay): { min: IsoDay; max: IsoDay } => ({
  min: `${FIRST_YEAR}-01-01`,
  max: `${lastYearAt(today)}-12-31`,
})

/** Throws YEAR_OUT_OF_RANGE for a day before 2001 or after the end of the current year plus 2. */
export function requireYear(day: IsoDay, today: IsoDay): void {
  const [year, to] = [yearOf(day), lastYearAt(today)]
  if (year < FIRST_YEAR || year > to)
    throw new DomainError('YEAR_OUT_OF_RANGE', `${day} is outside ${FIRST_YEAR} to ${to}.`, {
      value: day,
      from: FIRST_YEAR,
      to,
    })
}
