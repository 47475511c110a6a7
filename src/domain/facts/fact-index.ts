/**
 * Built once over hourly rows so that later questions touch little memory (performance.md 2.3):
 * the rollup has one entry per local and day (24 times fewer than rows) and answers everything that does not ask for
 * hours; the cube has the hours of each local-day side by side, so that hour questions add whole rows without reading a
 * key.
 */
import { bitAt, columnIndex, numbersOf, takeColumn } from '../frame-build.ts'
import type { Column, Frame, NumberData } from '../frame.ts'
import { groupRows } from '../transform/groups.ts'
import { sumGroups } from '../transform/sums.ts'
import { makeCube } from './cube.ts'
import type { Cube } from './cube.ts'
import { atomOf } from '../metrics/atoms.ts'

export interface FactIndex {
  readonly frame: Frame
  /** client, local, day: one row per local-day, in order of appearance. */
  readonly days: Frame
  readonly firstHour: number
  readonly hours: number
  /** Bit h of a local-day: there is a row of that hour. */
  readonly rows: Uint32Array
  /** Sum of a measure per local-day. Made when first asked for. Throws COLUMN_UNKNOWN. */
  sum(measure: string): NumberData
  /** Hours of a measure per local-day. Made when an hour question first needs it. Throws COLUMN_UNKNOWN. */
  cube(measure: string): Cube
}

const DAY_KEYS = ['client', 'local', 'day'] as const

/** Frames with client, local, day and hour columns and no nulls in them; anything else has no index. */
export function indexFacts(frame: Frame): FactIndex | null {
  const keys = [...DAY_KEYS, 'hour'].map((id) => frame.data[columnIndex(frame, id)])
  if (keys.some((data) => data?.kind !== 'numbers' || data.valid !== undefined)) return null
  const hour = numbersOf(frame, 'hour').values
  const [firstHour, last] = rangeOf(hour)
  // The masks have a bit per hour; a day of the clock change still has 24 names of hours.
  if (last - firstHour >= 32) return null
  const hours = last - firstHour + 1
  const groups = groupRows(frame, DAY_KEYS)
  const rows = new Uint32Array(groups.count)
  for (let row = 0; row < frame.rows; row++) rows[groups.of[row] as number]! |= 1 << ((hour[row] as number) - firstHour)

  const source = memoize((measure) => cellAtom(frame, measure))
  return {
    frame,
    firstHour,
    hours,
    rows,
    days: {
      columns: DAY_KEYS.map((id) => frame.columns[columnIndex(frame, id)] as Column),
      data: DAY_KEYS.map((id) => takeColumn(numbersOf(frame, id), groups.first)),
      rows: groups.count,
    },
    sum: memoize((measure) => sumGroups(source(measure), groups)),
    cube: memoize((measure) =>
      makeCube(source(measure), { dayOf: groups.of, hour, firstHour, hours, days: groups.count }),
    ),
  }
}

function memoize<T>(make: (id: string) => T): (id: string) => T {
  const made = new Map<string, T>()
  return (id) => {
    let value = made.get(id)
    if (value === undefined) made.set(id, (value = make(id)))
    return value
  }
}

function rangeOf(values: ArrayLike<number>): [number, number] {
  let [min, max] = [Infinity, -Infinity]
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number
    if (value < min) min = value
    if (value > max) max = value
  }
  return values.length ? [min, max] : [0, 0]
}

/**
 * A measure of the frame; atoms that are made of two others are worked out when the frame has none. Throws
 * COLUMN_UNKNOWN.
 */
export function cellAtom(frame: Frame, measure: string): NumberData {
  const rule = columnIndex(frame, measure) < 0 ? atomOf(measure)?.cell : undefined
  return rule ? masked(numbersOf(frame, rule.of), numbersOf(frame, rule.where)) : numbersOf(frame, measure)
}

/** The values of one column in rows where another is present. */
function masked({ values, valid }: NumberData, { valid: where }: NumberData): NumberData {
  if (where === undefined) return { kind: 'numbers', values, ...(valid && { valid }) }
  const bits = valid ? where.map((byte, at) => byte & (valid[at] as number)) : where
  const kept = values.slice()
  for (let row = 0; row < kept.length; row++) if (!bitAt(bits, row)) kept[row] = 0
  return { kind: 'numbers', values: kept, valid: bits }
}
