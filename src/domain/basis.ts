/** The basis of a comparison of two periods. */

/** Why a store is left out. `notComparing` and `notReference`: no counts in that period; `neither`: in none. */
export const LEFT_OUT_REASONS = [
  'neither',
  'notComparing',
  'notReference',
  'opened',
  'closed',
  'coverage',
  'zeros',
] as const

export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

/** Which stores the figures of an answer are of. */
export const STORE_CHOICES = ['same', 'all'] as const

export type StoreChoice = (typeof STORE_CHOICES)[number]

/**
 * A store that is left out, or that is beside others without a counterpart. `share`, 0 to 1, of its worse period:
 * coverage, or the usual traffic that was counted as 0.
 */
export interface LeftOut {
  readonly local: number
  readonly reason: LeftOutReason
  readonly share?: number
}

/** How the days of the two periods lie on each other, by the calendar that most of the stores keep. */
export interface ComparedDays {
  readonly paired: number
  /** Days of each period that have no counterpart, and are in no change. */
  readonly comparing: number
  readonly reference: number
  /** Those that meet by their name, not by their weekday; the first of them. */
  readonly named: readonly { readonly day: string; readonly reference: string; readonly name: string }[]
  /** Calendars that the stores keep. */
  readonly calendars: number
}

/** The units of a comparison: stores, or rooms for people inside. */
export const PLACES = ['stores', 'rooms'] as const

export type Places = (typeof PLACES)[number]

/** The basis of a comparison; travels with its answers. */
export interface Basis {
  /** The units counted; stores by default. */
  readonly places?: Places
  /** `same`: stores that can be compared; `all`: every store that was asked about. */
  readonly stores: StoreChoice
  /** `none`: the same stores were asked for and there is not one, so these are all. */
  readonly why?: 'none'
  readonly asked: number
  readonly compared: number
  /** Stores with counts in each period, of those asked about. */
  readonly comparing: number
  readonly reference: number
  /** The first of them; the call about stores has all. */
  readonly leftOut: readonly LeftOut[]
  readonly days?: ComparedDays
  /** Rooms without opening hours among those compared: judged over the hours of the week in which they are known. */
  readonly withoutHours?: number
  /** Share of the open hours of the worse side that the other has too, 0 to 1: what changes are taken over. */
  readonly over?: number
}
