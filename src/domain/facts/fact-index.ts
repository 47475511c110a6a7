/**
 * Built once over hourly rows so that later questions touch little memory (performance.md 2.3):
 * the rollup has one entry per local and day (24 times fewer than rows) and answers everything that does not ask for hours;
 * the cube has the hours of each local-day side by side, so that hour questions add whole rows without reading a key.
 */
import { bitAt, columnIndex, numbersOf } from '../frame-build.ts'
import type { Column, Frame, NumberData } from '../frame.ts'
import { groupRows } from '../transform/groups.ts'
import { sumGroups } from '../transform/sums.ts'
import { ATOMS } from '../metrics/atoms.ts'

export interface Cube {
  /** [local-day][hour]: `hours` values per local-day; 0 where there is no row or a null. */
  readonly values: Int32Array | Float64Array
  /** Bit h of a local-day: some row of that hour is not null. Left out when every row is. */
  readonly present?: Uint32Array
}

export interface FactIndex {
  readonly frame: Frame
  /** client, local, day: one row per local-day in order of appearance, and the sum of every measure. */
  readonly rollup: Frame
  readonly firstHour: number
  readonly hours: number
  /** Bit h of a local-day: there is a row of that hour. */
  readonly rows: Uint32Array
  /** By measure; made when an hour question first needs it. */
  cube(measure: string): Cube
}

/** Frames with client, local, day and hour columns and no nulls in them; anything else has no index. */
export function indexFacts(frame: Frame): FactIndex | null {
  const keys = ['client', 'local', 'day', 'hour'].map((id) => frame.data[columnIndex(frame, id)])
  if (keys.some((data) => data?.kind !== 'numbers' || data.valid !== undefined)) return null
  const groups = groupRows(frame, ['client', 'local', 'day'])
  const hour = numbersOf(frame, 'hour').values
  const [first, last] = rangeOf(hour)
  if (last - first >= 32) return null
  const hours = Math.max(last - first + 1, 1)

  const source = withCellAtoms(frame)
  const measures = source.columns.filter(({ role, type }) => role === 'measure' && type !== 'text')
  const dims = (['client', 'local', 'day'] as const).map((id) => ({ column: frame.columns[columnIndex(frame, id)] as Column, values: numbersOf(frame, id).values }))
  const rollup: Frame = {
    columns: [...dims.map(({ column }) => column), ...measures],
    data: [
      ...dims.map(({ values }): NumberData => ({ kind: 'numbers', values: Int32Array.from(groups.first, (row) => values[row] as number) })),
      ...measures.map(({ id }) => sumGroups(numbersOf(source, id), groups)),
    ],
    rows: groups.count,
  }
  const rows = new Uint32Array(groups.count)
  for (let row = 0; row < frame.rows; row++) rows[groups.of[row] as number]! |= 1 << ((hour[row] as number) - first)

  const cubes = new Map<string, Cube>()
  const cube = (measure: string): Cube => {
    let made = cubes.get(measure)
    if (made === undefined) cubes.set(measure, made = makeCube(numbersOf(source, measure), groups.of, hour, first, hours, groups.count))
    return made
  }
  return { frame, rollup, firstHour: first, hours, rows, cube }
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

function makeCube(data: NumberData, dayOf: Uint32Array, hour: ArrayLike<number>, first: number, hours: number, days: number): Cube {
  const values = data.values instanceof Int32Array ? new Int32Array(days * hours) : new Float64Array(days * hours)
  for (let row = 0; row < dayOf.length; row++) values[(dayOf[row] as number) * hours + (hour[row] as number) - first]! += data.values[row] as number
  if (data.valid === undefined) return { values }
  const present = new Uint32Array(days)
  for (let row = 0; row < dayOf.length; row++) if (bitAt(data.valid, row)) present[dayOf[row] as number]! |= 1 << ((hour[row] as number) - first)
  return { values, present }
}

/** Adds the atoms that are made of two others, so that they can be summed like the stored ones. */
export function withCellAtoms(frame: Frame): Frame {
  const missing = ATOMS.filter(({ id, cell }) => cell && columnIndex(frame, id) < 0 && columnIndex(frame, cell.of) >= 0 && columnIndex(frame, cell.where) >= 0)
  return {
    ...frame,
    columns: [...frame.columns, ...missing.map(({ id, cell }) => ({ ...(frame.columns[columnIndex(frame, cell?.of ?? '')] as Column), id }))],
    data: [...frame.data, ...missing.map(({ cell }) => masked(numbersOf(frame, cell?.of ?? ''), numbersOf(frame, cell?.where ?? '')))],
  }
}

/** The values of one column in rows where another is present. */
function masked({ values, valid }: NumberData, { valid: where }: NumberData): NumberData {
  if (where === undefined) return { kind: 'numbers', values, ...(valid && { valid }) }
  const bits = valid ? where.map((byte, at) => byte & (valid[at] as number)) : where
  const kept = values.slice()
  for (let row = 0; row < kept.length; row++) if (!bitAt(bits, row)) kept[row] = 0
  return { kind: 'numbers', values: kept, valid: bits }
}
