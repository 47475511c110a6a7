/** People inside: what zones and doors said, now, by the minute, and over long periods. */
import type { Frame } from '#domain/frame'
import type { Span } from '#domain/occupancy'
import type { Level } from '#domain/occupancy-levels'

/**
 * A local with its business day: its number, its begin in seconds, and the areas whose doors count people in and out.
 */
export interface Place {
  readonly local: number
  readonly day: number
  readonly since: number
  readonly areas: readonly number[]
}

/** Readings of one zone of a device, oldest first. */
export interface Zone {
  readonly device: number
  readonly levels: readonly Level[]
}

/** The reading of a zone at an instant (epoch ms). */
export interface OccupancyReading {
  readonly local: number
  /** Of the local: a device and its line, or an area of a file. */
  readonly zone: string
  readonly at: number
  readonly people: number
  /** 1 = not empty, and no number of people. */
  readonly presence: boolean
}

/** The past days of the doors of a local. */
export interface PastOfDoors {
  /** In and out of the business days of the same weekday, oldest first. */
  readonly days: readonly { ins: number; outs: number }[]
  /** The most people at the end of an hour, without what may be a glitch. */
  readonly most: number | null
  /** Whether people were counted in and out at all. */
  readonly hasCounted: boolean
}

/** The minutes of a local on any day. */
export interface LocalWithData {
  readonly local: number
  readonly presence: boolean
  readonly hasFiles: boolean
  readonly hasDevices: boolean
  readonly zones: number
  /** First and last minute, seconds. */
  readonly first: number
  readonly last: number
}

export interface OccupancyLocal {
  readonly local: number
  readonly timeZone: string
  readonly capacity: number | null
  /** True: 1 = not empty, and no number of people. */
  readonly presence: boolean
  /** Whether files, devices or both have data of it; files take precedence on their days. */
  readonly hasFiles: boolean
  readonly hasDevices: boolean
  /** How many zones are added up in it. */
  readonly zones: number
  /** Between these instants (s) minutes are expected: the first word, and the end of the last one or now. */
  readonly begin: number
  readonly end: number
  /** Open hours by weekday (0 = of any day), as `1` and `0`; null = always open. */
  readonly week: readonly string[] | null
  /** Days that do not follow the week: true = closed. */
  readonly holidays: ReadonlyMap<number, boolean>
}

export interface OccupancyPeriod {
  /** Days since 1970, both included. */
  readonly from: number
  readonly to: number
}

/** The comparing one, and its reference. */
export type PeriodPair = readonly [comparing: OccupancyPeriod, reference: OccupancyPeriod]

export interface MinutesStored {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

export interface MinuteTarget {
  readonly room: number
  readonly client: number
  readonly local: number
  readonly area: number
}

/**
 * Of one hour of the week, all weeks of a period together; seconds in which a room was to be known, was, and was to be
 * in hours that the other period lacks, or this one.
 */
export interface KnownTime {
  /** 0 = the comparing one. */
  readonly period: number
  readonly local: number
  /** 1 = Monday. */
  readonly weekday: number
  readonly hour: number
  readonly expectedS: number
  readonly knownS: number
  readonly unpairedS: number
}

export interface OccupancyFacts {
  /** In and out since the reset, of the hours in which some door counted people out: else who came in would stay. */
  sums(
    client: number,
    places: readonly Place[],
  ): Promise<ReadonlyMap<number, { ins: number | null; outs: number | null }>>
  /** Who came in since the reset, from every source that counts. */
  entries(client: number, places: readonly Place[]): Promise<ReadonlyMap<number, number>>
  /** Crossings that ended after an instant, epoch ms. */
  spans(client: number, places: readonly Place[], afterMs: number): Promise<ReadonlyMap<number, Span[]>>
  /** Seconds of the first sign of life after an instant: before it nothing is known of the minutes. */
  firstContacts(client: number, places: readonly Place[], afterMs: number): Promise<ReadonlyMap<number, number>>
  /** The newest word of each zone since the reset. */
  zones(client: number, places: readonly Place[]): Promise<ReadonlyMap<number, Zone[]>>
  /** All that zones said after an instant, epoch ms. */
  levels(client: number, places: readonly Place[], afterMs: number): Promise<ReadonlyMap<number, Zone[]>>
  past(client: number, places: readonly Place[]): Promise<ReadonlyMap<number, PastOfDoors>>

  /** Words of the zones of devices from a moment to before another, by local, moment and zone. */
  deviceOccupancy(client: number, locals: readonly number[], fromMs: number, toMs: number): Promise<OccupancyReading[]>
  /** Minutes of files; the last moment included. */
  fileOccupancy(client: number, locals: readonly number[], fromMs: number, toMs: number): Promise<OccupancyReading[]>
  /** Clients with minutes of people or of presence. */
  clients(): Promise<number[]>
  /** Of these locals, those with minutes of people or of presence. */
  localsWithData(client: number, locals: readonly number[]): Promise<LocalWithData[]>
  /** The expected and known time of each local in two periods, and the time they have in common. */
  known(client: number, locals: readonly OccupancyLocal[], periods: PeriodPair): Promise<KnownTime[]>
  /** `OCCUPANCY_HOURS` or `OCCUPANCY_ROOMS`; the second period is the reference. */
  figures(
    client: number,
    locals: readonly OccupancyLocal[],
    periods: readonly OccupancyPeriod[],
    by: 'hour' | 'room',
  ): Promise<Frame>
  /** The same over the hours that both periods know whole; all hours of rooms that one of them knows alone. */
  pairedFigures(
    client: number,
    locals: readonly OccupancyLocal[],
    periods: PeriodPair,
    by: 'hour' | 'room',
    alone: readonly number[],
  ): Promise<Frame>
}

/** A week as texts of 24 signs; see `openWeek`. */
export const weekText = (week: readonly Uint8Array[]): string[] =>
  week.map((hours) => [...hours].map((open) => (open === 0 ? '0' : '1')).join(''))
