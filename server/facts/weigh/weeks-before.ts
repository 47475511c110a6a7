/** The usual count of an hour, by the weeks before it; and runs of zeros of a counter that is down. */
import { FLAG, NONE } from './grid.ts'
import type { HourGrid, Series } from './grid.ts'
import { createRings } from './rings.ts'

/**
 * "Silent device test" of metrics.md 5.5: so many are usual in a run of zeros that no one at all has a chance below 1
 * in 1000. The counter
 * is probably down, so what it said is no base of estimates.
 */
const SILENT_FROM = 7
const PLACES = 7 * 25

export const weekdayOf = (day: number) => (day + 3) % 7

export function createWeeksBefore({ counted, flags, own, second }: HourGrid, basisOf: (slot: number) => number) {
  const rings = createRings(PLACES)
  const isOpen = (slot: number) => (flags[slot]! & FLAG.open) !== 0

  /**
   * Fills in the medians of the weeks before.
   *
   * @param isLooking looks for zeros of a counter that is down
   * @returns whether there are some: then the medians have to be filled in again, without them
   */
  function fill({ first, baseDay, days, width }: Series, isLooking: boolean): boolean {
    rings.clear()
    let found = false
    // A run of zeros begins behind an hour with people, and hours that are not known do not end it.
    let [runFrom, run2] = [first, 0]
    const step = (slot: number, place: number): boolean => {
      const count = basisOf(slot)
      const usual2 = rings.median2(place)
      own[slot] = usual2
      rings.push(place, count)
      if (count === 0 && usual2 !== NONE) run2 += usual2
      return count > 0
    }
    const endRun = (to: number) => {
      if (isLooking && run2 >= SILENT_FROM * 2 && markDown(runFrom, to)) found = true
      run2 = 0
    }
    let slot = first
    for (let day = 0; day < days; day += 1) {
      const places = weekdayOf(baseDay + day) * width
      for (let hour = 0; hour < width; hour += 1, slot += 1) {
        const flag = flags[slot]!
        if ((flag & FLAG.open) !== 0 && step(slot, places + hour)) {
          endRun(slot)
          runFrom = slot
        }
        if ((flag & FLAG.second) === 0) continue
        const again = second(slot)!
        if (isOpen(again) && step(again, places + hour)) {
          endRun(slot + 1)
          runFrom = slot + 1
        }
      }
    }
    endRun(slot)
    return found
  }

  function markDown(from: number, to: number): boolean {
    let found = false
    const mark = (slot: number) => {
      if (!isOpen(slot) || counted[slot] !== 0) return
      flags[slot]! |= FLAG.down
      found = true
    }
    for (let slot = from; slot < to; slot += 1) {
      mark(slot)
      if ((flags[slot]! & FLAG.second) !== 0) mark(second(slot)!)
    }
    return found
  }

  return fill
}
