/** The periods of a question. */
import { dayNumber, isoDay } from '#domain/days'
import { DomainError } from '#domain/domain-error'
import type { FactPeriod } from '#domain/fact-query'
import type { CompareQuery } from '#schemas/generated/api/compare-query.ts'

export const periodsOf = ({ p1Start, p1End, p2Start, p2End }: CompareQuery): FactPeriod[] => [
  periodOf('comparing', p1Start, p1End),
  ...(p2Start !== undefined && p2End !== undefined ? [periodOf('reference', p2Start, p2End)] : []),
]

export function periodOf(name: string, begin: string, end: string): FactPeriod {
  const from = dayNumber(begin)
  const to = dayNumber(end)
  if (from > to)
    throw new DomainError(
      'DATES_INCORRECT',
      `Incorrect dates: ${isoDay(from)} is after ${isoDay(to)}; give the first day first.`,
      { start: begin, end },
    )
  return { name, from, to }
}
