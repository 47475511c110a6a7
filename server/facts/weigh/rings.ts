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
