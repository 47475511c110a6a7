/**
 * The section prefixes of the specification: period, lastDays and TTD ("to date"). Each is a list with the same places
 * (week, month, quarter, year), so that one place means the same length in all three. All days end yesterday.
 */
import { dayNumber, isoDay, parseDay, type IsoDay } from './days.ts'
import { type Bounds, PERIOD_UNITS, type PeriodUnit, presetOption } from './period-options.ts'
import { resolvePeriods } from './periods.ts'

export const SECTION_PREFIXES = ['period', 'lastDays', 'TTD'] as const
export type SectionPrefix = (typeof SECTION_PREFIXES)[number]

/** The place of a list where none was chosen: the month. */
const MONTH = PERIOD_UNITS.indexOf('month')

export const LAST_DAYS: Readonly<Record<PeriodUnit, number>> = { week: 7, month: 30, quarter: 90, year: 365 }

export interface SectionPeriod extends Bounds {
  readonly prefix: SectionPrefix
  readonly index: number
  /** The unit; for `lastDays` the number of days. */
  readonly value: PeriodUnit | number
}

export const isSectionPrefix = (text: unknown): text is SectionPrefix =>
  (SECTION_PREFIXES as readonly unknown[]).includes(text)

/** A place of a list as days. NaN is the list's default; a place beyond it is its last one. */
export function sectionPeriod(prefix: string, index: number, today: IsoDay): SectionPeriod | undefined {
  if (!isSectionPrefix(prefix)) return undefined
  const at = Math.max(0, Math.min(Number.isInteger(index) ? index : MONTH, PERIOD_UNITS.length - 1))
  const unit = PERIOD_UNITS[at] as PeriodUnit
  if (prefix === 'lastDays') {
    const days = LAST_DAYS[unit]
    const end = dayNumber(today) - 1
    return { prefix, index: at, value: days, begin: isoDay(end - days + 1), end: isoDay(end) }
  }
  // On the first day of a unit "to date" has no day yet: it is the last whole one, as in the period selector.
  const pair = resolvePeriods(
    presetOption('advanced', {
      thisOrLast: prefix === 'TTD' ? 'this' : 'last',
      thisOrLastPeriod: unit,
      howManyPeriodsInThePast: 1,
      periodsInThePast: unit,
    }),
    { today },
  )
  return pair === null
    ? undefined
    : { prefix, index: at, value: unit, begin: pair.comparing.begin, end: pair.comparing.end }
}

/** The same place on the day after a last day; undefined where it does not end on that day, or the day is to come. */
export function sectionPeriodUntil(
  prefix: string,
  index: number,
  end: string,
  today: IsoDay,
): SectionPeriod | undefined {
  const day = parseDay(end)
  if (day === null || day >= dayNumber(today)) return undefined
  const now = sectionPeriod(prefix, index, today)
  if (now?.end === isoDay(day)) return now
  const then = sectionPeriod(prefix, index, isoDay(day + 1))
  return then?.end === isoDay(day) ? then : undefined
}
