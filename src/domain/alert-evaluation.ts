/**
 * The condition of each kind of alert (metrics.md 5.5 and 5.9), as pure functions. Three answers: `fires` opens
 * an alert or keeps it open, `clear` closes it, and `silent` changes nothing, because the question cannot be answered:
 * the local is closed, a day is not final, or too few days are comparable.
 */
import { definitionOfAlert, numberSetting } from './alert-rules.ts'
import type { AlertFigure, AlertKind, AlertSettings } from './alert-rules.ts'
import { coverageOf, stateOf } from './completeness.ts'
import { isoDay } from './days.ts'
import { median } from './median.ts'
import { SETTINGS } from './metrics/settings.ts'

export interface Outcome {
  readonly verdict: 'fires' | 'clear' | 'silent'
  readonly figure: AlertFigure | null
}

/** Sums of one day of one local over its open hours; null = not reported. */
export interface DayFacts {
  readonly day: number
  readonly ins: number | null
  readonly visits: number | null
  readonly tickets: number | null
  readonly visitsWithTickets: number | null
  readonly expected: number
  readonly observed: number
  readonly estimatedIns: number
  /** Open ones that were expected. */
  readonly hours: number
  readonly missingHours: number
  readonly partialHours: number
  readonly settlingHours: number
  readonly closedHours: number
  /** Hour by hour, for the days of a local that lost some: two days are compared over the hours that both have. */
  readonly hourly?: DayHours
}

export interface DayHours {
  /** Bits of the open hours: those that came whole, and the others. */
  readonly whole: number
  readonly torn: number
  /** Counts of each hour of the day; null = not reported. */
  readonly ins: readonly (number | null)[]
  readonly visits: readonly (number | null)[]
}

export interface DayContext {
  readonly days: ReadonlyMap<number, DayFacts>
  /** Days that are like no other, open or not. */
  readonly holidays: ReadonlySet<number>
  /** Epoch ms of the newest hour. */
  readonly asOf: number | null
}

export interface DayMoment extends DayContext {
  /** Civil day of the local. */
  readonly today: number
  /** Minutes since midnight there. */
  readonly minute: number
}

const SILENT: Outcome = { verdict: 'silent', figure: null }
/** "Median of the last 8 same weekdays", found within this many weeks, and no forecast from fewer than half of them. */
const REFERENCES = 8
const REFERENCE_WEEKS = 12
const LEAST_REFERENCES = 4
/** Days with less than this say too little about how many came: the one rule of every comparison. */
export const LEAST_COVERAGE = SETTINGS.comparableCoverage.value
const LEAST_EXPECTED_TICKETS = 5
const HABIT_DAYS = 14

export const openHours = ({ hours }: Pick<DayFacts, 'hours'>) => hours
export const isFinal = (facts: DayFacts) =>
  openHours(facts) > 0 && facts.partialHours === 0 && facts.settlingHours === 0
const isOrdinary = (facts: DayFacts | undefined, holidays: ReadonlySet<number>): facts is DayFacts =>
  facts !== undefined && openHours(facts) > 0 && !holidays.has(facts.day)

/**
 * Quantile of the standard normal distribution (P. J. Acklam's rational approximation, relative error below 1.2e-9).
 */
export function normalQuantile(p: number): number {
  const poly = (x: number, ...factors: number[]) => factors.reduce((sum, factor) => sum * x + factor, 0)
  if (p <= 0 || p >= 1) return p <= 0 ? -Infinity : Infinity
  if (p > 0.5) return -normalQuantile(1 - p)
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p))
    return (
      poly(
        q,
        -7.784894002430293e-3,
        -3.223964580411365e-1,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
      ) / poly(q, 7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416, 1)
    )
  }
  const [q, r] = [p - 0.5, (p - 0.5) ** 2]
  return (
    (q *
      poly(
        r,
        -3.969683028665376e1,
        2.209460984245205e2,
        -2.759285104469687e2,
        1.38357751867269e2,
        -3.066479806614716e1,
        2.506628277459239,
      )) /
    poly(
      r,
      -5.447609879822406e1,
      1.615858368580409e2,
      -1.556989798598866e2,
      6.680131188771972e1,
      -1.328068155288572e1,
      1,
    )
  )
}

const zOf = (settings: AlertSettings) => normalQuantile(0.5 + numberSetting(settings, 'band') / 200)

function figure(
  kind: AlertKind,
  facts: DayFacts,
  { asOf }: Pick<DayContext, 'asOf'>,
  part: Partial<AlertFigure>,
): AlertFigure {
  return {
    value: null,
    unit: 'count',
    expected: null,
    low: null,
    high: null,
    n: null,
    coverage: coverageOf(facts),
    state: stateOf({ ...facts, ins: facts.ins ?? 0 }),
    definition: definitionOfAlert(kind),
    asOf,
    day: isoDay(facts.day),
    device: null,
    reason: null,
    ...part,
  }
}

/** A day as counted and as its like is: `expected` is what the observed part of it should have had. */
interface Pair {
  readonly value: number
  readonly usual: number
  readonly weight: number
}

/**
 * Count of a day with a rate over some base: entries over nothing, tickets over visits. Counts are those of the hours
 * that `judged` has too, the day that is compared with this one.
 */
export interface Measure {
  of(facts: DayFacts, judged: DayFacts): { readonly count: number; readonly base: number } | null
}

/** The same where it is known with which day each one is compared. */
export interface DayMeasure {
  of(facts: DayFacts): ReturnType<Measure['of']>
}

const isComparable = (facts: DayFacts) => (coverageOf(facts) ?? 1) >= LEAST_COVERAGE
const isWhole = (facts: DayFacts) => facts.missingHours === 0 && (coverageOf(facts) ?? 1) >= 1

/**
 * The counts of a day in the complete hours of another one; null where it lacks one of them. Hours in which one of
 * the two was closed are no gap, as in every comparison (`server/facts/duckdb/pairs.ts`).
 */
export function countOver(facts: DayFacts, judged: DayFacts, id: 'ins' | 'visits'): number | null {
  if (!isComparable(facts) || !isComparable(judged)) return null
  if (isWhole(facts) && isWhole(judged)) return facts[id]
  const [own, other] = [facts.hourly, judged.hourly]
  if (own === undefined || other === undefined || (own.torn & other.whole) !== 0) return null
  const off = own.torn | other.torn
  const counted = own[id].filter((count, hour) => count !== null && ((off >> hour) & 1) === 0)
  return counted.length === 0 ? null : counted.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

const counting = (id: 'ins' | 'visits'): Measure => ({
  of: (facts, judged) => {
    const count = countOver(facts, judged, id)
    return count === null ? null : { count, base: 1 }
  },
})
const ENTRIES = counting('ins')
/** As entries, without those who turned round at once. */
export const VISITS = counting('visits')
/** A share of the visits of the same hours; tickets that are known by the day have no hours. */
const TICKETS: Measure = {
  of: (facts) => {
    const { tickets, visitsWithTickets } = facts
    return tickets === null || visitsWithTickets === null || visitsWithTickets <= 0 || !isComparable(facts)
      ? null
      : { count: tickets, base: visitsWithTickets }
  },
}

/** `days`: those it rests on, the newest first. */
export interface Forecast {
  readonly rate: number
  readonly n: number
  readonly days: readonly number[]
}

/** Median rate of the last 8 comparable days of the same weekday before `day`; null when there are fewer than 4. */
export function forecastOf(
  day: number,
  { days, holidays }: Pick<DayContext, 'days' | 'holidays'>,
  measure: DayMeasure,
): Forecast | null {
  const rates: number[] = []
  const used: number[] = []
  for (let back = 1; back <= REFERENCE_WEEKS && rates.length < REFERENCES; back += 1) {
    const facts = days.get(day - 7 * back)
    const found = isOrdinary(facts, holidays) && isFinal(facts) ? measure.of(facts) : null
    if (found === null) continue
    rates.push(found.count / found.base)
    used.push(day - 7 * back)
  }
  return rates.length < LEAST_REFERENCES ? null : { rate: median(rates), n: rates.length, days: used }
}

/**
 * How much more the local varies from day to day than Poisson would: from the last 8 weeks, each day against the median
 * of its weekday, robust so that one outage does not blunt the rule. At least 1.
 */
export function dispersionOf(
  day: number,
  { days, holidays }: Pick<DayContext, 'days' | 'holidays'>,
  measure: DayMeasure,
): number {
  const byWeekday = new Map<number, { count: number; base: number }[]>()
  for (let back = 1; back <= REFERENCES * 7; back += 1) {
    const facts = days.get(day - back)
    const found = isOrdinary(facts, holidays) && isFinal(facts) ? measure.of(facts) : null
    const weekday = (day - back) % 7
    if (found !== null) byWeekday.set(weekday, [...(byWeekday.get(weekday) ?? []), found])
  }
  const pairs: Pair[] = [...byWeekday.values()].flatMap((list) => {
    const rate = median(list.map(({ count, base }) => count / base))
    // Two days of a weekday lie equally far from their median: no word about how they vary.
    return list.length < 3
      ? []
      : list.map(({ count, base }) => ({ value: count, usual: rate * base, weight: list.length / (list.length - 1) }))
  })
  const residuals = pairs
    .filter(({ usual }) => usual > 0)
    .map(({ value, usual, weight }) => Math.abs(value - usual) * Math.sqrt(weight / usual))
  return residuals.length < LEAST_REFERENCES ? 1 : Math.max(1, (median(residuals) / 0.6745) ** 2)
}

/** `value`: what the day counted, over the hours it is compared in; `against`: the days it is compared with. */
export interface Band {
  readonly value: number
  readonly expected: number
  readonly low: number
  readonly high: number
  readonly n: number
  readonly against: string[]
}

/**
 * Where the count of a day should lie, null when too few days are comparable. The forecast itself varies too: a median
 * of n has pi / 2n of the variance of one day.
 */
export function bandOf(
  facts: DayFacts,
  context: Pick<DayContext, 'days' | 'holidays'>,
  settings: AlertSettings,
  measure: Measure,
): Band | null {
  const here = measure.of(facts, facts)
  const against: DayMeasure = { of: (day) => measure.of(day, facts) }
  const forecast = forecastOf(facts.day, context, against)
  if (here === null || forecast === null) return null
  const expected = forecast.rate * here.base
  const half =
    zOf(settings) * Math.sqrt(dispersionOf(facts.day, context, against) * expected * (1 + Math.PI / (2 * forecast.n)))
  return {
    value: here.count,
    expected,
    low: Math.max(0, expected - half),
    high: expected + half,
    n: forecast.n,
    against: forecast.days.map(isoDay),
  }
}

/** The last `days` past days, all outside their bands. */
export function totalOutOfBand(moment: DayMoment, settings: AlertSettings): Outcome {
  const asked = numberSetting(settings, 'days')
  let last: AlertFigure | null = null
  for (let back = 1; back <= asked; back += 1) {
    const facts = moment.days.get(moment.today - back)
    if (!isOrdinary(facts, moment.holidays) || !isFinal(facts)) return SILENT
    const band = bandOf(facts, moment, settings, ENTRIES)
    if (band === null) return SILENT
    const { n, value, against, ...bounds } = band
    last ??= figure('totalOutOfBand', facts, moment, { value, ...rounded(bounds), n, against })
    if (value >= band.low && value <= band.high) return { verdict: 'clear', figure: last }
  }
  return { verdict: 'fires', figure: last }
}

const rounded = ({ expected, low, high }: Pick<Band, 'expected' | 'low' | 'high'>) => ({
  expected: Math.round(expected),
  low: Math.floor(low),
  high: Math.ceil(high),
})

/** Yesterday's share of the expected traffic that was observed. */
export function coverageLow(moment: DayMoment, settings: AlertSettings): Outcome {
  const facts = moment.days.get(moment.today - 1)
  if (!isOrdinary(facts, moment.holidays) || !isFinal(facts)) return SILENT
  const coverage = coverageOf(facts)
  if (coverage === null) return SILENT
  const limit = numberSetting(settings, 'percent')
  return {
    verdict: coverage * 100 < limit ? 'fires' : 'clear',
    figure: figure('coverage', facts, moment, { value: coverage * 100, unit: 'percent', expected: limit }),
  }
}

/** Yesterday had visits, tickets are usual here, and none has come by the hour agreed. */
export function ticketsMissing(moment: DayMoment, settings: AlertSettings): Outcome {
  const { days, holidays, today, minute } = moment
  const facts = days.get(today - 1)
  if (!isOrdinary(facts, holidays)) return SILENT
  if (facts.tickets !== null)
    return { verdict: 'clear', figure: figure('ticketsMissing', facts, moment, { value: facts.tickets }) }
  if (facts.visits === null || facts.visits <= 0) return SILENT
  const before = Array.from({ length: HABIT_DAYS }, (_, back) => days.get(today - 2 - back)).filter(
    (one) => isOrdinary(one, holidays) && (one.visits ?? 0) > 0,
  )
  const withTickets = before.filter((one) => one !== undefined && one.tickets !== null).length
  if (withTickets === 0 || withTickets * 2 < before.length) return SILENT
  const by = String(settings.by ?? '10:00')
  if (minute < Number(by.slice(0, 2)) * 60 + Number(by.slice(3, 5))) return SILENT
  return { verdict: 'fires', figure: figure('ticketsMissing', facts, moment, { n: withTickets }) }
}

/** Yesterday's tickets over visits, when both are final and there are enough of them to tell. */
export function conversionOutOfBand(moment: DayMoment, settings: AlertSettings): Outcome {
  const facts = moment.days.get(moment.today - 1)
  if (!isOrdinary(facts, moment.holidays) || !isFinal(facts)) return SILENT
  const here = TICKETS.of(facts, facts)
  const band = bandOf(facts, moment, settings, TICKETS)
  if (here === null || band === null || band.expected < LEAST_EXPECTED_TICKETS) return SILENT
  const share = (tickets: number) => (tickets / here.base) * 100
  const inside = here.count >= band.low && here.count <= band.high
  return {
    verdict: inside ? 'clear' : 'fires',
    figure: figure('conversionOutOfBand', facts, moment, {
      value: share(here.count),
      unit: 'percent',
      expected: share(band.expected),
      low: share(band.low),
      high: share(band.high),
      n: band.n,
      against: band.against,
    }),
  }
}

/** A footscan as device health sees it now. */
export interface DeviceNow {
  readonly name: string
  readonly status: 'UP' | 'DOWN' | 'CLOSED'
  readonly reason: string | null
  /** Epoch ms from which it is down. */
  readonly since: number | null
}

/** Device health waits an hour, or less where so many should have come that silence is no chance. */
const HEALTH_MINUTES = 60

export function deviceDown(
  { name, status, reason, since }: DeviceNow,
  settings: AlertSettings,
  nowMs: number,
): Outcome {
  if (status === 'CLOSED') return SILENT
  const minutes = since === null ? null : Math.max(0, Math.floor((nowMs - since) / 60_000))
  const limit = numberSetting(settings, 'minutes')
  const figure: AlertFigure = {
    value: minutes,
    unit: 'minutes',
    expected: limit,
    low: null,
    high: null,
    n: null,
    coverage: null,
    state: 'partial',
    definition: definitionOfAlert('deviceDown'),
    asOf: since ?? nowMs,
    day: null,
    device: name,
    reason,
  }
  if (status === 'UP') return { verdict: 'clear', figure }
  // A rule may wait longer than device health does, but not shorter.
  if (limit > HEALTH_MINUTES && minutes !== null && minutes < limit) return SILENT
  return { verdict: 'fires', figure }
}

export interface PeopleAt {
  readonly at: number
  readonly people: number
}

/** A value is believed this long when no newer one comes. */
export const OCCUPANCY_FILL_MS = 10 * 60_000

/**
 * Fires when the limit has been reached without a break for the minutes of the rule; it ends only when the
 * people are `hysteresis` points of the capacity below the limit. `series` is in order of time.
 */
export function occupancyLimit(
  series: readonly PeopleAt[],
  settings: AlertSettings,
  { nowMs, isOpen }: { nowMs: number; isOpen: boolean },
): Outcome {
  const capacity = numberSetting(settings, 'capacity')
  const last = series.at(-1)
  if (capacity <= 0 || last === undefined || nowMs - last.at > OCCUPANCY_FILL_MS) return SILENT
  const percent = numberSetting(settings, 'percent')
  const limit = (capacity * percent) / 100
  const figure: AlertFigure = {
    value: last.people,
    unit: 'people',
    expected: Math.round(limit),
    low: null,
    high: null,
    n: null,
    coverage: null,
    state: 'partial',
    definition: definitionOfAlert('occupancyLimit'),
    asOf: last.at,
    day: null,
    device: null,
    reason: null,
  }
  if (isOpen)
    return {
      verdict: last.people < (capacity * (percent - numberSetting(settings, 'hysteresis'))) / 100 ? 'clear' : 'fires',
      figure,
    }
  const since = sinceReached(series, limit)
  const enough = since !== null && nowMs - since >= numberSetting(settings, 'minutes') * 60_000
  return { verdict: enough ? 'fires' : 'clear', figure }
}

/**
 * From when on every value has been at the limit; null when the last one is not. A gap longer than is believed begins
 * anew.
 */
function sinceReached(series: readonly PeopleAt[], limit: number): number | null {
  let since: number | null = null
  let before: number | null = null
  for (const { at, people } of series) {
    if (before !== null && at - before > OCCUPANCY_FILL_MS) since = null
    since = people >= limit ? (since ?? at) : null
    before = at
  }
  return since
}

/** How many days before today a rule of days judges. */
export const judgedDays = (kind: AlertKind, settings: AlertSettings): number =>
  kind === 'totalOutOfBand' ? numberSetting(settings, 'days') : 1

/** Kinds that judge past days. */
export const DAY_RULES: Readonly<Partial<Record<AlertKind, (moment: DayMoment, settings: AlertSettings) => Outcome>>> =
  {
    totalOutOfBand,
    coverage: coverageLow,
    ticketsMissing,
    conversionOutOfBand,
  }

/** The verdict of a device rule on a past day: whether as much of it is missing. For the back-test. */
export function missedOn(facts: DayFacts, settings: AlertSettings): Outcome {
  if (openHours(facts) <= 0) return SILENT
  const estimated = Math.max(
    facts.missingHours,
    facts.expected > 0 && facts.observed < facts.expected
      ? Math.round(openHours(facts) * (1 - facts.observed / facts.expected))
      : 0,
  )
  return { verdict: estimated * 60 >= numberSetting(settings, 'minutes') ? 'fires' : 'clear', figure: null }
}

/**
 * The days on which an alert would have opened, given each day's answer in order: it opens once and stays open until it
 * is clear.
 */
export function openings(answers: Iterable<{ readonly day: number; readonly verdict: Outcome['verdict'] }>): number[] {
  const opened: number[] = []
  let isOpen = false
  for (const { day, verdict } of answers) {
    if (verdict === 'fires' && !isOpen) opened.push(day)
    if (verdict !== 'silent') isOpen = verdict === 'fires'
  }
  return opened
}
