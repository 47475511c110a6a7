/** Queries of the facts besides a `FactQuery`, in terms of the domain, independent of the store. */
import type { StoreSide } from '#domain/compared-stores'
import type { DayMap } from '#domain/day-map'
import type { FactPeriod } from '#domain/fact-query'
import type { ExpectedLocal } from './expected.ts'

/** `open` leaves hours counted outside the opening hours out, as every figure does unless a person asks for them. */
export type TimeMode = 'open' | 'all'

export interface PairsQuestion {
  readonly client: number
  /** Never empty. */
  readonly locals: readonly number[]
  /** Areas of another kind of traffic. */
  readonly notArea?: readonly number[]
  readonly comparing: FactPeriod
  readonly reference: FactPeriod
  /** Days since 1970: from here on a day is not over anywhere, and an hour that is not there is still to come. */
  readonly today: number
  /**
   * Days of the reference that do not meet the weekday of their local: those of holidays and events, and those left
   * over.
   */
  readonly moved?: readonly MovedDays[]
  /** An hour that did not come and has an estimate is whole: for figures with estimates. */
  readonly filled?: boolean
  /** For sales figures: complete where tills reported, also without counters. */
  readonly tills?: boolean
}

export interface MovedDays {
  readonly locals: readonly number[]
  /** A day of the reference, and the day of the period that it is compared with; null = with none. */
  readonly days: readonly (readonly [reference: number, day: number | null])[]
}

/** The exceptions of a day map from the rule of weekdays. */
export function movedDays({ pairs, alone, distance }: Pick<DayMap, 'pairs' | 'alone' | 'distance'>): MovedDays['days'] {
  return [
    ...pairs.flatMap(({ day, reference }): [number, number][] =>
      day - reference === distance ? [] : [[reference, day]],
    ),
    ...alone.flatMap(({ period, day, reason }): [number, null][] =>
      period === 'reference' && reason === 'taken' ? [[day, null]] : [],
    ),
  ]
}

/** The two sides of a store; null for a period without a row. */
export interface Sides {
  readonly comparing: StoreSide | null
  readonly reference: StoreSide | null
}

export interface EstimatesQuestion {
  readonly client: number
  /** Never empty. */
  readonly locals: readonly number[]
  /** Areas of another kind of traffic. */
  readonly notArea?: readonly number[]
  readonly periods: readonly FactPeriod[]
}

export interface RollForward {
  readonly nowMs: number
  /** The locals of the catalog; see `expectedLocals`. Omitted locals do not change. */
  readonly locals: readonly ExpectedLocal[]
  /** Works out everything again from this day on, after a change of schedule for example. */
  readonly fromDay?: number
}

export interface RollReport {
  /** Rows added for hours that never came, or on closed days. */
  readonly placeholders: number
  /** Rows whose weight, state or estimate changed. */
  readonly updated: number
}
