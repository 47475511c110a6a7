/**
 * Tickets, sales and units that are known by the day only have no hour: a question about hours or areas leaves them
 * out, any other one counts them. The people of such a day are then all with tickets (metrics.md: hours where both
 * exist, days when tickets are daily).
 */
import type { FactQuery } from '#domain/fact-query'
import type { Frame } from '#domain/frame'

/** The columns read in place of a measure in queries by day. */
export const IN_DAYS: Readonly<Record<string, string>> = {
  tickets: 'allTickets',
  sales: 'allSales',
  units: 'allUnits',
  visitsWithTickets: 'visitsWithAllTickets',
  insWithTickets: 'insWithAllTickets',
  salesWithTickets: 'allSalesWithTickets',
  ticketsWithSales: 'allTicketsWithSales',
  unitsWithTickets: 'allUnitsWithTickets',
  ticketsWithUnits: 'allTicketsWithUnits',
  salesWithIns: 'allSalesWithIns',
  insWithSales: 'insWithAllSales',
  salesWithVisits: 'allSalesWithVisits',
  visitsWithSales: 'visitsWithAllSales',
}
const BACK: ReadonlyMap<string, string> = new Map(Object.entries(IN_DAYS).map(([requested, read]) => [read, requested]))

/** The question as it is read; the same object when it is about hours, or not about tills. */
export function withDayTickets(query: FactQuery): FactQuery {
  const { by, measures } = query
  if (by.includes('hour') || by.includes('area') || !measures.some((id) => Object.hasOwn(IN_DAYS, id))) return query
  return { ...query, measures: measures.map((id) => IN_DAYS[id] ?? id) }
}

/** The answer under the names that were asked for. */
export function asRequested(frame: Frame): Frame {
  return { ...frame, columns: frame.columns.map((column) => ({ ...column, id: BACK.get(column.id) ?? column.id })) }
}
