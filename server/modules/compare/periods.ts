/** The periods of a question. */
import { daySpan } from '#domain/days'
import type { FactPeriod } from '#domain/fact-query'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'

export const periodsOf = ({ p1Start, p1End, p2Start, p2End }: CompareQuery): FactPeriod[] => [
  periodOf('comparing', p1Start, p1End),
  ...(p2Start !== undefined && p2End !== undefined ? [periodOf('reference', p2Start, p2End)] : []),
]

export function periodOf(name: string, begin: string, end: string): FactPeriod {
  return { name, ...daySpan(begin, end) }
}
