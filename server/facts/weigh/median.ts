import { NULL } from '../columns.ts'
import { NONE } from './grid.ts'

/** "The last 8 comparable weeks" of metrics.md 5.5. */
export const WEEKS = 8

/**
 * The last counts of some places, with their medians at hand: a count goes in and the oldest out, and what is left
 * stays sorted.
 */
export interface Rings {
  clear(): void
  /** Twice the median of the known ones; `NONE` when there is none. */
  median2(place: number): number
  /** @param count `NULL` = not known; it takes the place of a week all the same */
  push(place: number, count: number): void
}

export function createRings(places: number): Rings {
  const last = new Int32Array(places * WEEKS).fill(NULL)
  const sorted = new Int32Array(places * WEEKS)
  const known = new Uint8Array(places)
  const next = new Uint8Array(places)
  return {
    clear() {
      last.fill(NULL)
      known.fill(0)
      next.fill(0)
    },
    median2(place) {
      const n = known[place]!
      if (n === 0) return NONE
      const middle = place * WEEKS + (n >> 1)
      return (n & 1) === 1 ? sorted[middle]! * 2 : sorted[middle - 1]! + sorted[middle]!
    },
    push(place, count) {
      const from = place * WEEKS
      const at = from + next[place]!
      next[place] = (next[place]! + 1) % WEEKS
      const old = last[at]!
      if (old === count) return
      last[at] = count
      let n = known[place]!
      if (old !== NULL) {
        let gone = from
        while (sorted[gone] !== old) gone += 1
        n -= 1
        for (const end = from + n; gone < end; gone += 1) sorted[gone] = sorted[gone + 1]!
      }
      if (count !== NULL) {
        let here = from + n
        for (; here > from && sorted[here - 1]! > count; here -= 1) sorted[here] = sorted[here - 1]!
        sorted[here] = count
        n += 1
      }
      known[place] = n
    },
  }
}

/** Twice the median of the first `length` values; sorts them. `NONE` of none. */
export function median2Of(values: Float64Array, length: number): number {
  if (length === 0) return NONE
  sortFirst(values, length)
  const middle = length >> 1
  return (length & 1) === 1 ? values[middle]! * 2 : values[middle - 1]! + values[middle]!
}

/** Median distance from the median of the first `length` values, at least one; changes them. */
export function medianDistance(values: Float64Array, length: number): number {
  const median = median2Of(values, length) / 2
  for (let i = 0; i < length; i += 1) values[i] = Math.abs(values[i]! - median)
  return median2Of(values, length) / 2
}

/** By insertion: there are nine values at most. */
function sortFirst(values: Float64Array, length: number): void {
  for (let i = 1; i < length; i += 1) {
    const value = values[i]!
    let at = i
    for (; at > 0 && values[at - 1]! > value; at -= 1) values[at] = values[at - 1]!
    values[at] = value
  }
}

/**
 * Twice the median of the first `length` values, at least one, of which there may be many; puts them in another order.
 */
export function median2OfMany(values: Uint32Array, length: number): number {
  const upper = select(values, length, length >> 1)
  if ((length & 1) === 1) return upper * 2
  // All before it are at most as large.
  let lower = 0
  for (let i = 0; i < length >> 1; i += 1) if (values[i]! > lower) lower = values[i]!
  return lower + upper
}

/** Hoare's selection: the value at `k` of the sorted ones, with none larger before it. */
function select(values: Uint32Array, length: number, k: number): number {
  let [left, right] = [0, length - 1]
  while (left < right) {
    const pivot = values[(left + right) >> 1]!
    let [i, j] = [left, right]
    while (i <= j) {
      while (values[i]! < pivot) i += 1
      while (values[j]! > pivot) j -= 1
      if (i > j) break
      const value = values[i]!
      values[i] = values[j]!
      values[j] = value
      i += 1
      j -= 1
    }
    if (k <= j) right = j
    else if (k >= i) left = i
    else break
  }
  return values[k]!
}
