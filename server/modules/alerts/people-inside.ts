import type { PeopleAt } from '#domain/alert-evaluation'
import { OCCUPANCY_FILL_MS } from '#domain/alert-evaluation'
import type { OccupancyFacts } from '../../facts/occupancy.ts'

/** Where the people inside are read. */
export interface OccupancySource {
  readonly occupancy: Pick<OccupancyFacts, 'deviceOccupancy'>
}

/**
 * People inside each local over time: at every word of a sensor, the sum of the newest word of each of its lines, as
 * long as that is believed.
 *
 * @param from epoch ms, included
 * @param to epoch ms, not included
 */
export async function peopleInside(
  { occupancy }: OccupancySource,
  client: number,
  locals: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, PeopleAt[]>> {
  const found = new Map<number, PeopleAt[]>()
  if (locals.length === 0) return found
  const words = await occupancy.deviceOccupancy(client, locals, from, to)
  const lines = new Map<string, { at: number; people: number }>()
  let before: number | null = null
  for (const { local, zone, at, people: said } of words) {
    if (local !== before) lines.clear()
    before = local
    lines.set(zone, { at, people: said })
    const people = [...lines.values()]
      .filter((one) => at - one.at <= OCCUPANCY_FILL_MS)
      .reduce((sum, one) => sum + one.people, 0)
    const series = found.get(local) ?? []
    // Several lines have one instant: only instants of all lines count.
    if (series.at(-1)?.at === at) series.pop()
    series.push({ at, people })
    found.set(local, series)
  }
  return found
}
