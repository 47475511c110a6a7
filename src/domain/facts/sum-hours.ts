import type { Lists } from './evaluate-index.ts'

const LARGEST = 0x7fffffff

/**
 * Adds the hours of all local-days of each group: [group][hour]. The inner loop reads rows of numbers and no keys; eight
 * hours at a time stay in registers, which is three times faster than adding into an array.
 */
export function sumHours(values: Int32Array | Float64Array, hours: number, lists: Lists, largest: number): Float64Array {
  const sums = new Float64Array((lists.at.length - 1) * hours)
  if (values instanceof Int32Array) {
    // So many rows can be added before a 32-bit sum could overflow.
    const block = Math.max(1, Math.floor(LARGEST / Math.max(largest, 1)))
    for (let h = 0; h < hours; h += 8) {
      if (h + 8 <= hours) addEight(values, hours, lists, sums, h, block)
      else for (let rest = h; rest < hours; rest++) addOne(values, hours, lists, sums, rest)
    }
  } else {
    for (let h = 0; h < hours; h++) addDoubles(values, hours, lists, sums, h)
  }
  return sums
}

function addEight(values: Int32Array, hours: number, { days, at }: Lists, sums: Float64Array, h: number, block: number): void {
  for (let group = 0; group < at.length - 1; group++) {
    const end = at[group + 1] as number
    const to = group * hours + h
    for (let begin = at[group] as number; begin < end; begin += block) {
      const stop = Math.min(begin + block, end)
      let [a, b, c, d, e, f, g, i] = [0, 0, 0, 0, 0, 0, 0, 0]
      for (let n = begin; n < stop; n++) {
        const from = (days[n] as number) * hours + h
        a = (a + (values[from] as number)) | 0
        b = (b + (values[from + 1] as number)) | 0
        c = (c + (values[from + 2] as number)) | 0
        d = (d + (values[from + 3] as number)) | 0
        e = (e + (values[from + 4] as number)) | 0
        f = (f + (values[from + 5] as number)) | 0
        g = (g + (values[from + 6] as number)) | 0
        i = (i + (values[from + 7] as number)) | 0
      }
      sums[to]! += a
      sums[to + 1]! += b
      sums[to + 2]! += c
      sums[to + 3]! += d
      sums[to + 4]! += e
      sums[to + 5]! += f
      sums[to + 6]! += g
      sums[to + 7]! += i
    }
  }
}

function addOne(values: Int32Array, hours: number, { days, at }: Lists, sums: Float64Array, h: number): void {
  for (let group = 0; group < at.length - 1; group++) {
    let sum = 0
    for (let n = at[group] as number; n < (at[group + 1] as number); n++) sum += values[(days[n] as number) * hours + h] as number
    sums[group * hours + h] = sum
  }
}

function addDoubles(values: Float64Array, hours: number, { days, at }: Lists, sums: Float64Array, h: number): void {
  for (let group = 0; group < at.length - 1; group++) {
    let sum = 0
    for (let n = at[group] as number; n < (at[group + 1] as number); n++) sum += values[(days[n] as number) * hours + h] as number
    sums[group * hours + h] = sum
  }
}
