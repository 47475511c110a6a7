import { civilAt } from '../../facts/zone.ts'
import { dayFromCell } from './fields.ts'
import type { Cell } from './workbook.ts'

/** Dates that are kept: more than a file has days. */
const MAX_KEPT = 20_000

/** Days of a file: what its cells say, and where it is which day now. */
export function rowDays(nowS: number, is1904: boolean) {
  /** The day of a date does not change from row to row. */
  const knownDays = new Map<Cell, number | null>()
  const dayOfCell = (cell: Cell): number | null => {
    let day = knownDays.get(cell)
    if (day === undefined) {
      day = dayFromCell(cell, is1904)
      if (knownDays.size < MAX_KEPT) knownDays.set(cell, day)
    }
    return day
  }
  const todays = new Map<string, number>()
  const todayIn = (zone: string) => {
    let today = todays.get(zone)
    if (today === undefined) todays.set(zone, (today = civilAt(zone, nowS).day))
    return today
  }

  return {
    dayOfCell,
    todayIn,
    /** Nowhere is it later than this. */
    latestToday: Math.floor((nowS + 14 * 3600) / 86_400),
  }
}
