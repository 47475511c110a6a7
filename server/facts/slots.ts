/** Civil hours of a place as spans of time: every instant belongs to exactly one, across clock changes. */
import { civilAt, hoursOfDay } from './zone.ts'
import type { CivilHour } from './zone.ts'

/** All zones since 2001 change at, and differ by, multiples of this. */
export const QUARTER_MS = 900_000

export interface Slot {
  readonly day: number
  readonly hour: number
  readonly fold: 0 | 1
  /** Epoch ms; `to` is not included. */
  readonly from: number
  readonly to: number
}

const MAX_KEPT = 20_000
const kept = new Map<string, readonly CivilHour[]>()

function hoursAt(zone: string, day: number): readonly CivilHour[] {
  const key = `${zone} ${day}`
  const known = kept.get(key)
  if (known !== undefined) return known
  if (kept.size >= MAX_KEPT) kept.clear()
  const hours = hoursOfDay(zone, day)
  kept.set(key, hours)
  return hours
}

/** First instant behind a day; a day that was left out (Apia, 30-12-2011) has no hours. */
function endOf(zone: string, day: number): number {
  for (let next = day + 1; next < day + 4; next += 1) {
    const first = hoursAt(zone, next)[0]
    if (first !== undefined) return first.instant * 1000
  }
  throw new RangeError(`${zone} has no hours after day ${day}.`)
}

/** The civil hour of a zone that an instant (epoch ms) lies in. */
export function slotAt(zone: string, at: number): Slot {
  const second = Math.floor(at / 1000)
  const { day } = civilAt(zone, second)
  const hours = hoursAt(zone, day)
  let i = hours.length - 1
  while (i > 0 && hours[i]!.instant > second) i -= 1
  const { hour, fold, instant } = hours[i]!
  return {
    day,
    hour,
    fold,
    from: instant * 1000,
    to: i + 1 < hours.length ? hours[i + 1]!.instant * 1000 : endOf(zone, day),
  }
}
