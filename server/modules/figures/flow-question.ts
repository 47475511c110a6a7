/** A checked query about trips. */
import { addMonths } from '#domain/calendar'
import { dayNumber, daySpan } from '#domain/days'
import type { FlowsQuery } from '#schemas/generated/api/flows-query.ts'
import { AppError } from '../../lib/errors.ts'
import type { DayRange, FigureFacts, TripsQuestion } from '../../facts/figures.ts'
import type { Scope } from '../../lib/scope.ts'
import { localNotFound } from '../../db/scoped.ts'
import type { LocalService } from '../locals/service.ts'

/** A decade: the answers are by day at most. */
const MAX_DAYS = 3660

export interface Parts {
  readonly figures: FigureFacts
  readonly locals: Pick<LocalService, 'ofClient'>
}

/** The checked query: days, and the names of the client's locals as the caller may see them. */
interface FlowsRequest {
  readonly question: TripsQuestion
  readonly isWithin: (day: number) => boolean
  readonly names: ReadonlyMap<number, string>
}

/** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG. */
export async function checkFlows(
  { figures, locals }: Parts,
  scope: Scope,
  { client, begin, end, months, local, from, to }: FlowsQuery,
): Promise<FlowsRequest> {
  const names = new Map((await locals.ofClient(scope, client)).map(({ id, name }) => [id, name]))
  for (const id of [local, from, to]) if (id !== undefined && !names.has(id)) throw localNotFound(id)
  const known = begin === undefined || end === undefined ? await figures.daysOfTrips(client) : null
  const [first, last] = [
    begin === undefined ? known!.first : dayNumber(begin),
    end === undefined ? known!.last : dayNumber(end),
  ]
  if (begin !== undefined && end !== undefined) daySpan(begin, end)
  if (last - first >= MAX_DAYS)
    throw new AppError(
      'DOWNLOAD_RANGE_TOO_LONG',
      `${last - first + 1} days were asked for; choose at most ${MAX_DAYS}.`,
      {
        days: last - first + 1,
        most: MAX_DAYS,
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
