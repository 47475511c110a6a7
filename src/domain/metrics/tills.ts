/**
 * Figures that come from tills alone. They do not depend on counters: they are known where a till reported, also in a
 * shop without counters.
 */
import type { Atoms } from './atoms.ts'
import { atomsOf, derive, findMetric } from './derive.ts'
import { METRICS } from './registry.ts'

const REPORTED_BY_TILLS: ReadonlySet<string> = new Set([
  'tickets',
  'sales',
  'units',
  'salesWithTickets',
  'ticketsWithSales',
  'unitsWithTickets',
  'ticketsWithUnits',
])

const OF_TILLS: ReadonlySet<string> = new Set(
  METRICS.filter((metric) => atomsOf(metric).every((id) => REPORTED_BY_TILLS.has(id))).map(({ id }) => id),
)

export const isOfTills = (measure: string | null | undefined): boolean => measure != null && OF_TILLS.has(measure)

/** True when a figure comes from tills and they reported it. */
export function isReportedByTills(atoms: Atoms | null, measure: string | null | undefined): boolean {
  const metric = measure != null && OF_TILLS.has(measure) ? findMetric(measure) : undefined
  return atoms !== null && metric !== undefined && derive(metric, atoms) !== null
}
