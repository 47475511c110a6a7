/** Readings of devices, each once: the source of hours. */
import type { ReadingAtom } from './atoms.ts'
import type { GrowingColumns } from './growing-columns.ts'
import type { PresenceContext, SightingColumns } from './presence.ts'

/** A place in the journal of what arrived. */
export interface JournalPosition {
  readonly segment: number
  readonly place: number
}

/** A device with its place at the time of the reading. */
export interface PlacedDevice {
  readonly id: number
  readonly client: number
  readonly local: number
  readonly area: number
}

/** The status of a device from its messages since its contact was stored last. */
export interface ContactUpdate {
  /** Where it stood at the newest of its messages. */
  readonly device: Omit<PlacedDevice, 'area'>
  readonly firstAt: number
  readonly lastAt: number
  readonly lastData: number | null
  readonly messages: number
  /** Sequence of the first of these messages, and of the last one. */
  readonly firstSequence: number | null
  readonly sequence: number | null
  readonly missed: number
  readonly skewMs: number | null
  readonly flags: number | null
  readonly firmware: string | null
  readonly battery: number | null
}

/** A reading to quarantine, with its reason. */
export interface NewQuarantinedReading {
  readonly client: number
  /** 0 = not known. */
  readonly local: number
  readonly device: string
  readonly reason: string
  readonly adapter: string
  readonly reading: object
}

type Placed = 'seq' | 'place' | 'device' | 'line'

/**
 * Readings that wait to be applied to the facts, as columns; `lines` gives each name its number, `places` each device.
 */
export interface StagedReadings {
  readonly lines: ReadonlyMap<string, number>
  readonly places: readonly PlacedDevice[]
  readonly counts: GrowingColumns<
    Placed | 'seconds' | 'sequence' | 'ins' | 'outs' | 'revision' | 'reversed' | 'skewMs' | 'covers',
    'said' | 'start'
  >
  readonly atoms: GrowingColumns<'seq' | ReadingAtom, never>
  readonly counters: GrowingColumns<
    Placed | 'bits' | 'reversed' | 'skewMs',
    'said' | 'instant' | 'totalIn' | 'totalOut'
  >
  readonly signs: GrowingColumns<Placed | 'kind' | 'value' | 'skewMs' | 'covers', 'said' | 'instant'>
  readonly contacts: ReadonlyMap<number, ContactUpdate>
  readonly quarantined: readonly NewQuarantinedReading[]
}

/** Sightings of phones that came with the readings. */
export interface StagedSightings {
  readonly columns: SightingColumns
  readonly context: PresenceContext
  readonly cause: string
}

export interface ApplyReadings {
  /** How far the journal is in the facts once this is. */
  readonly upTo: JournalPosition
  readonly nowMs: number
  /** Who changes the hours, in their log. */
  readonly cause: string
  readonly placesOf: (areas: readonly number[]) => Promise<ReadonlyMap<number, PlacedArea>>
  readonly sightings?: StagedSightings
}

export interface AppliedReadings {
  /** Readings and sightings that were new or changed something. */
  readonly accepted: number
  /** Days of locals whose hours are not what they were. */
  readonly days: readonly TouchedDay[]
}

export interface ReadingFacts {
  /**
   * Stores what is staged, computes its hours and stores the journal position, atomically: after a crash the
   * journal is read on from there, so everything counts exactly once.
   *
   * @throws {FactsError} FACTS_WRITE_FAILED: nothing was stored, and it is to be applied again
   */
  apply(staged: StagedReadings, how: ApplyReadings): Promise<AppliedReadings>
  /** The position up to which the journal is applied to the facts. */
  position(): Promise<JournalPosition>
  /** The last word of each device, of one client or of all. */
  contacts(client?: number): Promise<Contact[]>
  /** Quarantined readings, newest first. */
  listQuarantined(query: QuarantinedReadingQuery): Promise<QuarantinedReading[]>
  findQuarantined(ids: readonly number[]): Promise<QuarantinedReading[]>
  /** They are counted now, and stay to be seen. */
  releaseQuarantined(ids: readonly number[], nowMs: number): Promise<void>
  discardQuarantined(id: number): Promise<void>
  /**
   * Deletes single readings from before an instant (epoch ms); the hours made of them stay. The newest of them of a
   * counter stays, too: the next difference begins there, also when a late reading comes between.
   */
  forget(beforeMs: number): Promise<void>
}

/** The data of an area that its hours need. */
export interface PlacedArea {
  readonly area: number
  readonly client: number
  readonly local: number
  readonly timeZone: string
  /** 0 = not counted, 1 = in is `ins`, 2 = in and out are `fro`. */
  readonly counted: 0 | 1 | 2
}

export interface TouchedDay {
  readonly local: number
  readonly day: number
}

/** The last word of a device. */
export interface Contact {
  readonly device: number
  readonly client: number
  readonly local: number
  /** Server clock, epoch ms. */
  readonly firstAt: number
  readonly lastAt: number
  /** Newest instant of its data. */
  readonly lastData: number | null
  readonly messages: number
  readonly sequence: number | null
  /** Messages that its sequence says were sent and that never came. */
  readonly missed: number
  /** Server clock minus device clock at the last message. */
  readonly skewMs: number | null
  readonly flags: number
  readonly firmware: string | null
  readonly battery: number | null
}

/** A quarantined reading: with the reason, to be seen, corrected and released. */
export interface QuarantinedReading {
  readonly id: number
  readonly client: number
  /** 0 = unknown. */
  readonly local: number
  readonly device: string
  readonly reason: string
  readonly adapter: string
  /** Server clock, epoch ms. */
  readonly learntAt: number
  readonly reading: Readonly<Record<string, unknown>>
  readonly releasedAt: number | null
}

export interface QuarantinedReadingQuery {
  readonly client?: number
  readonly device?: string
  readonly reason?: string
  readonly state?: 'waiting' | 'released' | 'all'
  readonly limit?: number
}
