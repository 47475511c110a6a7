import { dayNumber } from './days.ts'
import type { Bounds, Period } from './period-options.ts'
import { writtenDays } from './written.ts'

// ---------------------------------------------------------------- names

const NAMES = new Set([
  'thisWeek',
  'thisMonth',
  'thisQuarter',
  'thisYear',
  'lastWeek',
  'lastMonth',
  'lastQuarter',
  'lastYear',
  'weekBefore',
  'monthBefore',
  'quarterBefore',
  'yearBefore',
  'weeksAgo',
  'monthsAgo',
  'quartersAgo',
  'yearsAgo',
  'daysBefore',
  'sameDaysLastYear',
  'yesterday',
  'lastDays',
  'sameDayWeekBefore',
  'campaign',
])
/** Chosen by their days, so that is what they are called. */
const BY_DAYS = new Set(['custom', 'customReference'])

/** Two days as the reader's language writes a range: "16–19 nov 2026". */
export const daysText = ({ begin, end }: Bounds, locale: string): string =>
  writtenDays(dayNumber(begin), dayNumber(end), locale)

/**
 * A period's name in the reader's language: by its days where these were chosen; a campaign's name is shown as it is.
 */
export function periodName(
  period: Period,
  locale: string,
  t: (key: string, params?: Record<string, string | number>) => string,
): string {
  if (BY_DAYS.has(period.name)) return daysText(period, locale)
  const [, key = '', n] = /^([a-zA-Z0-9]+)(?::(\d+))?$/.exec(period.name) ?? []
  return NAMES.has(key) ? t(`periods:names.${key}`, n === undefined ? {} : { n }) : period.name
}
