import type { Lists } from './evaluate-index.ts'

/** Adds the hours of all local-days of each group: [group][hour]. No keys in the inner loop, only rows of numbers. */
export function sumHours(values: Int32Array | Float64Array, hours: number, lists: Lists): Float64Array {
  return values instanceof Int32Array ? sumIntegers(values, hours, lists) : sumDoubles(values, hours, lists)
}

function sumIntegers(values: Int32Array, hours: number, { days, at }: Lists): Float64Array {
  const sums = new Float64Array((at.length - 1) * hours)
  const row = new Float64Array(hours)
  for (let group = 0; group < at.length - 1; group++) {
    row.fill(0)
    const end = at[group + 1] as number
    for (let i = at[group] as number; i < end; i++) {
      const from = (days[i] as number) * hours
      for (let h = 0; h < hours; h++) row[h]! += values[from + h] as number
    }
    sums.set(row, group * hours)
  }
  return sums
}

function sumDoubles(values: Float64Array, hours: number, { days, at }: Lists): Float64Array {
  const sums = new Float64Array((at.length - 1) * hours)
  const row = new Float64Array(hours)
  for (let group = 0; group < at.length - 1; group++) {
    row.fill(0)
    const end = at[group + 1] as number
    for (let i = at[group] as number; i < end; i++) {
      const from = (days[i] as number) * hours
      for (let h = 0; h < hours; h++) row[h]! += values[from + h] as number
    }
    sums.set(row, group * hours)
  }
  return sums
}
