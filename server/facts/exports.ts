/** The rows of an export: hours or days of some locals with their names, zone, state and counts. */
import type { ExportColumn, ExportGrain } from '#domain/export'
import type { OtherFigures } from '#domain/imports'

export interface ExportLocal {
  readonly client: number
  readonly clientName: string
  readonly local: number
  readonly localName: string
  readonly localCode: string
  readonly timeZone: string
  /** Areas of this client that are of another kind of traffic. */
  readonly notArea: readonly number[]
  /** Counts that its data modules leave out. */
  readonly muted: readonly string[]
}

export interface ExportArea {
  readonly area: number
  readonly areaName: string
  readonly traffic: string
}

export interface ExportRows {
  readonly locals: readonly ExportLocal[]
  readonly areas: readonly ExportArea[]
  /** Days since 1970, both included. */
  readonly from: number
  readonly to: number
  readonly grain: ExportGrain
  readonly measures: readonly string[]
  /** Also hours outside the opening hours. */
  readonly outside: boolean
}

export interface Days {
  readonly from: number
  readonly to: number
}

/**
 * A sum over all rows of a file that are of one client and one kind of traffic, within or outside the opening hours.
 */
export interface ExportSum {
  readonly client: number
  readonly traffic: string
  readonly outside: boolean
  readonly rows: number
  /** By column; sales in hundredths. What no row reported is null. */
  readonly sums: Readonly<Record<string, number | null>>
}

/** Columns that are read as numbers; the others are texts. A day is a number of days since 1970. */
export const isNumber = ({ kind }: ExportColumn): boolean => !['text', 'local', 'instant'].includes(kind)

/** The rows of an export as they are at one moment. Each call waits for its turn, as a reading of who asks. */
export interface ExportSnapshot {
  /** How many rows each day has. */
  rowsOfDays(): Promise<ReadonlyMap<number, number>>
  /** The sums of the rows of some days. */
  sumsOf(days: Days): Promise<ExportSum[]>
  /** Columns of numbers and texts, in the order of `exportColumns`. */
  cells(days: Days): Promise<readonly (readonly (number | string | null)[])[]>
  /** Semicolons, UTF-8. @param hasNames a first line with the names of the columns */
  writeText(days: Days, path: string, hasNames: boolean): Promise<void>
  /** Parquet; instants are moments in UTC there. */
  writeTyped(days: Days, path: string): Promise<void>
  /** One Parquet file of several. */
  joinTyped(parts: readonly string[], path: string): Promise<void>
}

export interface ExportFacts {
  /** Those of some clients that have hours or days. */
  clientsWithHours(clients: readonly number[]): Promise<ReadonlySet<number>>
  /** Daily data of some clients. */
  otherFigures(clients: readonly number[]): Promise<{ readonly client: number; readonly kind: OtherFigures }[]>
  /**
   * The first and the last day of which the export could have rows; and whether the requested days have any.
   */
  daysOf(of: ExportRows): Promise<{ readonly first: number; readonly last: number; readonly isWithin: boolean } | null>
  /**
   * Work that sees the facts as they are at one moment, however long it takes: for files that must add up. It may write
   * files in the folder of exports; closing the store and the signal interrupt it.
   */
  snapshot<T>(of: ExportRows, signal: AbortSignal, work: (rows: ExportSnapshot) => Promise<T>): Promise<T>
}
