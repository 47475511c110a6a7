/** Readings that wait for the facts, as columns: counts with their atoms, counters, and the rest. */
import { READING_ATOMS } from '../../facts/atoms.ts'
import { shiftOf } from './checks.ts'
import { NULL } from '../../facts/columns.ts'
import { growingColumns } from '../../facts/growing-columns.ts'
import type { Device } from './device-repo.ts'
import type { Reading } from './reading.ts'
import { createRepeats } from './repeats.ts'

/** Unless the device says so more often, an event or a sign of life covers the time since the report before it. */
const LEAST_COVER_S = 60
const MAX_COVER_S = 3600

/** The number of the name of a line. */
type LineOf = (name: string) => number

export function countColumns(lineOf: LineOf) {
  const counts = growingColumns(
    [
      'seq',
      'place',
      'device',
      'line',
      'seconds',
      'sequence',
      'ins',
      'outs',
      'revision',
      'reversed',
      'skewMs',
      'covers',
    ],
    ['said', 'start'],
  )
  const repeats = createRepeats(counts)
  const atoms = growingColumns(['seq', ...READING_ATOMS], [])

  return {
    counts,
    atoms,

    /** An identical waiting reading takes no room. */
    add(
      { id, reversed, reportS }: Device,
      place: number,
      reading: Extract<Reading, { kind: 'count' | 'event' }>,
      skewMs: number,
    ): void {
      const i = counts.add()
      const { whole, wide } = counts
      const isCount = reading.kind === 'count'
      const said = isCount ? reading.start : reading.at
      whole.seq[i] = i
      whole.place[i] = place
      whole.device[i] = id
      whole.line[i] = lineOf(reading.line)
      whole.seconds[i] = isCount ? Math.round((reading.end - reading.start) / 1000) : 0
      whole.sequence[i] = isCount ? 0 : reading.sequence
      whole.ins[i] = reading.in ?? NULL
      whole.outs[i] = reading.out ?? NULL
      whole.revision[i] = isCount ? (reading.revision ?? 0) : 0
      whole.reversed[i] = reversed ? 1 : 0
      whole.skewMs[i] = skewMs
      // An interval without data covers no time.
      const silent = isCount && reading.in === null && reading.out === null && reading.atoms === undefined
      whole.covers[i] = silent ? 0 : isCount ? whole.seconds[i]! : coverOf(reportS)
      wide.said[i] = said
      wide.start[i] = said + shiftOf(skewMs)
      if (!isCount || reading.atoms === undefined) {
        if (repeats.isRepeat(i)) counts.drop()
        return
      }
      const a = atoms.add()
      atoms.whole.seq[a] = i
      for (const atom of READING_ATOMS) atoms.whole[atom][a] = reading.atoms[atom] ?? NULL
    },

    clear(): void {
      counts.clear()
      atoms.clear()
      repeats.clear()
    },
  }
}

export function counterColumns(lineOf: LineOf) {
  const counters = growingColumns(
    ['seq', 'place', 'device', 'line', 'bits', 'reversed', 'skewMs'],
    ['said', 'instant', 'totalIn', 'totalOut'],
  )

  return {
    counters,

    add({ id, reversed }: Device, place: number, reading: Extract<Reading, { kind: 'counter' }>, skewMs: number): void {
      const i = counters.add()
      const { whole, wide } = counters
      whole.seq[i] = i
      whole.place[i] = place
      whole.device[i] = id
      whole.line[i] = lineOf(reading.line)
      whole.bits[i] = reading.bits ?? 0
      whole.reversed[i] = reversed ? 1 : 0
      whole.skewMs[i] = skewMs
      wide.said[i] = reading.at
      wide.instant[i] = reading.at + shiftOf(skewMs)
      wide.totalIn[i] = reading.totalIn ?? -1
      wide.totalOut[i] = reading.totalOut ?? -1
    },
  }
}

export function signColumns(lineOf: LineOf) {
  /** kind 0: heartbeat with flags; 1: occupancy with people. */
  const signs = growingColumns(
    ['seq', 'place', 'device', 'line', 'kind', 'value', 'skewMs', 'covers'],
    ['said', 'instant'],
  )

  return {
    signs,

    add(
      { id, reportS }: Device,
      place: number,
      said: number,
      { kind, value, line }: { kind: 0 | 1; value: number; line: string },
      skewMs: number,
    ): void {
      const i = signs.add()
      const { whole, wide } = signs
      whole.seq[i] = i
      whole.place[i] = place
      whole.device[i] = id
      whole.line[i] = lineOf(line)
      whole.kind[i] = kind
      whole.value[i] = value
      whole.skewMs[i] = skewMs
      whole.covers[i] = coverOf(reportS)
      wide.said[i] = said
      wide.instant[i] = said + shiftOf(skewMs)
    },
  }
}

const coverOf = (reportS: number) => Math.max(LEAST_COVER_S, Math.min(MAX_COVER_S, reportS))
