/**
 * From a chosen option to two date ranges (metrics.md 5.4). Weeks are ISO weeks, "this" units end yesterday, and a
 * reference has the same number of elapsed days, so that Tuesday is never compared with a whole week.
 */
import { addUnits, unitStart } from './calendar.ts'
import { dayNumber, dayOf, isoDay, mondayOf, parseDay } from './days.ts'
import type { IsoDay } from './days.ts'
import { DomainError } from './domain-error.ts'
import { FIRST_YEAR, isRelativePreset, PERIOD_UNITS, presetOption, RELATIVE_PRESETS } from './period-options.ts'
import type {
  AdvancedValues,
  Bounds,
  Period,
  PeriodNote,
  PeriodOption,
  PeriodPair,
  PeriodUnit,
  PeriodValues,
} from './period-options.ts'
import { lastYearAt } from './year-limit.ts'

export * from './calendar.ts'
export * from './days.ts'
export * from './period-options.ts'

export interface CampaignPeriod {
  id: number
  name: string
  begin: IsoDay
  end: IsoDay
}

export interface PeriodContext {
  /** Today in the client's time zone (`todayIn`). */
  today: IsoDay
  campaigns?: readonly CampaignPeriod[]
}

const PREVIOUS_WEEK: AdvancedValues = {
  thisOrLast: 'this',
  thisOrLastPeriod: 'week',
  howManyPeriodsInThePast: 1,
  periodsInThePast: 'week',
}
const PREVIOUS_MONTH: AdvancedValues = {
  thisOrLast: 'this',
  thisOrLastPeriod: 'month',
  howManyPeriodsInThePast: 1,
  periodsInThePast: 'month',
}

/** The two ranges of an option, or null while it is incomplete or wrong (`periodProblem` says why). */
export function resolvePeriods(option: PeriodOption, context: PeriodContext): PeriodPair | null {
  return periodProblem(option, context) === null ? pairOf(option, context) : null
}

function pairOf(option: PeriodOption, context: PeriodContext): PeriodPair {
  const values = option.values ?? {}
  switch (option.key) {
    case 'noPeriods':
      return singlePeriod(option, values, context)
    case 'thisWeekVsPrevious':
      return unitPair(option, context.today, PREVIOUS_WEEK)
    case 'lastWeekVsPrevious':
      return unitPair(option, context.today, { ...PREVIOUS_WEEK, thisOrLast: 'last' })
    case 'thisMonthVsPrevious':
      return unitPair(option, context.today, PREVIOUS_MONTH)
    case 'lastMonthVsPrevious':
      return unitPair(option, context.today, { ...PREVIOUS_MONTH, thisOrLast: 'last' })
    case 'yesterday':
      return lastDays(option, context.today, 1)
    case 'last7Days':
      return lastDays(option, context.today, 7)
    case 'last28Days':
      return lastDays(option, context.today, 28)
    case 'samePeriodLastYear':
      return lastYearPair(option, values, context)
    case 'campaigns':
      return campaignPair(option, campaignOf(values, context) as CampaignPeriod)
    case 'customPeriods':
      return {
        option,
        comparing: named(values.comparing as Bounds, 'custom'),
        reference: named(values.reference as Bounds, 'customReference'),
      }
    case 'advanced':
      return unitPair(option, context.today, values as AdvancedValues)
  }
}

/**
 * Why an option gives no periods yet; null when it does. The code goes to the page, the sentence to the API's caller.
 */
export function periodProblem(option: PeriodOption, context: PeriodContext): DomainError | null {
  const values = option.values ?? {}
  if (option.key === 'campaigns' && campaignOf(values, context) === undefined) {
    return new DomainError(
      'PERIOD_CAMPAIGN_UNKNOWN',
      `Campaign ${values.campaign ?? '(none)'} is not among the ${context.campaigns?.length ?? 0} campaigns of this ` +
        'client; choose one of them.',
    )
  }
  if (option.key === 'customPeriods')
    return rangeProblem('comparing', values.comparing, context) ?? rangeProblem('reference', values.reference, context)
  if (option.key === 'samePeriodLastYear' && values.of !== undefined && !isRelativePreset(values.of)) {
    return new DomainError(
      'PERIODS_INCOMPLETE',
      `of is ${JSON.stringify(values.of)}; expected ${RELATIVE_PRESETS.join(', ')}.`,
      { which: 'of' },
    )
  }
  if ((option.key === 'noPeriods' || option.key === 'samePeriodLastYear') && values.comparing !== undefined)
    return rangeProblem('comparing', values.comparing, context)
  if (option.key === 'advanced') return advancedProblem(values)
  return null
}

const isComplete = (bounds: Partial<Bounds> | undefined): bounds is Bounds => Boolean(bounds?.begin && bounds.end)
const named = ({ begin, end }: Bounds, name: string): Period => ({
  begin: isoDay(dayNumber(begin)),
  end: isoDay(dayNumber(end)),
  name,
})
const campaignOf = (values: PeriodValues, { campaigns = [] }: PeriodContext) =>
  campaigns.find(({ id }) => id === values.campaign)

/** A period is valid only when both bounds are set, in order, and between 2001 and the end of the year after next. */
function rangeProblem(
  which: string,
  bounds: Partial<Bounds> | undefined,
  { today }: PeriodContext,
): DomainError | null {
  if (!isComplete(bounds))
    return new DomainError('PERIODS_INCOMPLETE', `The ${which} period needs a begin and an end.`, { which })
  const from = parseDay(bounds.begin)
  const to = parseDay(bounds.end)
  if (from === null || to === null || from > to) {
    return new DomainError(
      'DATES_INCORRECT',
      `Incorrect dates: ${bounds.begin} to ${bounds.end}; expected two dates YYYY-MM-DD in order.`,
      { which },
    )
  }
  const lastYear = lastYearAt(today)
  if (from < dayOf(FIRST_YEAR, 1, 1) || to > dayOf(lastYear, 12, 31)) {
    return new DomainError(
      'PERIOD_OUT_OF_RANGE',
      `${bounds.begin} to ${bounds.end} is outside ${FIRST_YEAR} to ${lastYear}.`,
      { which, from: FIRST_YEAR, to: lastYear },
    )
  }
  return null
}

function advancedProblem(values: PeriodValues): DomainError | null {
  const { thisOrLast, thisOrLastPeriod, howManyPeriodsInThePast: n, periodsInThePast } = values
  const wrong = (field: string, expected: string, value: unknown) =>
    new DomainError('PERIODS_INCOMPLETE', `${field} is ${JSON.stringify(value) ?? 'missing'}; expected ${expected}.`, {
      which: field,
    })
  const units = PERIOD_UNITS.join(', ')
  if (thisOrLast !== 'this' && thisOrLast !== 'last') return wrong('thisOrLast', 'this or last', thisOrLast)
  if (thisOrLastPeriod === undefined || !PERIOD_UNITS.includes(thisOrLastPeriod))
    return wrong('thisOrLastPeriod', units, thisOrLastPeriod)
  if (n === undefined || !Number.isInteger(n) || n < 1 || n > 120)
    return wrong('howManyPeriodsInThePast', 'a whole number from 1 to 120', n)
  if (periodsInThePast === undefined || !PERIOD_UNITS.includes(periodsInThePast))
    return wrong('periodsInThePast', units, periodsInThePast)
  return null
}

/** No comparison: the range that was chosen, or this week. */
function singlePeriod(option: PeriodOption, { comparing }: PeriodValues, { today }: PeriodContext): PeriodPair {
  if (isComplete(comparing)) return { option, comparing: named(comparing, 'custom'), reference: null }
  const week = unitPair(option, today, PREVIOUS_WEEK)
  return { ...week, reference: null, notes: week.notes?.filter((note) => note === 'wholeUnit') ?? [] }
}

/** Whole days up to yesterday, against those just before; one day against the same weekday of the week before. */
function lastDays(option: PeriodOption, today: IsoDay, days: number): PeriodPair {
  const end = dayNumber(today) - 1
  const shift = Math.max(7, days)
  const bounds = (back: number): Bounds => ({ begin: isoDay(end - days + 1 - back), end: isoDay(end - back) })
  return {
    option,
    comparing: { ...bounds(0), name: days === 1 ? 'yesterday' : `lastDays:${days}` },
    reference: { ...bounds(shift), name: days === 1 ? 'sameDayWeekBefore' : 'daysBefore' },
  }
}

/** The same weekdays 52 weeks earlier: a Saturday is compared with a Saturday. */
const YEAR_DAYS = 364
const lastYear = ({ begin, end }: Bounds): Period => ({
  begin: isoDay(dayNumber(begin) - YEAR_DAYS),
  end: isoDay(dayNumber(end) - YEAR_DAYS),
  name: 'sameDaysLastYear',
})

function lastYearPair(option: PeriodOption, { of, comparing }: PeriodValues, context: PeriodContext): PeriodPair {
  if (of === undefined && isComplete(comparing)) {
    const chosen = named(comparing, 'custom')
    return { option, comparing: chosen, reference: lastYear(chosen) }
  }
  const base = pairOf(presetOption(of), context)
  const isWhole = base.notes?.includes('wholeUnit') === true
  return {
    option,
    comparing: base.comparing,
    reference: lastYear(base.comparing),
    ...(isWhole && { notes: ['wholeUnit'] }),
  }
}

/** The reference is the same length immediately before, or the same weekdays 52 weeks earlier. */
function campaignPair(option: PeriodOption, campaign: CampaignPeriod): PeriodPair {
  const from = dayNumber(campaign.begin)
  const to = dayNumber(campaign.end)
  const shift = to - from + 1
  const before = { begin: isoDay(from - shift), end: isoDay(to - shift), name: 'daysBefore' }
  return {
    option,
    comparing: named(campaign, campaign.name),
    reference: option.values?.versus === 'lastYear' ? lastYear(campaign) : before,
  }
}

/** First day of the unit after the one that begins on this day. */
const unitEnd = (unit: PeriodUnit, start: number) => addUnits(start, 1, unit)

/**
 * n units back from a start. Weeks keep their weekday: "one year back" of a Monday is the nearest Monday, which for one
 * year is always 364 days (never the same ISO week, which is 371 days off after a year of 53 weeks).
 */
function stepBack(start: number, of: PeriodUnit, n: number, unit: PeriodUnit): number {
  const back = addUnits(start, -n, unit)
  return of === 'week' && unit !== 'week' ? mondayOf(back + 3) : back
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
  if (length < unitLength) notes.push('cut')
  return {
    option,
    comparing: {
      begin: isoDay(begin),
      end: isoDay(end),
      name: `${last ? 'last' : 'this'}${unit[0]?.toUpperCase()}${unit.slice(1)}`,
    },
    reference: {
      begin: isoDay(back),
      end: isoDay(back + length - 1),
      name: n === 1 ? `${periodsInThePast}Before` : `${periodsInThePast}sAgo:${n}`,
    },
    notes,
  }
}

// ---------------------------------------------------------------- from one pair to another

const UNIT_OF: Readonly<Partial<Record<PeriodOption['key'], PeriodUnit>>> = {
  thisWeekVsPrevious: 'week',
  lastWeekVsPrevious: 'week',
  thisMonthVsPrevious: 'month',
  lastMonthVsPrevious: 'month',
}

/** The unit of the calendar that these days are; null for any other number of days. */
const wholeUnit = (from: number, to: number): PeriodUnit | null =>
  PERIOD_UNITS.find((unit) => unitStart(unit, from) === from && unitEnd(unit, from) - 1 === to) ?? null

/** The days before or after these: a unit of the calendar where they are one, else as many days. */
export function stepDays({ begin, end }: Bounds, by: 1 | -1): Bounds {
  const [from, to] = [dayNumber(begin), dayNumber(end)]
  const unit = wholeUnit(from, to)
  if (unit === null) return { begin: isoDay(from + by * (to - from + 1)), end: isoDay(to + by * (to - from + 1)) }
  const next = addUnits(from, by, unit)
  return { begin: isoDay(next), end: isoDay(unitEnd(unit, next) - 1) }
}

/** The unit that a period is one of, wholly or up to yesterday; null for any other number of days. */
function unitOfPeriod({ option, comparing }: PeriodPair, today: IsoDay): PeriodUnit | null {
  const { of, thisOrLastPeriod } = option.values ?? {}
  const known = UNIT_OF[option.key === 'samePeriodLastYear' && of !== undefined ? of : option.key]
  if (known !== undefined) return known
  if (option.key === 'advanced') return thisOrLastPeriod ?? null
  const [from, to] = [dayNumber(comparing.begin), dayNumber(comparing.end)]
  const starts = PERIOD_UNITS.filter((unit) => unitStart(unit, from) === from)
  const last = (unit: PeriodUnit) => unitEnd(unit, from) - 1
  return (
    wholeUnit(from, to) ??
    (to === dayNumber(today) - 1 && to > from ? starts.find((unit) => last(unit) > to) : undefined) ??
    null
  )
}

/**
 * The same comparison one step earlier or later: a unit of the calendar where the period is one, else its own number of
 * days. It ends yesterday at the latest; null where no whole day is left. What a preset would give is that preset
 * again.
 */
export function stepPeriods(pair: PeriodPair, by: 1 | -1, { today }: PeriodContext): PeriodPair | null {
  const yesterday = dayNumber(today) - 1
  const unit = unitOfPeriod(pair, today)
  const [from, to] = [dayNumber(pair.comparing.begin), dayNumber(pair.comparing.end)]
  const next =
    unit === null
      ? from + by * (to - from + 1)
      : by > 0
        ? unitEnd(unit, unitStart(unit, from))
        : unitStart(unit, unitStart(unit, from) - 1)
  const end =
    unit === null ? next + to - from : by > 0 ? Math.min(unitEnd(unit, next) - 1, yesterday) : unitEnd(unit, next) - 1
  if (next > end || (by > 0 && end > yesterday) || next < dayOf(FIRST_YEAR, 1, 1)) return null
  const comparing = { begin: isoDay(next), end: isoDay(end) }
  const reference = pair.reference && stepReference(pair, pair.reference, unit, by, next, end)
  return presetOf(comparing, reference, pair, today)
}

function stepReference(
  { option, comparing }: PeriodPair,
  { begin, end, name }: Period,
  unit: PeriodUnit | null,
  by: 1 | -1,
  next: number,
  last: number,
): Bounds {
  const length = last - next + 1
  const [from, to] = [dayNumber(begin), dayNumber(end)]
  const moved = next - dayNumber(comparing.begin)
  if (name === 'sameDaysLastYear') return { begin: isoDay(next - YEAR_DAYS), end: isoDay(last - YEAR_DAYS) }
  if (unit === null || unitStart(unit, from) !== from) {
    const isAlike = to - from === dayNumber(comparing.end) - dayNumber(comparing.begin)
    return { begin: isoDay(from + moved), end: isoDay(from + moved + (isAlike ? length : to - from + 1) - 1) }
  }
  const start = addUnits(from, by, unit)
  const whole = unitEnd(unit, start) - start
  return {
    begin: isoDay(start),
    end: isoDay(start + (option.values?.fullReference === true ? whole : Math.min(length, whole)) - 1),
  }
}

const sameDays = (a: Bounds | null, b: Bounds | null) => a?.begin === b?.begin && a?.end === b?.end

/** Two ranges as the option that says them best: a preset that gives just these days, else the days themselves. */
function presetOf(
  comparing: Bounds,
  reference: Bounds | null,
  { option, reference: before }: PeriodPair,
  today: IsoDay,
): PeriodPair {
  const isLastYear = before?.name === 'sameDaysLastYear'
  for (const of of RELATIVE_PRESETS) {
    const values: PeriodValues = {
      ...(isLastYear && { of }),
      ...(option.values?.fullReference === true && { fullReference: true }),
    }
    const found =
      reference === null
        ? null
        : pairOf(
            presetOption(isLastYear ? 'samePeriodLastYear' : of, Object.keys(values).length > 0 ? values : undefined),
            { today },
          )
    if (
      found !== null &&
      found.notes?.includes('wholeUnit') !== true &&
      sameDays(found.comparing, comparing) &&
      sameDays(found.reference, reference)
    )
      return found
  }
  return daysPair(comparing, reference, isLastYear)
}

/** Two ranges of fixed days. */
function daysPair(comparing: Bounds, reference: Bounds | null, isLastYear = false): PeriodPair {
  const [first, second] = [
    { begin: comparing.begin, end: comparing.end },
    reference && { begin: reference.begin, end: reference.end },
  ]
  if (second === null)
    return {
      option: presetOption('noPeriods', { comparing: first }),
      comparing: named(first, 'custom'),
      reference: null,
    }
  if (isLastYear)
    return {
      option: presetOption('samePeriodLastYear', { comparing: first }),
      comparing: named(first, 'custom'),
      reference: lastYear(first),
    }
  return {
    option: presetOption('customPeriods', { comparing: first, reference: second }),
    comparing: named(first, 'custom'),
    reference: named(second, 'customReference'),
  }
}

/** The same days as another pair, said by the days: "this week" of another day is not this week. */
export const fixedPair = ({ comparing, reference }: PeriodPair): PeriodPair =>
  daysPair(comparing, reference, reference?.name === 'sameDaysLastYear')

const LAST_OF: Readonly<Partial<Record<PeriodOption['key'], PeriodOption['key']>>> = {
  thisWeekVsPrevious: 'lastWeekVsPrevious',
  thisMonthVsPrevious: 'lastMonthVsPrevious',
}

/** The preset that says what is shown: on a Monday "this week" has no whole day yet, and what is shown is last week. */
export const shownPreset = ({ option, notes }: PeriodPair): PeriodOption['key'] =>
  (notes?.includes('wholeUnit') ? LAST_OF[option.key] : undefined) ?? option.key
