import { NULL } from '../columns.ts'
import { FLAG, NONE } from './grid.ts'
import type { HourGrid, Series } from './grid.ts'
import { median2Of, medianDistance } from './median.ts'
import { createNearWeeks } from './near-weeks.ts'
import { createWeeksBefore } from './weeks-before.ts'

export type Typical = ReturnType<typeof createTypical>

/** Works out what is usual in each hour of a counter, from its own counts. The rule is documented at `rollForward`. */
export function createTypical(grid: HourGrid) {
  const { counted, flags, own, second } = grid

  /** The count that says what is usual: none in a run of zeros in which too many are usual for it to be chance. */
  const basisOf = (slot: number) => ((flags[slot]! & FLAG.down) === 0 ? counted[slot]! : NULL)
  const isOpen = (slot: number) => (flags[slot]! & FLAG.open) !== 0
  const fillForwards = createWeeksBefore(grid, basisOf)
  const { near, weeksAfter, weeksBefore } = createNearWeeks(grid, basisOf)

  return {
    basisOf,
    /** Fills in `own` of all open hours of a counter. */
    fill(series: Series): void {
      const { first, days, width } = series
      if (fillForwards(series, true)) fillForwards(series, false)
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
