/**
 * A local against its peers: the other locals of the selection, of the same type where the type is known (metrics.md
 * 5.2).
 */
import type { Cell } from '#domain/frame'
import { atomsOf, metricOf } from '#domain/metrics/index'
import type { Atoms } from '#domain/metrics/index'
import type { Change } from '../lib/measure.ts'
import { change, valueOf } from '../lib/measure.ts'

export interface Standing {
  /** The peers' ratio: sum over sum, without the local itself. */
  readonly peers: number | null
  /** Points above or below it. */
  readonly gap: Change
  /** 0 to 100: the share of the peers it does better than; ties count half. */
  readonly rank: number
}

/** One standing a venue, null where it has too few peers or no figure. `most` = the largest peer set. */
export function peersOf(
  venues: readonly Venue[],
  metricId: string,
  minPeers: number,
): { standings: (Standing | null)[]; most: number } {
  const metric = metricOf(metricId)
  const atoms = atomsOf(metric)
  const known = venues.map(({ comparing }) => valueOf(metricId, comparing))
  const sets = new Map<string, { sums: Record<string, number>; values: number[]; order?: Float64Array }>()
  const setOf = ({ type }: Venue) => String(type)
  venues.forEach((venue, at) => {
    const value = known[at]
    if (value == null || venue.comparing === null) return
    const set = sets.get(setOf(venue)) ?? { sums: {}, values: [] }
    for (const id of atoms) set.sums[id] = (set.sums[id] ?? 0) + (cellOf(venue.comparing, id) ?? 0)
    set.values.push(value)
    sets.set(setOf(venue), set)
  })
  const standings = venues.map((venue, at): Standing | null => {
    const own = known[at]
    const set = sets.get(setOf(venue))
    if (own == null || venue.comparing === null || set === undefined || set.values.length - 1 < minPeers) return null
    const others: Record<string, number> = {}
    for (const id of atoms) others[id] = (set.sums[id] ?? 0) - (cellOf(venue.comparing, id) ?? 0)
    const order = (set.order ??= Float64Array.from(set.values).sort())
    const [less, upTo] = [placeOf(order, own, false), placeOf(order, own, true)]
    const beaten = (metric.betterWhen === 'down' ? order.length - upTo : less) + (upTo - less - 1) / 2
    return {
      peers: valueOf(metricId, others),
      gap: change(metricId, venue.comparing, others),
      rank: Math.round((100 * beaten) / (set.values.length - 1)),
    }
  })
  return { standings, most: Math.max(0, ...[...sets.values()].map(({ values }) => values.length - 1)) }
}

/** How many of an ascending list are below `value`, or up to it. */
function placeOf(order: Float64Array, value: number, withEqual: boolean): number {
  let [from, to] = [0, order.length]
  while (from < to) {
    const middle = (from + to) >> 1
    const found = order[middle] as number
    if (found < value || (withEqual && found === value)) from = middle + 1
    else to = middle
  }
  return from
}

/**
 * Denominators of conversion may be absent in sums that carry tickets only; the registry fills them from the visits.
 */
function cellOf(atoms: Atoms, id: string): number | null {
  if (atoms[id] != null) return atoms[id]
  return id === 'visitsWithTickets' && atoms.tickets != null
    ? (atoms.visits ?? null)
    : id === 'insWithTickets' && atoms.tickets != null
      ? (atoms.ins ?? null)
      : null
}

export interface Venue {
  readonly local: number
  readonly type: Cell
  readonly comparing: Atoms | null
  readonly reference: Atoms | null
}
