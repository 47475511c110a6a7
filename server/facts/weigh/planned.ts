import { plannedHours } from '../expected.ts'
import { FLAG, type HourGrid } from './grid.ts'

/**
 * Finds which hours of the spans are open, and which rows have to be added because they have ended without data.
 * Without a schedule nothing is expected and every count is valid, which is how the hours were read.
 */
export function markPlanned(grid: HourGrid, nowS: number, breathe: () => Promise<void> | undefined): Promise<number> {
  return mark(grid, nowS, breathe)
}

async function mark(
  { spans, series, flags, civilDay, second, makeSecond }: HourGrid,
  nowS: number,
  breathe: () => Promise<void> | undefined,
): Promise<number> {
  let added = 0
  for (const one of series) {
    const { local, fromDay, toDay, since, isWhole } = spans[one.local]!
    if (local.week === null || !local.areas.includes(one.area)) continue
    const begin = since === undefined ? -Infinity : (since.get(one.area) ?? Infinity)
    for (let day = fromDay; day <= toDay; day += 1) {
      const { hours, open } = plannedHours(local, day)
      const isDue = day >= begin && day >= (local.openedDay ?? day) && day <= (local.closedDay ?? day)
      const whole = isWhole?.(day) === true
      if (whole && !hours.includes(1)) continue
      const at = one.first + (day - one.baseDay) * one.width - one.lo
      const civil = civilDay(local.timeZone, day)
      for (const { hour, fold, instant } of whole ? civil.whole : civil.hours) {
        if (!whole && hours[hour] !== 1) continue
        let slot = at + hour
        if (fold === 1) {
          const found = second(slot)
          if (found === undefined && !(isDue && instant + 3600 <= nowS)) continue
          slot = found ?? makeSecond(slot)
        }
        if ((flags[slot]! & FLAG.exists) === 0) {
          if (!isDue || instant + 3600 > nowS) continue
          flags[slot]! |= FLAG.exists | FLAG.added
          added += 1
        }
        if (open) flags[slot]! |= FLAG.open
      }
    }
    await breathe()
  }
  return added
}
