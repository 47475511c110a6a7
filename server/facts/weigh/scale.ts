import { NONE, type HourGrid } from './grid.ts'
import { eachOpen, type Kindred } from './kindred.ts'

/** Weight of an hour whose client has no typical week. */
const UNSCALED = 1e6

/** A typical week of the average local of each client. */
export async function scaleOf(
  grid: HourGrid,
  kindred: Kindred,
  breathe: () => Promise<void> | undefined,
): Promise<(client: number) => number> {
  const { spans, own } = grid
  // Twice the typical counts of the counters themselves add up without a rounding; those of their kind are quarters.
  const sums = new Float64Array(spans.length)
  const weeks = spans.map(() => new Set<number>())
  const isKnown = new Uint8Array(spans.length)
  for (const one of grid.series) {
    const { local } = one
    const { type } = spans[local]!.local
    const ofLocal = weeks[local]!
    let [sum, lastWeek, known] = [0, -1, 0]
    eachOpen(grid, one, (slot, place, day) => {
      const week = Math.floor((day + 3) / 7)
      if (week !== lastWeek) ofLocal.add((lastWeek = week))
      const typical = own[slot] === NONE ? kindred.typicalOf(type, place) : own[slot]! / 2
      if (typical === null) return
      sum += typical
      known = 1
    })
    sums[local]! += sum
    isKnown[local]! |= known
    await breathe()
  }
  const clients = new Map<number, { sum: number; locals: number }>()
  spans.forEach(({ local: { client } }, local) => {
    if (isKnown[local] === 0) return
    const found = clients.get(client) ?? { sum: 0, locals: 0 }
    clients.set(client, found)
    found.sum += sums[local]! / weeks[local]!.size
    found.locals += 1
  })
  return (client) => {
    const found = clients.get(client)
    return found !== undefined && found.sum > 0 ? found.sum / found.locals : UNSCALED
  }
}
