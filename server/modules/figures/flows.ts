/** Trips between the places of a client. Days on which no trip is known are not known; they are no zeros. */
import { addMonths, monthStart } from '#domain/calendar'
import { isoDay, monthNumber } from '#domain/days'
import { FLOW_DAYS, FLOW_HOURS, FLOW_PAIRS, FLOW_STATIONS, MONTHS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import type { Cell, Column } from '#domain/frame'
import type { FlowsQuery } from '#schemas/generated/api/flows-query.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Answer } from '../compare/answer.ts'
import { checkFlows } from './flow-question.ts'
import type { Parts } from './flow-question.ts'

const answer = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): Answer => ({
  frame: fromRows(columns, rows),
  asOf: null,
})

export function flowService(parts: Parts) {
  const { figures } = parts

  return {
    /** Months from the first to the last of which something is known. */
    async months(scope: Scope, { client }: FlowsQuery): Promise<Answer> {
      const {
        question: { first, last },
      } = await checkFlows(parts, scope, { client })
      const count = last < first ? 0 : monthNumber(last) - monthNumber(first) + 1
      const months = Array.from({ length: count }, (_, n) => addMonths(monthStart(last), -n))
      return answer(
        MONTHS,
        months.map((month) => [isoDay(month).slice(0, 7), month, isoDay(addMonths(month, 1) - 1)]),
      )
    },

    /**
     * One row for each pair of the places that have trips; without `local`, `from` and `to` also those of which no
     * trip is known.
     */
    async pairs(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const { question, names } = await checkFlows(parts, scope, query)
      return answer(
        FLOW_PAIRS,
        (await figures.tripPairs(question)).map(({ from: a, to: b, trips: there, back: other }) => {
          const busier = other === null || there > other || (there === other && a < b)
          return [
            names.get(a) ?? `#${a}`,
            names.get(b) ?? `#${b}`,
            busier,
            there,
            other,
            other === null ? null : there - other,
          ]
        }),
      )
    },

    /** One row a place with trips or entries; entries are those of the days on which trips are known. */
    async stations(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const { question } = await checkFlows(parts, scope, query)
      return answer(
        FLOW_STATIONS,
        (await figures.tripStations(question)).map(({ local, departures, arrivals, same, entries, exits }) => {
          const [out, back] = [departures ?? 0, arrivals ?? 0]
          return [local, out, back, same ?? 0, out - back, entries, exits, entries === null ? null : entries - out]
        }),
      )
    },

    /** One row an hour of the day, of the days on which trips are known. */
    async hours(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const { question } = await checkFlows(parts, scope, query)
      return answer(
        FLOW_HOURS,
        (await figures.tripHours(question)).map(({ hour, trips, entries }) => [hour, trips, entries]),
      )
    },

    /** One row for each day that is asked about, also of which nothing is known. */
    async days(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const { question, isWithin } = await checkFlows(parts, scope, query)
      const { first, last } = question
      const { trips, entries, known } = await figures.tripDays(question)
      return answer(
        FLOW_DAYS,
        Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
          .filter(isWithin)
          .map((day) => {
            // A day of which trips of others are known is a day without trips from here.
            const isKnown = known.has(day)
            const came = entries.get(day) ?? null
            return [
              day,
              isKnown ? (trips.get(day) ?? 0) : null,
              came,
              isKnown ? came : null,
              isKnown ? 1 : 0,
              isKnown ? 0 : 1,
            ]
          }),
      )
    },
  }
}

export type FlowService = ReturnType<typeof flowService>
