/** The findings in the lines of all files of one import so far. */
import type { TrafficKind } from '#domain/traffic-kinds'
import type { AtomColumn } from '../../../facts/columns.ts'
import type { LineQuarantine } from './quarantine.ts'
import { createNames } from './names.ts'
import type { Preset } from './preset.ts'
import type { Stage } from './stage.ts'
import type { createUnusedColumns } from './unused.ts'

/** The findings in the lines of all files, besides the counts themselves, which are in the stage. */
export interface Reading {
  readonly atoms: readonly AtomColumn[]
  /** Names of places and areas as they were first written. */
  readonly places: readonly string[]
  readonly areas: readonly string[]
  /** The kind of traffic of each area, by its number; null = not in the files. */
  readonly kinds: readonly (TrafficKind | null)[]
  /** Counters: an area of a place each. */
  readonly streams: readonly { readonly place: number; readonly area: number }[]
  readonly zone: string
  /** Data lines of all files; rows of empty cells are none. */
  readonly lines: number
  /** Lines whose place has another name in the file. */
  readonly renamed: number
  /** Seconds of the hour at which lines begin. */
  readonly seconds: ReadonlySet<number>
  /** People by atom, of all lines that were placed in an hour. */
  readonly sums: readonly number[]
  /** Some lines have a date only: each is of a whole day. */
  readonly hasWholeDays: boolean
  /** Some line has a count at the full scale of a counter. */
  readonly hasFullScale: boolean
  /** Lines of places that are left out; they are in no other number. */
  readonly skipped: number
  /** The same by place. */
  readonly skippedPlaces: readonly (readonly [place: number, lines: number])[]
  /** Each file, with the line of the stage before its first. */
  readonly bases: readonly FileBase[]
  /** File and line of a line number of the stage. */
  readonly lineAt: (line: number) => { readonly file: string; readonly line: number }
}

export interface FileBase {
  readonly file: string
  readonly base: number
}

/** Finds file and line of a line number of the stage. */
export const linesOf =
  (bases: readonly FileBase[]) =>
  (line: number): { file: string; line: number } => {
    const found = bases.findLast((one) => one.base < line) ?? bases[0]!
    return { file: found.file, line: line - found.base }
  }

export interface ReaderOptions {
  readonly atoms: readonly AtomColumn[]
  readonly preset: Preset
  readonly zone: string
  /** Seconds since 1970-01-01 UTC. */
  readonly nowS: number
  readonly stage: Stage
  readonly quarantine: LineQuarantine
  readonly unused: ReturnType<typeof createUnusedColumns>
  /** Called with the bytes read of a file, and the lines of all. */
  readonly onRead?: (bytes: number, lines: number) => void
}

export function createReading({ atoms, preset, zone, stage }: ReaderOptions) {
  const places = createNames(preset.renames)
  const areas = createNames()
  const kinds: (TrafficKind | null)[] = []
  const streams: { place: number; area: number }[] = []
  const streamNumbers = new Map<number, number>()
  const seconds = new Uint8Array(3600)
  const sums = atoms.map(() => 0)
  const out = stage.writer('line', 5 + atoms.length)
  const skippedPlaces = new Map<number, number>()
  const streamOf = (place: number, area: number): number => {
    const key = place * 0x100000 + area
    let number = streamNumbers.get(key)
    if (number === undefined) streamNumbers.set(key, (number = streams.push({ place, area }) - 1))
    return number
  }

  const all = {
    places,
    areas,
    kinds,
    seconds,
    sums,
    out,
    streamOf,
    bases: [] as FileBase[],
    /** The line of the stage before the first of the file at hand. */
    base: 0,
    lines: 0,
    renamed: 0,
    skipped: 0,
    hasFullScale: false,
    hasWholeDays: false,

    /** A line of a place that is left out. */
    skip(place: number) {
      all.skipped += 1
      skippedPlaces.set(place, (skippedPlaces.get(place) ?? 0) + 1)
    },

    result: (): Reading => ({
      atoms,
      places: places.list,
      areas: areas.list,
      kinds: areas.list.map((_, area) => kinds[area] ?? preset.traffic ?? null),
      streams,
      zone,
      lines: all.lines,
      renamed: all.renamed,
      sums,
      hasFullScale: all.hasFullScale,
      hasWholeDays: all.hasWholeDays,
      seconds: new Set([...seconds.keys()].filter((second) => seconds[second] === 1)),
      skipped: all.skipped,
      skippedPlaces: [...skippedPlaces],
      bases: all.bases,
      lineAt: linesOf(all.bases),
    }),
  }
  return all
}

export type ReadingSoFar = ReturnType<typeof createReading>
