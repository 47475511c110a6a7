/** The rows of one file of counts: each is placed in the civil time of the zone, or quarantined with a reason. */
import { NULL } from '../../../facts/columns.ts'
import type { LineReason } from './quarantine.ts'
import { textOf } from './cells.ts'
import type { createTimes } from './cells.ts'
import type { createClock } from './clock.ts'
import type { Columns } from './columns.ts'
import { ImportError } from './import-error.ts'
import { fold } from './names.ts'
import { createOffsetEvidence } from './offsets.ts'
import type { Row } from './rows.ts'
import { parseHour } from './timestamp.ts'
import { createTally } from './tally.ts'
import { createRowValues } from './row-values.ts'
import { createAreaCells, createDirectionCells, createPlaceCells } from './row-cells.ts'
import { isBlank, labelled } from './row-text.ts'
import type { ReaderOptions, ReadingSoFar } from './reading.ts'

/** A line of a place that is left out. */
const LEFT_OUT = Symbol('left out')
/** No client has more; the column is another one. */
const MAX_PLACES = 100_000

/** State shared by the files of one import. */
export interface SharedByFiles {
  readonly all: ReadingSoFar
  readonly clock: ReturnType<typeof createClock>
  readonly timeOf: ReturnType<typeof createTimes>
  /** Places that are left out, folded. */
  readonly left: ReadonlySet<string>
}

export function createCountRows(
  file: string,
  at: Columns,
  { atoms, preset, zone, unused, quarantine }: ReaderOptions,
  { all, clock, timeOf, left }: SharedByFiles,
) {
  const { places, areas, kinds, seconds, sums, out, streamOf } = all
  const [hours, streamColumn, secondColumn, flags, lineColumn, ...values] = out.columns as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    ...Int32Array[],
  ]
  const fullScale = new Set(preset.fullScale)
  const tally = createTally(file)
  const offsets = createOffsetEvidence(zone, file)
  const placeCells = createPlaceCells(places)
  const areaOf = createAreaCells(at, areas, kinds)
  const directions = at.direction < 0 ? null : createDirectionCells(at.header[at.direction]!, preset)
  const watch = unused.watch(at)
  const readValues = createRowValues({ atoms, preset, at, values })
  let isHeader = true
  // A file has hours, or whole days: its first line that has a date says which.
  let isDaily: boolean | null = preset.lines === 'daily' ? true : null
  let lastPlace = -1

  const reject = (row: Row, reason: LineReason) => {
    const kept = { file, line: row.line, reason, cells: labelled(at.header, row) }
    quarantine.add(kept)
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
      all.skip(lastPlace)
      tally.skip()
    } else if (reason !== null) reject(row, reason)
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
    if (place >= MAX_PLACES)
      throw new ImportError(
        'FILE_COLUMNS_MISSING',
        `${file} has more than ${MAX_PLACES} different places in the column ${at.header[at.sensor]}; another ` +
          'column was expected. Name it with --map sensor=...',
      )
    watch(row, place)

    const direction = directions?.of(buffer, starts[at.direction]!, ends[at.direction]!)
    if (direction === null) return 'DIRECTION_UNKNOWN'

    const i = out.length
    const wrong = readValues(row, i, direction, isWhole)
    if (wrong !== null) return wrong
    const placed = isWhole
      ? clock.wholeDay(civil)
      : offset === null
        ? clock.civil(civil)
        : clock.withOffset(civil, offset)
    if (placed.isOffsetWrong && preset.offsets === undefined) return 'OFFSET_WRONG'
    if (placed.wrong !== null) return placed.wrong
    if (placed.flags === 1 && preset.skippedHour === 'quarantine') return 'TIME_SKIPPED'
    if (offset === 0 && !isWhole && preset.offsets === undefined) offsets.note(civil)

    const second = isWhole ? 0 : offset === null ? ((civil % 3600) + 3600) % 3600 : clock.secondOf(civil - offset)
    hours[i] = placed.hour
    streamColumn[i] = streamOf(place, areaOf(row))
    secondColumn[i] = second
    flags[i] = placed.flags
    lineColumn[i] = all.base + row.line
    if (isWhole) all.hasWholeDays = true
    else seconds[second] = 1
    for (let a = 0; a < atoms.length; a += 1) {
      const value = values[a]![i]!
      if (value === NULL) continue
      sums[a]! += value
      if (!isWhole && fullScale.has(value)) all.hasFullScale = true
    }
    if (at.sensor >= 0 && placeCells.isRenamed()) all.renamed += 1
    out.length += 1
    return null
  }

  return {
    onRow,
    lines: tally.lines,
    /** @throws {ImportError} when this file is refused; the lines that were read of it do not matter then */
    refuse() {
      tally.refuse()
      offsets.refuse()
    },
  }
}
