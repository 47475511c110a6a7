import { NULL } from '../columns.ts'
import { FLAG, NONE, type HourGrid, type Series } from './grid.ts'
import { createRings, median2Of, medianDistance, WEEKS } from './median.ts'

/**
 * "Silent device test" of metrics.md 5.5: so many are usual in a run of zeros that no one at all has a chance below 1
 * in 1000. The counter
 * is probably down, so what it said is no base of estimates.
 */
const SILENT_FROM = 7
const PLACES = 7 * 25

export const weekdayOf = (day: number) => (day + 3) % 7

export type Typical = ReturnType<typeof createTypical>

/** Works out what is usual in each hour of a counter, from its own counts. The rule is told at `rollForward`. */
export function createTypical({ counted, flags, own, second }: HourGrid) {
  const rings = createRings(PLACES)
  const near = new Float64Array(WEEKS + 1)

  /** The count that says what is usual: none in a run of zeros in which too many are usual for it to be chance. */
  const basisOf = (slot: number) => ((flags[slot]! & FLAG.down) === 0 ? counted[slot]! : NULL)
  const isOpen = (slot: number) => (flags[slot]! & FLAG.open) !== 0

  /**
   * Fills in the medians of the weeks before.
   *
   * @param isLooking looks for zeros of a counter that is down
   * @returns whether there are some: then the medians have to be filled in again, without them
   */
  function forwards({ first, baseDay, days, width }: Series, isLooking: boolean): boolean {
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

  /** What was taken of the weeks around an hour: how many open hours, and how many of them are known, in `near`. */
  const taken = { hours: 0, known: 0 }
  const take = (slot: number) => {
    if (taken.hours > WEEKS || !isOpen(slot)) return
    taken.hours += 1
    const basis = basisOf(slot)
    if (basis !== NULL) near[taken.known++] = basis
  }

  /**
   * Counts that say what is usual in the next open hours of this place in the week, its own first.
   *
   * @returns how many are known
   */
  function weeksAfter({ first, days, width }: Series, slot: number, isSecond: boolean): number {
    taken.hours = 0
    taken.known = 0
    const end = first + days * width
    if (isSecond) take(second(slot)!)
    for (let at = isSecond ? slot + 7 * width : slot; at < end && taken.hours <= WEEKS; at += 7 * width) {
      take(at)
      if ((flags[at]! & FLAG.second) !== 0) take(second(at)!)
    }
    return taken.known
  }

  /** The same of the last open hours before this one. */
  function weeksBefore({ first, width }: Series, slot: number, isSecond: boolean): number {
    // Its own hour is none of them.
    taken.hours = 1
    taken.known = 0
    if (isSecond) take(slot)
    for (let at = slot - 7 * width; at >= first && taken.hours <= WEEKS; at -= 7 * width) {
      if ((flags[at]! & FLAG.second) !== 0) take(second(at)!)
      take(at)
    }
    return taken.known
  }

  return {
    basisOf,
    /** Fills in `own` of all open hours of a counter. */
    fill(series: Series): void {
      const { first, days, width } = series
      if (forwards(series, true)) forwards(series, false)
      for (let slot = first, end = first + days * width; slot < end; slot += 1) {
        const flag = flags[slot]!
        if (
          (flag & FLAG.open) !== 0 &&
          own[slot] === NONE &&
          (own[slot] = median2Of(near, weeksAfter(series, slot, false))) === NONE
        )
          series.isComplete = false
        if ((flag & FLAG.second) === 0) continue
        const again = second(slot)!
        if (
          isOpen(again) &&
          own[again] === NONE &&
          (own[again] = median2Of(near, weeksAfter(series, slot, true))) === NONE
        )
          series.isComplete = false
      }
    },
    /** Median distance of the counts from the typical count that is their median, of an hour that has one. */
    spreadOf(series: Series, slot: number, isSecond: boolean): number {
      const before = weeksBefore(series, slot, isSecond)
      return medianDistance(near, before > 0 ? before : weeksAfter(series, slot, isSecond))
    },
  }
}
