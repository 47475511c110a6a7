/** Trips between the places of a client. Days on which no trip is known are not known; they are no zeros. */
import { addMonths, monthStart } from '#domain/calendar'
import { dayNumber, isoDay, monthNumber } from '#domain/days'
import { FLOW_DAYS, FLOW_HOURS, FLOW_PAIRS, FLOW_STATIONS, MONTHS } from '#domain/figure-columns'
import { fromRows } from '#domain/frame-build'
import type { Cell, Column } from '#domain/frame'
import type { FlowsQuery } from '#schemas/generated/api/flows-query.ts'
import { AppError } from '../../lib/errors.ts'
import type { DayRange, FigureFacts, TripsQuestion } from '../../facts/figures.ts'
import type { Scope } from '../../lib/scope.ts'
import { localNotFound } from '../../db/scoped.ts'
import type { Answer } from '../compare/service.ts'
import type { LocalService } from '../locals/service.ts'

/** A decade: the answers are by day at most. */
const MOST_DAYS = 3660

interface Parts {
  readonly figures: FigureFacts
  readonly locals: Pick<LocalService, 'ofClient'>
}

/** What is asked, checked: days, and the names of the client's locals as the caller may know them. */
interface Asked {
  readonly question: TripsQuestion
  readonly isWithin: (day: number) => boolean
  readonly names: ReadonlyMap<number, string>
}

export function flowService({ figures, locals }: Parts) {
  /** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG. */
  async function check(scope: Scope, { client, begin, end, months, local, from, to }: FlowsQuery): Promise<Asked> {
    const names = new Map((await locals.ofClient(scope, client)).map(({ id, name }) => [id, name]))
    for (const id of [local, from, to]) if (id !== undefined && !names.has(id)) throw localNotFound(id)
    const known = begin === undefined || end === undefined ? await figures.daysOfTrips(client) : null
    const [first, last] = [
      begin === undefined ? known!.first : dayNumber(begin),
      end === undefined ? known!.last : dayNumber(end),
    ]
    if (begin !== undefined && end !== undefined && last < first)
      throw new AppError('DATES_INCORRECT', `${begin} to ${end} ends before it begins; give the first day first.`, {
        begin,
        end,
      })
    if (last - first >= MOST_DAYS)
      throw new AppError(
        'DOWNLOAD_RANGE_TOO_LONG',
        `${last - first + 1} days were asked for; choose at most ${MOST_DAYS}.`,
        {
          days: last - first + 1,
          most: MOST_DAYS,
        },
      )
    const within = months?.split(',').map((month): DayRange => {
      const day = dayNumber(`${month}-01`)
      return [day, addMonths(day, 1) - 1]
    })
    const isWithin = (day: number) => within === undefined || within.some(([a, b]) => day >= a && day <= b)
    const places = {
      ...(local !== undefined && { local }),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
    }
    return { question: { client, first, last, ...(within && { within }), ...places }, isWithin, names }
  }

  const answer = (columns: readonly Column[], rows: readonly (readonly Cell[])[]): Answer => ({
    frame: fromRows(columns, rows),
    asOf: null,
  })
  return {
    /** Months from the first to the last of which something is known. */
    async months(scope: Scope, { client }: FlowsQuery): Promise<Answer> {
      const {
        question: { first, last },
      } = await check(scope, { client })
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
      const { question, names } = await check(scope, query)
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
      const { question } = await check(scope, query)
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
      const { question } = await check(scope, query)
      return answer(
        FLOW_HOURS,
        (await figures.tripHours(question)).map(({ hour, trips, entries }) => [hour, trips, entries]),
      )
    },

    /** One row for each day that is asked about, also of which nothing is known. */
    async days(scope: Scope, query: FlowsQuery): Promise<Answer> {
      const { question, isWithin } = await check(scope, query)
      const { first, last } = question
      const { trips, entries, known } = await figures.tripDays(question)
      return answer(
        FLOW_DAYS,
        Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n)
          .filter(isWithin)
          .map((day) => {
            // A day of which trips of others are known is a day on which nobody set out from here.
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
