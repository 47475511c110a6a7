/**
 * Figures that tills alone make. What counters did says nothing about them: they are known where a till told, also of a
 * shop in which nobody is counted.
 */
import type { Atoms } from './atoms.ts'
import { atomsOf, derive, findMetric } from './derive.ts'
import { METRICS } from './registry.ts'

const TOLD_BY_TILLS: ReadonlySet<string> = new Set([
  'tickets',
  'sales',
  'units',
  'salesWithTickets',
  'ticketsWithSales',
  'unitsWithTickets',
  'ticketsWithUnits',
])

const OF_TILLS: ReadonlySet<string> = new Set(
  METRICS.filter((metric) => atomsOf(metric).every((id) => TOLD_BY_TILLS.has(id))).map(({ id }) => id),
)

export const isOfTills = (measure: string | null | undefined): boolean => measure != null && OF_TILLS.has(measure)

/** Whether a figure is one of tills, and they have told it. */
export function isToldByTills(atoms: Atoms | null, measure: string | null | undefined): boolean {
  const metric = measure != null && OF_TILLS.has(measure) ? findMetric(measure) : undefined
  return atoms !== null && metric !== undefined && derive(metric, atoms) !== null
}
