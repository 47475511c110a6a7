/** Figures that are no hours: trips between places, average days, figures of months (decision 55). */
import type { MonthFigure } from '#domain/rolling-months'

export type FigureKind = 'flows' | 'profile' | 'monthly'

/** Days since 1970, both included. */
export type DayRange = readonly [from: number, to: number]

export interface TripsQuestion {
  readonly client: number
  readonly first: number
  readonly last: number
  /** Of the days between them; left out = all. */
  readonly within?: readonly DayRange[]
  /** A place that the trips begin or end in. */
  readonly local?: number
  readonly from?: number
  readonly to?: number
}

/** `back`: trips the other way; null where both places are one. */
export interface TripPair {
  readonly from: number
  readonly to: number
  readonly trips: number
  readonly back: number | null
}

/** Null = not known, which is no zero. */
export interface TripStation {
  readonly local: number
  readonly departures: number | null
  readonly arrivals: number | null
  readonly same: number | null
  readonly entries: number | null
  readonly exits: number | null
}

export interface TripHour {
  readonly hour: number
  readonly trips: number | null
  readonly entries: number | null
}

export interface TripDays {
  readonly trips: ReadonlyMap<number, number>
  readonly entries: ReadonlyMap<number, number>
  /** Days on which any trip of the client is known. */
  readonly known: ReadonlySet<number>
}

export interface ProfileSlot {
  readonly local: number
  /** Minute of the day. */
  readonly start: number
  readonly minutes: number
  readonly boardings: number | null
  readonly alightings: number | null
  /** A slot that is not said is 0. */
  readonly absentIsZero: boolean
}

export interface FigureFacts {
  clientsWith(kind: FigureKind): Promise<ReadonlySet<number>>
  /** From the first to the last day of which trips or entries are known; the last before the first = of none. */
  daysOfTrips(client: number): Promise<{ first: number; last: number }>
  /**
   * One row for each pair of places that have trips, the busiest first. Asked about no place, also those of which no
   * trip is known.
   */
  tripPairs(question: TripsQuestion): Promise<TripPair[]>
  /** One row a place with trips or entries; entries are those of the days on which trips are known. */
  tripStations(question: TripsQuestion): Promise<TripStation[]>
  /** By hour of the day, of the days on which trips are known; of one place those that begin there. */
  tripHours(question: TripsQuestion): Promise<TripHour[]>
  tripDays(question: TripsQuestion): Promise<TripDays>
  /** Slots of the average day that was imported last: two averages are not added up. */
  profile(client: number): Promise<ProfileSlot[]>
  /** The figure of the newest import: units and money are not added up. */
  monthly(client: number, place?: string): Promise<(MonthFigure & { place: string; item: string })[]>
  placesOfMonths(client: number): Promise<string[]>
}
