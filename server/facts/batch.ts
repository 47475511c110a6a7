import { ATOM_COLUMNS, NULL, type AtomColumn, type KeyColumn } from './columns.ts'
import type { TrafficRow } from './traffic-row.ts'

/**
 * Hours as columns, the way they travel through checks and into the store. `NULL` means "not reported".
 * Arrays may be longer than `length`.
 */
export type TrafficBatch = { readonly [column in KeyColumn | AtomColumn]: Int32Array } & {
  /** Start of the hour, seconds since 1970-01-01 UTC. */
  readonly instant: Float64Array
  length: number
}

const INTEGERS: readonly (KeyColumn | AtomColumn)[] = [
  'client',
  'local',
  'area',
  'day',
  'hour',
  'fold',
  ...ATOM_COLUMNS,
]

/** An empty batch with room for some rows; every atom starts as not reported. */
export function createBatch(capacity: number): TrafficBatch {
  const columns = Object.fromEntries(INTEGERS.map((name) => [name, new Int32Array(capacity)])) as {
    [column in KeyColumn | AtomColumn]: Int32Array
  }
  for (const atom of ATOM_COLUMNS) columns[atom].fill(NULL)
  return { ...columns, instant: new Float64Array(capacity), length: 0 }
}

/**
 * Columns from row objects. A value that is no 32-bit whole number is kept as it is for the checks to refuse (see
 * `unfit`).
 */
export function batchFromRows(rows: readonly TrafficRow[]): { batch: TrafficBatch; unfit: ReadonlySet<number> } {
  const batch = createBatch(rows.length)
  const unfit = new Set<number>()
  rows.forEach((row, i) => {
    for (const name of INTEGERS) {
      const value = row[name]
      if (value === null || value === undefined) batch[name][i] = NULL
      else if (Number.isInteger(value) && Math.abs(value) <= 2147483647) batch[name][i] = value
      else unfit.add(i)
    }
    if (Number.isFinite(row.instant)) batch.instant[i] = row.instant
    else unfit.add(i)
  })
  batch.length = rows.length
  return { batch, unfit }
}

/** One row of a batch as an object, for messages and for the quarantine. */
export function rowOf(batch: TrafficBatch, i: number): Record<string, number | null> {
  const row: Record<string, number | null> = {}
  for (const name of INTEGERS) row[name] = batch[name][i] === NULL ? null : batch[name][i]!
  row.instant = batch.instant[i]!
  return row
}

/** Copies row `from` of one batch to the end of another. */
export function copyRow(to: TrafficBatch, from: TrafficBatch, i: number): void {
  for (const name of INTEGERS) to[name][to.length] = from[name][i]!
  to.instant[to.length] = from.instant[i]!
  to.length += 1
}
