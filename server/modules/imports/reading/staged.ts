/**
 * The state of an import besides the hours in its stage, as plain data: it goes from the process that reads to the one
 * that stores, and outlives both.
 */
import type { QuarantineSummary } from './quarantine.ts'
import type { ColumnUse } from './columns.ts'
import { linesOf, type Reading } from './reading.ts'
import type { Merging } from './merger.ts'
import type { PlaceFile } from './places.ts'
import type { Reported } from './report.ts'

export interface Staged {
  /** The file of the stage. */
  readonly stage: string
  readonly files: readonly string[]
  readonly format: string
  readonly columns: readonly ColumnUse[]
  readonly apart: readonly QuarantineSummary[]
  readonly reading: Omit<Reading, 'lineAt' | 'seconds'> & { readonly seconds: readonly number[] }
  readonly merging: Omit<Merging, 'firstDays' | 'streams'> & {
    readonly firstDays: readonly (readonly [number, number | null])[]
    readonly streams: readonly number[]
  }
  readonly sensors:
    | (Omit<PlaceFile, 'infos'> & {
        readonly infos: readonly (readonly [
          string,
          PlaceFile['infos'] extends ReadonlyMap<string, infer Info> ? Info : never,
        ])[]
      })
    | null
  /** Lines, first and last day of each place. */
  readonly extents: readonly PlaceExtent[]
}

export interface PlaceExtent {
  readonly place: number
  readonly lines: number
  readonly firstDay: number | null
  readonly lastDay: number | null
}

export function stagedOf(
  stage: string,
  { files, format, columns, reading, merging, apart, sensors }: Reported,
  extents: readonly PlaceExtent[],
): Staged {
  const { lineAt: _, ...read } = reading
  return {
    stage,
    files,
    format,
    columns,
    apart,
    extents,
    reading: { ...read, seconds: [...reading.seconds] },
    merging: { ...merging, firstDays: [...merging.firstDays], streams: [...merging.streams] },
    sensors: sensors && { ...sensors, infos: [...sensors.infos] },
  }
}

/** The other way. */
export function reportedOf({ files, format, columns, apart, reading, merging, sensors }: Staged): Reported {
  return {
    files,
    format,
    columns,
    apart,
    reading: { ...reading, seconds: new Set(reading.seconds), lineAt: linesOf(reading.bases) },
    merging: { ...merging, firstDays: new Map(merging.firstDays), streams: new Set(merging.streams) },
    sensors: sensors && { ...sensors, infos: new Map(sensors.infos) },
  }
}
