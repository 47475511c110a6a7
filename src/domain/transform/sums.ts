/**
 * The inner loops: one pass per column, additions into flat arrays, no value boxed. One copy of each loop per element
 * type.
 */
import { bitAt, noBits, numberData, setBit } from '../frame-build.ts'
import type { NumberData } from '../frame.ts'
import type { Groups } from './groups.ts'

/** Sum of a column per group; null where every row of the group is null. */
export function sumGroups(data: NumberData, groups: Groups): NumberData {
  const values = data.values instanceof Int32Array ? sumIntegers(data.values, groups) : sumFloats(data.values, groups)
  return numberData(values, presence(data, groups))
}

function sumIntegers(values: Int32Array, { of, runs, count }: Groups): Float64Array {
  const sums = new Float64Array(count)
  for (let run = 0; run < runs.length - 1; run++) {
    const from = runs[run] as number
    const to = runs[run + 1] as number
    let sum = 0
    for (let row = from; row < to; row++) sum += values[row] as number
    sums[of[from] as number]! += sum
  }
  return sums
}

function sumFloats(values: ArrayLike<number>, { of, runs, count }: Groups): Float64Array {
  const sums = new Float64Array(count)
  for (let run = 0; run < runs.length - 1; run++) {
    const from = runs[run] as number
    const to = runs[run + 1] as number
    let sum = 0
    for (let row = from; row < to; row++) sum += values[row] as number
    sums[of[from] as number]! += sum
  }
  return sums
}

/** Groups with at least one present row; undefined when the column has no nulls and no group is empty. */
export function presence({ valid }: NumberData, groups: Groups): Uint8Array | undefined {
  if (valid === undefined && groups.of.length > 0) return undefined
  const present = noBits(groups.count)
  if (valid)
    for (let row = 0; row < groups.of.length; row++) if (bitAt(valid, row)) setBit(present, groups.of[row] as number)
  return present
}

/** Present rows per group. */
export function countPresent({ valid }: NumberData, groups: Groups): Float64Array {
  const counts = new Float64Array(groups.count)
  for (let row = 0; row < groups.of.length; row++)
    if (valid === undefined || bitAt(valid, row)) counts[groups.of[row] as number]!++
  return counts
}

/** Rows per group, null or not. */
export function countRows(groups: Groups): Float64Array {
  const counts = new Float64Array(groups.count)
  for (let run = 0; run < groups.runs.length - 1; run++) {
    counts[groups.of[groups.runs[run] as number] as number]! +=
      (groups.runs[run + 1] as number) - (groups.runs[run] as number)
  }
  return counts
}
