/**
 * What a day starts with: yesterday and the week against the same weekdays of last year, over the same stores and days on both
 * sides, and the stores that were outside their normal variation.
 */
import { bandOf, type DayFacts, dispersionOf, isFinal, LEAST_COVERAGE, openHours, VISITS } from './alert-evaluation.ts'
import { defaultSettings } from './alert-rules.ts'
import { coverageOf } from './completeness.ts'
import { mondayOf } from './days.ts'
import { changeBetween } from './metrics/change.ts'
import { metricOf } from './metrics/index.ts'

/** 52 weeks: the same weekday. */
export const YEAR_DAYS = 364

export interface Span { readonly from: number; readonly to: number }

/** Yesterday, and the week it belongs to: on a Monday the last whole week. */
export const spansOf = (today: number): { readonly yesterday: Span; readonly week: Span } =>
  ({ yesterday: { from: today - 1, to: today - 1 }, week: { from: mondayOf(today - 1), to: today - 1 } })

export interface StoreDays {
  readonly local: number
  readonly days: ReadonlyMap<number, DayFacts>
  /** Days that are like no other. */
  readonly holidays: ReadonlySet<number>
}

export interface YearComparison extends Span {
  /** Stores that were open in the span, and those of them with data of the same days on both sides. */
  readonly stores: number
  readonly compared: number
  /** Days of stores that were open, and those compared. */
  readonly openDays: number
  readonly comparedDays: number
  /** Of the compared days; null when there are none. */
  readonly visits: number | null
  readonly reference: number | null
  /** Percent; null when a side is unknown or last year had none. */
  readonly change: number | null
  readonly noise: boolean
  /** Tickets over visits in percent, over compared days with tickets on both sides; null without them. */
  readonly conversion: number | null
  readonly conversionReference: number | null
  readonly conversionNoise: boolean
  /** 0 to 1: how much of the expected traffic of the open days was observed. */
  readonly coverage: number | null
}

/** Without a schedule nothing is expected, and all that comes counts. */
const isOpen = (facts: DayFacts | undefined): facts is DayFacts => facts !== undefined && (openHours(facts) > 0 || (facts.closedHours <= 0 && facts.visits !== null))
const isCounted = (facts: DayFacts | undefined): facts is DayFacts & { visits: number } =>
  isOpen(facts) && facts.visits !== null && facts.partialHours === 0 && (coverageOf(facts) ?? 1) >= LEAST_COVERAGE

/** Only days counted on both sides are added up: a store that is new, or an outage, is no rise and no fall. */
export function compareWithLastYear(stores: readonly StoreDays[], { from, to }: Span): YearComparison {
  const sum = { visits: 0, reference: 0, tickets: 0, over: 0, ticketsBefore: 0, overBefore: 0, expected: 0, observed: 0 }
  let [open, compared, openDays, comparedDays, withTickets] = [0, 0, 0, 0, 0]
  for (const { days } of stores) {
    let [own, pairs] = [0, 0]
    for (let day = from; day <= to; day += 1) {
      const [here, before] = [days.get(day), days.get(day - YEAR_DAYS)]
      if (!isOpen(here)) continue
      own += 1
      sum.expected += here.expected
      sum.observed += here.observed
      if (!isCounted(here) || !isCounted(before)) continue
      pairs += 1
      sum.visits += here.visits
      sum.reference += before.visits
      if (here.tickets === null || before.tickets === null || !here.visitsWithTickets || !before.visitsWithTickets) continue
      withTickets += 1
      sum.tickets += here.tickets
      sum.over += here.visitsWithTickets
      sum.ticketsBefore += before.tickets
      sum.overBefore += before.visitsWithTickets
    }
    open += own > 0 ? 1 : 0
    compared += pairs > 0 ? 1 : 0
    openDays += own
    comparedDays += pairs
  }
  const [visits, reference] = comparedDays === 0 ? [null, null] : [sum.visits, sum.reference]
  const { value, noise } = changeBetween(metricOf('visits'), { visits }, { visits: reference }, { phi: dispersion(stores, from) })
  const rates = changeBetween(metricOf('conversionRate'), ratesOf(sum.tickets, sum.over), ratesOf(sum.ticketsBefore, sum.overBefore))
  return {
    from, to, stores: open, compared, openDays, comparedDays, visits, reference, change: value, noise,
    conversion: withTickets === 0 ? null : (sum.tickets / sum.over) * 100, conversionReference: withTickets === 0 ? null : (sum.ticketsBefore / sum.overBefore) * 100, conversionNoise: rates.noise,
    coverage: coverageOf(sum),
  }
}

const ratesOf = (tickets: number, visitsWithTickets: number) => ({ tickets, visitsWithTickets, visits: visitsWithTickets, insWithTickets: visitsWithTickets })

/** How much more the brand varies from day to day than chance would: of its total, whose stores vary together. */
function dispersion(stores: readonly StoreDays[], day: number): number {
  const totals = new Map<number, DayFacts>()
  for (const { days } of stores) {
    for (const facts of days.values()) {
      const known = totals.get(facts.day)
      totals.set(facts.day, known === undefined ? facts : added(known, facts))
    }
  }
  return dispersionOf(day, { days: totals, holidays: new Set(stores.flatMap(({ holidays }) => [...holidays])) }, VISITS)
}

const plus = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b)
const added = (a: DayFacts, b: DayFacts): DayFacts => ({
  day: a.day, ins: plus(a.ins, b.ins), visits: plus(a.visits, b.visits), tickets: plus(a.tickets, b.tickets), visitsWithTickets: plus(a.visitsWithTickets, b.visitsWithTickets),
  expected: a.expected + b.expected, observed: a.observed + b.observed, estimatedIns: a.estimatedIns + b.estimatedIns, hours: a.hours + b.hours,
  missingHours: a.missingHours + b.missingHours, partialHours: a.partialHours + b.partialHours, settlingHours: a.settlingHours + b.settlingHours, closedHours: a.closedHours + b.closedHours,
})

export interface Mover {
  readonly local: number
  readonly day: number
  readonly visits: number
  /** Median of the last same weekdays, as far as the day was observed. */
  readonly expected: number
}

/**
 * Stores outside their normal variation on a day of the span, each with the day of its largest difference; the largest first.
 * Days that are not final, or not comparable, say nothing.
 */
export function moversIn(stores: readonly StoreDays[], { from, to }: Span): Mover[] {
  const settings = defaultSettings('totalOutOfBand')
  const size = ({ visits, expected }: Mover) => Math.abs(visits - expected)
  const onDay = ({ local, days, holidays }: StoreDays, day: number): Mover[] => {
    const facts = days.get(day)
    if (!isOpen(facts) || !isFinal(facts) || facts.visits === null) return []
    const band = bandOf(facts, { days, holidays }, settings, VISITS)
    if (band === null || (facts.visits >= band.low && facts.visits <= band.high)) return []
    return [{ local, day, visits: facts.visits, expected: Math.round(band.expected) }]
  }
  return stores.flatMap((store) => Array.from({ length: to - from + 1 }, (_, back) => onDay(store, to - back)).flat().toSorted((a, b) => size(b) - size(a)).slice(0, 1))
    .toSorted((a, b) => size(b) - size(a) || a.local - b.local)
}

export interface Gap { readonly local: number; readonly coverage: number }

/** Open stores of which too little was observed on a day, the worst first: why their figures are not among the others. */
export const gapsOn = (stores: readonly StoreDays[], day: number): Gap[] => stores.flatMap(({ local, days }): Gap[] => {
  const facts = days.get(day)
  const coverage = isOpen(facts) ? coverageOf(facts) : null
  return coverage === null || coverage >= LEAST_COVERAGE ? [] : [{ local, coverage }]
}).toSorted((a, b) => a.coverage - b.coverage || a.local - b.local)
