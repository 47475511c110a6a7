/**
 * The start of the day: yesterday and the week against the same weekdays of last year, by the rule of every
 * comparison, and the stores that were outside their normal variation.
 */
import {
  bandOf,
  type DayFacts,
  type DayMeasure,
  dispersionOf,
  isFinal,
  LEAST_COVERAGE,
  openHours,
  VISITS,
} from './alert-evaluation.ts'
import { defaultSettings } from './alert-rules.ts'
import { coverageOf } from './completeness.ts'
import type { Basis } from './basis.ts'
import { mondayOf } from './days.ts'
import type { Atoms } from './metrics/atoms.ts'
import { changeBetween } from './metrics/change.ts'
import { derive, metricOf } from './metrics/index.ts'
import { pairedShare } from './metrics/paired.ts'

/** 52 weeks: the same weekday. */
export const YEAR_DAYS = 364

export interface Span {
  readonly from: number
  readonly to: number
}

/** Yesterday, and the week it belongs to: on a Monday the last whole week. */
export const spansOf = (today: number): { readonly yesterday: Span; readonly week: Span } => ({
  yesterday: { from: today - 1, to: today - 1 },
  week: { from: mondayOf(today - 1), to: today - 1 },
})

export interface StoreDays {
  readonly local: number
  readonly days: ReadonlyMap<number, DayFacts>
  /** Days that are like no other. */
  readonly holidays: ReadonlySet<number>
}

export interface YearComparison extends Span {
  /** Stores that were asked about, 0 where none of them counted in the span; and those that can be compared. */
  readonly stores: number
  readonly compared: number
  /** All that came to the compared stores; null when there are none. */
  readonly visits: number | null
  readonly reference: number | null
  /** Percent, over the hours that both years have; null when a side is unknown or last year had none. */
  readonly change: number | null
  readonly noise: boolean
  /** Share of the hours that both years have and the changes are taken over, 0 to 1. */
  readonly over: number
  /** Tickets over visits in percent, of the hours that have both; null without them on a side. */
  readonly conversion: number | null
  readonly conversionReference: number | null
  /** Percentage points, over the hours that both years have. */
  readonly conversionChange: number | null
  readonly conversionNoise: boolean
  /** 0 to 1: how much of the expected traffic of the compared stores was observed. */
  readonly coverage: number | null
}

/** Without a schedule nothing is expected, and all that comes counts. */
const isOpen = (facts: DayFacts | undefined): facts is DayFacts =>
  facts !== undefined && (openHours(facts) > 0 || (facts.closedHours <= 0 && facts.visits !== null))
/**
 * The two sides of a comparison as Compare answers it: sums of the stores that can be compared, with what of them the
 * other side lacks.
 */
export interface Sides {
  readonly comparing: Atoms | null
  readonly reference: Atoms | null
  readonly basis: Pick<Basis, 'stores' | 'asked' | 'compared' | 'comparing'> | undefined
}

/**
 * Compare's own rule: the same stores, and changes over the hours that both years have. Where no store can be compared
 * there is no figure.
 */
export function compareWithLastYear(
  { comparing, reference, basis }: Sides,
  { from, to }: Span,
  stores: readonly StoreDays[],
): YearComparison {
  const [asked, compared] = [
    basis === undefined || basis.comparing === 0 ? 0 : basis.asked,
    basis?.stores === 'same' ? basis.compared : 0,
  ]
  const [now, before] = compared === 0 ? [{}, {}] : [comparing ?? {}, reference ?? {}]
  const visits = changeBetween(metricOf('visits'), now, before, { phi: dispersion(stores, from) })
  const rates = changeBetween(metricOf('conversionRate'), now, before)
  const [rate, rateBefore] = [derive('conversionRate', now), derive('conversionRate', before)]
  const hasRates = rate !== null && rateBefore !== null
  return {
    from,
    to,
    stores: asked,
    compared,
    visits: now.visits ?? null,
    reference: before.visits ?? null,
    change: visits.value,
    noise: visits.noise,
    over: pairedShare(now, before),
    conversion: hasRates ? rate : null,
    conversionReference: hasRates ? rateBefore : null,
    conversionChange: hasRates ? rates.value : null,
    conversionNoise: rates.noise,
    coverage: coverageOf({ expected: now.expected ?? 0, observed: now.observed ?? 0 }),
  }
}

/** How much more the brand varies from day to day than chance would: of its total, whose stores vary together. */
function dispersion(stores: readonly StoreDays[], day: number): number {
  const totals = new Map<number, DayFacts>()
  for (const { days } of stores) {
    for (const facts of days.values()) {
      const known = totals.get(facts.day)
      totals.set(facts.day, known === undefined ? facts : added(known, facts))
    }
  }
  return dispersionOf(day, { days: totals, holidays: new Set(stores.flatMap(({ holidays }) => [...holidays])) }, LEVEL)
}

/**
 * How large a day of the brand was, by the share of its traffic that came: it says how much days vary, and is no
 * figure.
 */
const LEVEL: DayMeasure = {
  of: (facts) => {
    const coverage = coverageOf(facts) ?? 0
    return facts.visits === null || coverage < LEAST_COVERAGE ? null : { count: facts.visits, base: coverage }
  },
}

const plus = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : a + b)
const added = (a: DayFacts, b: DayFacts): DayFacts => ({
  day: a.day,
  ins: plus(a.ins, b.ins),
  visits: plus(a.visits, b.visits),
  tickets: plus(a.tickets, b.tickets),
  visitsWithTickets: plus(a.visitsWithTickets, b.visitsWithTickets),
  expected: a.expected + b.expected,
  observed: a.observed + b.observed,
  estimatedIns: a.estimatedIns + b.estimatedIns,
  hours: a.hours + b.hours,
  missingHours: a.missingHours + b.missingHours,
  partialHours: a.partialHours + b.partialHours,
  settlingHours: a.settlingHours + b.settlingHours,
  closedHours: a.closedHours + b.closedHours,
})

export interface Mover {
  readonly local: number
  readonly day: number
  readonly visits: number
  /** Median of the last same weekdays, over the hours that the day has. */
  readonly expected: number
}

/**
 * Stores outside their normal variation on a day of the span, each with the day of its largest difference; the largest
 * first. Days that are not final, or not comparable, are skipped.
 */
export function moversIn(stores: readonly StoreDays[], { from, to }: Span): Mover[] {
  const settings = defaultSettings('totalOutOfBand')
  const size = ({ visits, expected }: Mover) => Math.abs(visits - expected)
  const onDay = ({ local, days, holidays }: StoreDays, day: number): Mover[] => {
    const facts = days.get(day)
    if (!isOpen(facts) || !isFinal(facts)) return []
    const band = bandOf(facts, { days, holidays }, settings, VISITS)
    if (band === null || (band.value >= band.low && band.value <= band.high)) return []
    return [{ local, day, visits: band.value, expected: Math.round(band.expected) }]
  }
  return stores
    .flatMap((store) =>
      Array.from({ length: to - from + 1 }, (_, back) => onDay(store, to - back))
        .flat()
        .toSorted((a, b) => size(b) - size(a))
        .slice(0, 1),
    )
    .toSorted((a, b) => size(b) - size(a) || a.local - b.local)
}

export interface Gap {
  readonly local: number
  readonly coverage: number
}

/**
 * Open stores of which too little was observed on a day, the worst first: why their figures are not among the others.
 */
export const gapsOn = (stores: readonly StoreDays[], day: number): Gap[] =>
  stores
    .flatMap(({ local, days }): Gap[] => {
      const facts = days.get(day)
      const coverage = isOpen(facts) ? coverageOf(facts) : null
      return coverage === null || coverage >= LEAST_COVERAGE ? [] : [{ local, coverage }]
    })
    .toSorted((a, b) => a.coverage - b.coverage || a.local - b.local)
