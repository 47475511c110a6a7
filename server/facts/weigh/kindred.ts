import { FLAG, NONE, type HourGrid, type Series } from './grid.ts'
import { median2OfMany } from './median.ts'
import { weekdayOf } from './weeks-before.ts'

const PLACES = 7 * 25

/** The usual counts at each place of the week among locals of the same type; null where all are unknown. */
export interface Kindred {
  typicalOf(type: string, place: number): number | null
}

/** Weekday and hour as one number. */
export const placeOf = (day: number, hour: number) => weekdayOf(day) * 25 + hour

/** Calls back with every open hour of a counter: its slot, and its place in the week. */
export function eachOpen(
  { flags, second }: HourGrid,
  { first, baseDay, days, lo, width }: Series,
  visit: (slot: number, place: number, day: number) => void,
): void {
  let slot = first
  for (let day = 0; day < days; day += 1) {
    const place = placeOf(baseDay + day, lo)
    for (let hour = 0; hour < width; hour += 1, slot += 1) {
      const flag = flags[slot]!
      if ((flag & FLAG.open) !== 0) visit(slot, place + hour, baseDay + day)
      if ((flag & FLAG.second) === 0) continue
      const again = second(slot)!
      if ((flags[again]! & FLAG.open) !== 0) visit(again, place + hour, baseDay + day)
    }
  }
}

/**
 * Medians of the typical counts of all locals of a type, of those places only at which some counter has none of its
 * own.
 */
export async function kindredOf(grid: HourGrid, breathe: () => Promise<void> | undefined): Promise<Kindred> {
  const wanted = new Map<string, Uint8Array>()
  const typeOf = ({ local }: Series) => grid.spans[local]!.local.type
  for (const one of grid.series.filter(({ isComplete }) => !isComplete)) {
    const places = wanted.get(typeOf(one)) ?? new Uint8Array(PLACES)
    wanted.set(typeOf(one), places)
    eachOpen(grid, one, (slot, place) => {
      if (grid.own[slot] === NONE) places[place] = 1
    })
    await breathe()
  }
  const medians = new Map<string, Float64Array>()
  for (const [type, places] of wanted) {
    const series = grid.series.filter((one) => typeOf(one) === type)
    const buffer = new Uint32Array(series.reduce((sum, { days }) => sum + Math.ceil(days / 7) * 2, 0))
    const found = new Float64Array(PLACES).fill(Number.NaN)
    medians.set(type, found)
    for (let place = 0; place < PLACES; place += 1) {
      if (places[place] === 0) continue
      const length = gather(grid, series, place, buffer)
      if (length > 0) found[place] = median2OfMany(buffer, length) / 4
      await breathe()
    }
  }
  return {
    typicalOf(type, place) {
      const found = medians.get(type)?.[place]
      return found === undefined || Number.isNaN(found) ? null : found
    },
  }
}

/** Typical counts of some counters at one place of the week. */
function gather({ flags, own, second }: HourGrid, series: readonly Series[], place: number, into: Uint32Array): number {
  let length = 0
  const [weekday, hour] = [Math.floor(place / 25), place % 25]
  const take = (slot: number) => {
    if ((flags[slot]! & FLAG.open) !== 0 && own[slot] !== NONE) into[length++] = own[slot]!
  }
  for (const { first, baseDay, days, lo, width } of series) {
    if (hour < lo || hour >= lo + width) continue
    for (let day = (weekday - weekdayOf(baseDay) + 7) % 7; day < days; day += 7) {
      const slot = first + day * width + hour - lo
      take(slot)
      if ((flags[slot]! & FLAG.second) !== 0) take(second(slot)!)
    }
  }
  return length
}
