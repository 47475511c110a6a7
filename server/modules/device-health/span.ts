/** The days and locals that a question about footscans is about. */
import { daySpan } from '#domain/days'
import { DomainError } from '#domain/domain-error'
import type { FootscanWorkdayQuery } from '#schemas/generated/api/footscan-workday-query.ts'
import { chosenLocals } from '../../db/scoped.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'

/** Days of one question: a year and a day. */
const STATUS_MAX_DAYS = 366

/** Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND, DATES_INCORRECT, STATUS_RANGE_TOO_LONG. */
export async function spanOf(locals: Pick<LocalService, 'idsOfClient'>, scope: Scope, query: FootscanWorkdayQuery) {
  const own = await locals.idsOfClient(scope, query.client)
  const { date } = query
  const [begin, end] = [query.begin ?? date ?? query.end, query.end ?? date ?? query.begin]
  if (begin === undefined || end === undefined)
    throw new DomainError('DATES_INCORRECT', 'Incorrect dates: none was given; send begin and end, or date.', {
      start: '',
      end: '',
    })
  const { from, to } = daySpan(begin, end)
  const days = to - from + 1
  if (days > STATUS_MAX_DAYS)
    throw new AppError(
      'STATUS_RANGE_TOO_LONG',
      `${begin} to ${end} is ${days} days; choose at most ${STATUS_MAX_DAYS}.`,
      { days, most: STATUS_MAX_DAYS },
    )
  return { client: query.client, locals: chosenLocals(own, query.locals), from, to }
}
