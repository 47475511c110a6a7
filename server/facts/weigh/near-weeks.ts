/** The same hour of the weeks around it. */
import { NULL } from '../columns.ts'
import { FLAG } from './grid.ts'
import type { HourGrid, Series } from './grid.ts'
import { WEEKS } from './rings.ts'

type Hours = Pick<HourGrid, 'flags' | 'second'>

/** @param basisOf the count that says what is usual in an hour */
export function createNearWeeks({ flags, second }: Hours, basisOf: (slot: number) => number) {
  /** The counts that were taken last. */
  const near = new Float64Array(WEEKS + 1)
  const isOpen = (slot: number) => (flags[slot]! & FLAG.open) !== 0

  /** The weeks taken around an hour: how many open hours, and how many of them are known, in `near`. */
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
    // Its own hour is not among them.
    taken.hours = 1
    taken.known = 0
    if (isSecond) take(slot)
    for (let at = slot - 7 * width; at >= first && taken.hours <= WEEKS; at -= 7 * width) {
      if ((flags[at]! & FLAG.second) !== 0) take(second(at)!)
      take(at)
    }
    return taken.known
  }

  return { near, weeksAfter, weeksBefore }
}
