import { WHOLE_DAY } from '#domain/fact-query'
import type { TrafficKind } from '#domain/traffic-kinds'
import { MOST_PEOPLE_AN_HOUR, MOST_SALES, MOST_SECONDS_AN_HOUR } from '../../../facts/checks.ts'
import { NULL, type AtomColumn } from '../../../facts/columns.ts'
import type { Apart, LineReason } from './apart.ts'
import { countOf, createInterner, createTimes, moneyOf, textOf, type Interner } from './cells.ts'
import { createClock } from './clock.ts'
import type { Columns } from './columns.ts'
import { directionOf, type Direction } from './directions.ts'
import { ImportError } from './import-error.ts'
import { kindOf } from './kinds.ts'
import { createNames, fold, nameFrom, tidy, WHOLE } from './names.ts'
import { createOffsetEvidence } from './offsets.ts'
import type { Preset } from './preset.ts'
import { readRows, type Row } from './rows.ts'
import { parseHour } from './timestamp.ts'
import type { Stage } from './stage.ts'
import { streamText, type TextStream } from './text-stream.ts'
import { createTally } from './tally.ts'
import type { createUnusedColumns } from './unused.ts'

/** What the lines of all files say, besides the counts themselves, which are in the stage. */
export interface Reading {
  readonly atoms: readonly AtomColumn[]
  /** Names of places and areas as they were first written. */
  readonly places: readonly string[]
  readonly areas: readonly string[]
  /** What each area counts, by its number; null = the files do not say. */
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
  readonly apart: Apart
  readonly unused: ReturnType<typeof createUnusedColumns>
  /** Told how many bytes of a file were read, and how many lines of all. */
  readonly onRead?: (bytes: number, lines: number) => void
}

/** A line of a place that is left out. */
const LEFT_OUT = Symbol('left out')
/** No client has more; the column is another one. */
const MOST_PLACES = 100_000

/**
 * Reads the lines of the files of one import and places each count in the civil time of the zone. Nothing is stored.
 */
export function createCountReader({ atoms, preset, zone, nowS, stage, apart, unused, onRead }: ReaderOptions) {
  const clock = createClock(zone, nowS)
  const timeOf = createTimes(preset.dateOrder)
  const [places, areas] = [createNames(preset.renames), createNames()]
  const kinds: (TrafficKind | null)[] = []
  const streams: { place: number; area: number }[] = []
  const streamNumbers = new Map<number, number>()
  const seconds = new Uint8Array(3600)
  const sums = atoms.map(() => 0)
  const out = stage.writer('line', 5 + atoms.length)
  const [hours, streamColumn, secondColumn, flags, lineColumn, ...values] = out.columns as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    ...Int32Array[],
  ]
  const fullScale = new Set(preset.fullScale)
  const bases: FileBase[] = []
  let [base, lines, renamed, skipped, hasFullScale, hasWholeDays] = [0, 0, 0, 0, false, false]
  const skippedPlaces = new Map<number, number>()
  let lastPlace = -1
  const left = new Set((preset.skips ?? []).map(fold))

  const [insAt, outsAt] = [atoms.indexOf('ins'), atoms.indexOf('outs')]
  // A passage of one direction is none of the other. A count says nothing of the other.
  const ofOther = preset.lines === 'passages' ? 0 : NULL

  // Where each line is a ticket, one without an amount is none.
  const salesAt = preset.each === 'tickets' ? atoms.indexOf('sales') : -1

  const streamOf = (place: number, area: number): number => {
    const key = place * 0x100000 + area
    let number = streamNumbers.get(key)
    if (number === undefined) streamNumbers.set(key, (number = streams.push({ place, area }) - 1))
    return number
  }

  /** @throws {ImportError} when this file is refused; the lines that were read of it do not matter then */
  async function readFile(path: string, file: string, at: Columns): Promise<{ digest: string }> {
    const tally = createTally(file)
    const offsets = createOffsetEvidence(zone, file)
    const placeCells = createPlaceCells(places)
    const areaCells = at.area.map(() => createInterner())
    const knownAreas = new Map<string, number>()
    const directions = at.direction < 0 ? null : createDirectionCells(at.header[at.direction]!, preset)
    const watch = unused.watch(at)
    const noArea = at.area.length === 0 ? areas.of('').number : -1
    const atomCells = atoms.map((atom) => at.atoms.get(atom))
    let isHeader = true
    // A file has hours, or whole days: its first line that has a date says which.
    let isDaily: boolean | null = preset.lines === 'daily' ? true : null
    bases.push({ file, base })

    const keepApart = (row: Row, reason: LineReason) => {
      const kept = { file, line: row.line, reason, cells: labelled(at.header, row) }
      apart.add(kept)
      tally.bad(kept)
    }
    const onRow = (row: Row) => {
      if (isHeader) {
        isHeader = false
        return
      }
      if (isBlank(row)) return
      tally.line()
      const reason = take(row)
      if (reason === LEFT_OUT) {
        skipped += 1
        skippedPlaces.set(lastPlace, (skippedPlaces.get(lastPlace) ?? 0) + 1)
        tally.skip()
      } else if (reason !== null) keepApart(row, reason)
    }
    const take = (row: Row): LineReason | typeof LEFT_OUT | null => {
      const { buffer, starts, ends } = row
      if (row.length < at.least) return 'CELLS_MISSING'
      const stamp = timeOf(buffer, starts[at.time]!, ends[at.time]!)
      if (stamp === null) return 'TIME_UNREADABLE'
      let { civil } = stamp
      const offset = preset.offsets === 'ignore' ? null : stamp.offset
      const clockText = !stamp.dateOnly || at.hour < 0 ? '' : textOf(buffer, starts[at.hour]!, ends[at.hour]!).trim()
      const isWhole = preset.lines === 'daily' || (stamp.dateOnly && clockText === '')
      isDaily ??= isWhole
      if (isWhole !== isDaily) return isWhole ? 'HOUR_MISSING' : 'HOUR_UNEXPECTED'
      if (stamp.dateOnly && !isWhole) {
        const inDay = parseHour(clockText)
        if (inDay === null) return 'TIME_UNREADABLE'
        civil += inDay
      }
      const place = at.sensor < 0 ? placeCells.whole : placeCells.of(buffer, starts[at.sensor]!, ends[at.sensor]!)
      if (place < 0) return 'SENSOR_MISSING'
      lastPlace = place
      if (left.size > 0 && left.has(fold(places.list[place]!))) return LEFT_OUT
      if (place >= MOST_PLACES)
        throw new ImportError(
          'FILE_COLUMNS_MISSING',
          `${file} has more than ${MOST_PLACES} different places in the column ${at.header[at.sensor]}; another column was expected. Name it with --map sensor=...`,
        )
      watch(row, place)

      const direction = directions?.of(buffer, starts[at.direction]!, ends[at.direction]!)
      if (direction === null) return 'DIRECTION_UNKNOWN'

      const i = out.length
      let unreadable = false
      let negative = false
      let absurd = false
      for (let a = 0; a < atoms.length; a += 1) {
        const cell = atomCells[a]
        const value =
          cell === undefined
            ? NULL
            : cell < 0
              ? 1
              : atoms[a] === 'sales'
                ? moneyOf(buffer, starts[cell]!, ends[cell]!, preset.nulls)
                : countOf(buffer, starts[cell]!, ends[cell]!, preset.nulls, preset.decimal)
        values[a]![i] = value
        if (value === NULL) continue
        if (Number.isNaN(value)) unreadable = true
        else if (value < 0) negative = true
        else if (value > mostOf(atoms[a]!, isWhole)) absurd = true
      }
      if (direction !== undefined) values[direction === 'in' ? outsAt : insAt]![i] = ofOther
      if (unreadable) return 'COUNT_UNREADABLE'
      if (negative) return 'NEGATIVE'
      if (absurd) return 'ABSURD'
      if (salesAt >= 0 && values[salesAt]![i] === 0) return 'TICKET_EMPTY'
      const placed = isWhole
        ? clock.wholeDay(civil)
        : offset === null
          ? clock.civil(civil)
          : clock.withOffset(civil, offset)
      if (placed.isOffsetWrong && preset.offsets === undefined) return 'OFFSET_WRONG'
      if (placed.wrong !== null) return placed.wrong
      if (placed.flags === 1 && preset.skippedHour === 'keep-apart') return 'TIME_SKIPPED'
      if (offset === 0 && !isWhole && preset.offsets === undefined) offsets.note(civil)

      const second = isWhole ? 0 : offset === null ? ((civil % 3600) + 3600) % 3600 : clock.secondOf(civil - offset)
      hours[i] = placed.hour
      streamColumn[i] = streamOf(place, at.area.length === 0 ? noArea : areaOf(row))
      secondColumn[i] = second
      flags[i] = placed.flags
      lineColumn[i] = base + row.line
      if (isWhole) hasWholeDays = true
      else seconds[second] = 1
      for (let a = 0; a < atoms.length; a += 1) {
        const value = values[a]![i]!
        if (value === NULL) continue
        sums[a]! += value
        if (!isWhole && fullScale.has(value)) hasFullScale = true
      }
      if (at.sensor >= 0 && placeCells.isRenamed()) renamed += 1
      out.length += 1
      return null
    }
    const areaOf = ({ buffer, starts, ends }: Row): number => {
      let key = ''
      for (let c = 0; c < at.area.length; c += 1)
        key += `${areaCells[c]!.idOf(buffer, starts[at.area[c]!]!, ends[at.area[c]!]!)} `
      let number = knownAreas.get(key)
      if (number === undefined) {
        const name = at.area
          .map((column) => nameFrom(textOf(buffer, starts[column]!, ends[column]!)))
          .filter(Boolean)
          .join(' ')
        knownAreas.set(key, (number = areas.of(name).number))
        if (at.kind >= 0) kinds[number] = kindOf(textOf(buffer, starts[at.kind]!, ends[at.kind]!))
      }
      return number
    }

    const stream = streamText(path)
    base += await readRows(flushing(stream, tally.lines), file, onRow, preset.separator)
    await flush()
    lines += tally.lines()
    tally.refuse()
    offsets.refuse()
    return { digest: stream.digest }
  }

  const flush = async () => {
    await out.flush()
    await apart.flush(stage)
  }
  async function* flushing(stream: TextStream, ofFile: () => number): AsyncGenerator<Buffer> {
    for await (const block of stream.blocks) {
      // A block holds fewer rows than the writer has room for.
      yield block
      await flush()
      onRead?.(stream.read, lines + ofFile())
    }
  }

  return {
    readFile,
    reading: (): Reading => ({
      atoms,
      places: places.list,
      areas: areas.list,
      kinds: areas.list.map((_, area) => kinds[area] ?? preset.traffic ?? null),
      streams,
      zone,
      lines,
      renamed,
      sums,
      hasFullScale,
      hasWholeDays,
      seconds: new Set([...seconds.keys()].filter((second) => seconds[second] === 1)),
      skipped,
      skippedPlaces: [...skippedPlaces],
      bases,
      lineAt: linesOf(bases),
    }),
  }
}

const mostOf = (atom: AtomColumn, isWhole: boolean) =>
  atom === 'sales'
    ? MOST_SALES
    : atom === 'insTimeS' || atom === 'visitTimeS'
      ? MOST_SECONDS_AN_HOUR
      : MOST_PEOPLE_AN_HOUR * (isWhole ? WHOLE_DAY : 1)

/** Places by the bytes of their cells. */
function createPlaceCells(places: ReturnType<typeof createNames>) {
  const cells: Interner = createInterner()
  const numbers: number[] = []
  const renamed: boolean[] = []
  let last = -1
  let whole = -1
  return {
    get whole() {
      return (whole = whole < 0 ? places.of(WHOLE).number : whole)
    },
    /** -1 for a cell without a name. */
    of(buffer: Buffer, start: number, end: number): number {
      last = cells.idOf(buffer, start, end)
      if (last === numbers.length) {
        const written = textOf(buffer, start, end)
        const found = tidy(written) === '' ? null : places.of(written)
        numbers.push(found?.number ?? -1)
        renamed.push(found?.renamed ?? false)
      }
      return numbers[last]!
    },
    isRenamed: () => renamed[last]!,
  }
}

/** In or out by the bytes of their cells; null = neither. */
function createDirectionCells(header: string, { directions }: Preset) {
  const cells = createInterner()
  const known: (Direction | null)[] = []
  return {
    of(buffer: Buffer, start: number, end: number): Direction | null {
      const id = cells.idOf(buffer, start, end)
      if (id === known.length) {
        const said = directionOf(textOf(buffer, start, end), header)
        known.push(said === null || directions !== 'swapped' ? said : said === 'in' ? 'out' : 'in')
      }
      return known[id]!
    },
  }
}

/** A row whose cells are all empty is no row. */
export function isBlank({ buffer, starts, ends, length }: Row): boolean {
  for (let c = 0; c < length; c += 1) {
    for (let at = starts[c]!; at < ends[c]!; at += 1) if (buffer[at] !== 0x20 && buffer[at] !== 0x09) return false
  }
  return true
}

export function labelled(header: readonly string[], { buffer, starts, ends, length }: Row): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: Math.min(40, length) }, (_, c) => [
      header[c] || `column ${c + 1}`,
      textOf(buffer, starts[c]!, ends[c]!).slice(0, 200),
    ]),
  )
}
