/**
 * From a chosen option to two date ranges (metrics.md 5.4). Weeks are ISO weeks, "this" units end yesterday, and a reference
 * has the same number of elapsed days, so that Tuesday is never compared with a whole week.
 */
import { addMonths, dayNumber, dayOf, isoDay, mondayOf, monthStart, parseDay, quarterStart, yearStart } from './days.ts'
import type { IsoDay } from './days.ts'
import { DomainError } from './domain-error.ts'
import { FIRST_YEAR, PERIOD_UNITS } from './period-options.ts'
import type { AdvancedValues, Bounds, Period, PeriodNote, PeriodOption, PeriodPair, PeriodUnit, PeriodValues } from './period-options.ts'
import { lastYearAt } from './year-limit.ts'

export * from './days.ts'
export * from './period-options.ts'

export interface CampaignPeriod { id: number; name: string; begin: IsoDay; end: IsoDay }

export interface PeriodContext {
  /** Today in the client's time zone (`todayIn`). */
  today: IsoDay
  campaigns?: readonly CampaignPeriod[]
}

const PREVIOUS_WEEK: AdvancedValues = { thisOrLast: 'this', thisOrLastPeriod: 'week', howManyPeriodsInThePast: 1, periodsInThePast: 'week' }
const PREVIOUS_MONTH: AdvancedValues = { thisOrLast: 'this', thisOrLastPeriod: 'month', howManyPeriodsInThePast: 1, periodsInThePast: 'month' }

/** The two ranges of an option, or null while it is incomplete or wrong (`periodProblem` says why). */
export function resolvePeriods(option: PeriodOption, context: PeriodContext): PeriodPair | null {
  return periodProblem(option, context) === null ? pairOf(option, context) : null
}

function pairOf(option: PeriodOption, context: PeriodContext): PeriodPair {
  const values = option.values ?? {}
  switch (option.key) {
    case 'noPeriods': return singlePeriod(option, values, context)
    case 'thisWeekVsPrevious': return unitPair(option, context.today, PREVIOUS_WEEK)
    case 'lastWeekVsPrevious': return unitPair(option, context.today, { ...PREVIOUS_WEEK, thisOrLast: 'last' })
    case 'thisMonthVsPrevious': return unitPair(option, context.today, PREVIOUS_MONTH)
    case 'lastMonthVsPrevious': return unitPair(option, context.today, { ...PREVIOUS_MONTH, thisOrLast: 'last' })
    case 'campaigns': return campaignPair(option, campaignOf(values, context) as CampaignPeriod)
    case 'customPeriods': return { option, comparing: named(values.comparing as Bounds, 'custom'), reference: named(values.reference as Bounds, 'customReference') }
    case 'advanced': return unitPair(option, context.today, values as AdvancedValues)
  }
}

/** Why an option gives no periods yet; null when it does. The code goes to the page, the sentence to the API's caller. */
export function periodProblem(option: PeriodOption, context: PeriodContext): DomainError | null {
  const values = option.values ?? {}
  if (option.key === 'campaigns' && campaignOf(values, context) === undefined) {
    return new DomainError('PERIOD_CAMPAIGN_UNKNOWN', `Campaign ${values.campaign ?? '(none)'} is not among the ${context.campaigns?.length ?? 0} campaigns of this client; choose one of them.`)
  }
  if (option.key === 'customPeriods') return rangeProblem('comparing', values.comparing, context) ?? rangeProblem('reference', values.reference, context)
  if (option.key === 'noPeriods' && values.comparing !== undefined) return rangeProblem('comparing', values.comparing, context)
  if (option.key === 'advanced') return advancedProblem(values)
  return null
}

const isComplete = (bounds: Partial<Bounds> | undefined): bounds is Bounds => Boolean(bounds?.begin && bounds.end)
const named = ({ begin, end }: Bounds, name: string): Period => ({ begin: isoDay(dayNumber(begin)), end: isoDay(dayNumber(end)), name })
const campaignOf = (values: PeriodValues, { campaigns = [] }: PeriodContext) => campaigns.find(({ id }) => id === values.campaign)

/** A period is valid only when both bounds are set, in order, and between 2014 and the end of the year after next. */
function rangeProblem(which: string, bounds: Partial<Bounds> | undefined, { today }: PeriodContext): DomainError | null {
  if (!isComplete(bounds)) return new DomainError('PERIODS_INCOMPLETE', `The ${which} period needs a begin and an end.`, { which })
  const from = parseDay(bounds.begin)
  const to = parseDay(bounds.end)
  if (from === null || to === null || from > to) {
    return new DomainError('DATES_INCORRECT', `Incorrect dates: ${bounds.begin} to ${bounds.end}; expected two dates YYYY-MM-DD in order.`, { which })
  }
  const lastYear = lastYearAt(today)
  if (from < dayOf(FIRST_YEAR, 1, 1) || to > dayOf(lastYear, 12, 31)) {
    return new DomainError('PERIOD_OUT_OF_RANGE', `${bounds.begin} to ${bounds.end} is outside ${FIRST_YEAR} to ${lastYear}.`, { which, from: FIRST_YEAR, to: lastYear })
  }
  return null
}

function advancedProblem(values: PeriodValues): DomainError | null {
  const { thisOrLast, thisOrLastPeriod, howManyPeriodsInThePast: n, periodsInThePast } = values
  const wrong = (field: string, expected: string, value: unknown) =>
    new DomainError('PERIODS_INCOMPLETE', `${field} is ${JSON.stringify(value) ?? 'missing'}; expected ${expected}.`, { which: field })
  const units = PERIOD_UNITS.join(', ')
  if (thisOrLast !== 'this' && thisOrLast !== 'last') return wrong('thisOrLast', 'this or last', thisOrLast)
  if (thisOrLastPeriod === undefined || !PERIOD_UNITS.includes(thisOrLastPeriod)) return wrong('thisOrLastPeriod', units, thisOrLastPeriod)
  if (n === undefined || !Number.isInteger(n) || n < 1 || n > 120) return wrong('howManyPeriodsInThePast', 'a whole number from 1 to 120', n)
  if (periodsInThePast === undefined || !PERIOD_UNITS.includes(periodsInThePast)) return wrong('periodsInThePast', units, periodsInThePast)
  return null
}

/** No comparison: the range that was chosen, or this week. */
function singlePeriod(option: PeriodOption, { comparing }: PeriodValues, { today }: PeriodContext): PeriodPair {
  if (isComplete(comparing)) return { option, comparing: named(comparing, 'custom'), reference: null }
  return { ...unitPair(option, today, PREVIOUS_WEEK), reference: null }
}

/** The reference is the same length immediately before, or the same weekdays 52 weeks earlier. */
function campaignPair(option: PeriodOption, campaign: CampaignPeriod): PeriodPair {
  const from = dayNumber(campaign.begin)
  const to = dayNumber(campaign.end)
  const lastYear = option.values?.versus === 'lastYear'
  const shift = lastYear ? 364 : to - from + 1
  return {
    option,
    comparing: named(campaign, campaign.name),
    reference: { begin: isoDay(from - shift), end: isoDay(to - shift), name: lastYear ? 'sameDaysLastYear' : 'daysBefore' },
  }
}

const MONTHS: Record<PeriodUnit, number> = { week: 0, month: 1, quarter: 3, year: 12 }

function unitStart(unit: PeriodUnit, day: number): number {
  switch (unit) {
    case 'week': return mondayOf(day)
    case 'month': return monthStart(day)
    case 'quarter': return quarterStart(day)
    case 'year': return yearStart(day)
  }
}

/** First day of the unit after the one that begins on this day. */
const unitEnd = (unit: PeriodUnit, start: number) => (unit === 'week' ? start + 7 : addMonths(start, MONTHS[unit]))

/**
 * n units back from a start. Weeks keep their weekday: "one year back" of a Monday is the nearest Monday, which for one year
 * is always 364 days (never the same ISO week, which is 371 days off after a year of 53 weeks).
 */
function stepBack(start: number, of: PeriodUnit, n: number, unit: PeriodUnit): number {
  if (unit === 'week') return start - 7 * n
  const back = addMonths(start, -n * MONTHS[unit])
  return of === 'week' ? mondayOf(back + 3) : back
}

function unitPair(option: PeriodOption, today: IsoDay, values: AdvancedValues): PeriodPair {
  const { thisOrLast, thisOrLastPeriod: unit, howManyPeriodsInThePast: n, periodsInThePast } = values
  const now = dayNumber(today)
  const anchor = now - 1
  const current = unitStart(unit, now)
  // "This" week on a Monday has no day yet: show the last whole one, and say so.
  const wholeUnit = thisOrLast === 'this' && current > anchor
  const last = thisOrLast === 'last' || wholeUnit
  const begin = last ? unitStart(unit, current - 1) : current
  const end = last ? current - 1 : anchor

  const back = stepBack(begin, unit, n, periodsInThePast)
  const unitLength = unitEnd(unit, back) - back
  const elapsed = end - begin + 1
  const length = option.values?.fullReference === true ? unitLength : Math.min(elapsed, unitLength)
  const notes: PeriodNote[] = []
  if (wholeUnit) notes.push('wholeUnit')
  if (length < elapsed) notes.push('trimmed')
  return {
    option,
    comparing: { begin: isoDay(begin), end: isoDay(end), name: `${last ? 'last' : 'this'}${unit[0]?.toUpperCase()}${unit.slice(1)}` },
    reference: { begin: isoDay(back), end: isoDay(back + length - 1), name: n === 1 ? `${periodsInThePast}Before` : `${periodsInThePast}sAgo:${n}` },
    notes,
  }
}

const NAMES = new Set([
  'thisWeek', 'thisMonth', 'thisQuarter', 'thisYear', 'lastWeek', 'lastMonth', 'lastQuarter', 'lastYear',
  'weekBefore', 'monthBefore', 'quarterBefore', 'yearBefore', 'weeksAgo', 'monthsAgo', 'quartersAgo', 'yearsAgo',
  'custom', 'customReference', 'daysBefore', 'sameDaysLastYear',
])

/** A period's name in the reader's language; a campaign's name is shown as it is. */
export function periodName(name: string, t: (key: string, params?: Record<string, string | number>) => string): string {
  const [, key = '', n] = /^([a-zA-Z]+)(?::(\d+))?$/.exec(name) ?? []
  return NAMES.has(key) ? t(`periods:names.${key}`, n === undefined ? {} : { n }) : name
}
