/** Data of imports: their hours, minutes and figures, loaded whole or not at all, and retracted. */
import type { AtomColumn } from './columns.ts'
import type { ExpectedLocal } from './expected.ts'
import type { FigureKind } from './figures.ts'
import type { Megabytes } from './megabytes.ts'
import type { MinutesStored, MinuteTarget } from './occupancy.ts'
import type { IngestReport } from './traffic-row.ts'

export interface ImportTarget {
  readonly stream: number
  readonly client: number
  readonly local: number
  readonly area: number
}

export interface ImportLoad {
  /** Number of the import; later ones win. */
  readonly import: number
  /** The file of its stage. */
  readonly file: string
  /** Atoms that its files have. */
  readonly atoms: readonly AtomColumn[]
  /** Where the hours of each stream go, each to another counter. */
  readonly targets: readonly ImportTarget[]
  readonly client: number
  /** An empty cell takes back what an earlier import said. */
  readonly retracts: boolean
  /** Each line is the count of its hour: full scale can be detected. In a sum of parts it cannot. */
  readonly isHourly: boolean
  /** Who says so, in the log of corrections and in the quarantine. */
  readonly cause: string
  readonly nowMs: number
  /** The client's locals in the catalog: with them, hours of new locals are written with their weights. */
  readonly locals?: readonly ExpectedLocal[]
  readonly memory?: ImportMemory
  /** Hours that have been looked at, of how many. */
  readonly onProgress?: (done: number, of: number) => void
  /** Called between the batches: throws to cancel. */
  readonly check?: () => void
}

/**
 * Memory limit of the facts while an import is written, where it is otherwise higher: what it reads and writes once
 * would only fill it. Where an import finds too little, it is written once more with all there is; others have it back
 * as soon as they need it.
 */
export interface ImportMemory {
  /** Where no hour of its places is known yet. */
  readonly newPlaces: Megabytes
  /** Where hours have to be compared; left out, all there is. */
  readonly known?: Megabytes
}

/** A reason for which hours were refused, with the lines of the first of them. */
export interface RefusedHours {
  readonly reason: string
  readonly hours: number
  readonly first: readonly {
    readonly line: number
    readonly day: number
    readonly hour: number
    readonly values: readonly (number | null)[]
  }[]
  readonly sums: readonly number[]
}

export interface ImportStored extends IngestReport {
  readonly refused: readonly RefusedHours[]
  /** The hours have their weights; else the roll-forward works them out. */
  readonly isWeighed: boolean
  /** Totals of days that gave way to their hours. */
  readonly replacedDays: number
}

export interface MinuteLoad {
  /** Number of the import; later ones win. */
  readonly import: number
  /** The file of its stage, with a table `minute (room, instant, people)`. */
  readonly file: string
  readonly targets: readonly MinuteTarget[]
  readonly presence: boolean
  readonly cause: string
  readonly nowMs: number
}

export interface FigureLoad {
  readonly kind: FigureKind
  /** Number of the import; later ones win. */
  readonly import: number
  /** The file of its stage. */
  readonly file: string
  readonly client: number
  /** Local of each place of the stage. */
  readonly locals: ReadonlyMap<number, number>
  /** Of a profile. */
  readonly label: string
  readonly absentIsZero: boolean
  /** Of figures of months. */
  readonly measure: string
  readonly cause: string
  readonly nowMs: number
}

export interface FiguresStored {
  readonly accepted: number
  readonly duplicate: number
  readonly restated: number
}

/** A line of an import that was counted nowhere. */
export interface QuarantinedImportLine {
  readonly reason: string
  readonly row: Readonly<Record<string, string | number>>
}

/** The imports that still have data of locals and areas. */
export interface DataOwners {
  /** Locals and areas that something counts in, of any source. */
  readonly counting: { readonly locals: ReadonlySet<number>; readonly areas: ReadonlySet<number> }
  /** The first import that says something of a local or an area, by its number. */
  readonly locals: ReadonlyMap<number, number>
  readonly areas: ReadonlyMap<number, number>
}

/**
 * Loads are all or nothing, and durable when they resolve. `accept` and `check` run inside of the transaction: what
 * they throw takes everything back, and is the cause of the `FactsError` that the caller gets.
 */
export interface ImportFacts {
  /** @throws {FactsError} FACTS_WRITE_FAILED */
  loadHours(load: ImportLoad, accept: (stored: ImportStored) => void): Promise<ImportStored>
  /** @throws {FactsError} FACTS_WRITE_FAILED */
  loadMinutes(load: MinuteLoad, check?: () => void): Promise<MinutesStored>
  /** With the lines that were quarantined. @throws {FactsError} FACTS_WRITE_FAILED */
  loadFigures(load: FigureLoad, check?: () => void): Promise<FiguresStored>
  /** The stored part of an import; null = none. */
  stored(number: number): Promise<IngestReport | null>
  /** Hours, minutes and figures that an import still says: what was removed with its place is not among them. */
  said(number: number): Promise<number>
  /** The first lines of an import that are in quarantine, as they were read. */
  quarantined(number: number, most: number): Promise<readonly QuarantinedImportLine[]>
  /** Takes an import back: what others said of the same hours, minutes and keys holds again. */
  undo(of: { readonly import: number; readonly nowMs: number; readonly cause: string }): Promise<void>
  dataOwnersOf(locals: readonly number[], areas: readonly number[]): Promise<DataOwners>
  /** Of some locals, those of which an import says an hour or a minute. */
  withHours(locals: readonly number[]): Promise<ReadonlySet<number>>
}
