import { periodProblem, resolvePeriods, todayIn } from '#domain/periods'
import type { PeriodOption, PeriodPair, PeriodValues } from '#domain/periods'
import type { PeriodConfigQuery } from '#schemas/generated/api/period-config-query.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { CampaignService } from '../campaigns/service.ts'
import type { LocalService } from '../locals/service.ts'

interface Parts {
  campaigns: CampaignService
  locals: LocalService
  clock: Clock
}

/** Turns a chosen option into two periods with the function that the page uses, on the server's clock. */
export function periodService({ campaigns, locals, clock }: Parts) {
  /** A client with stores in several zones has the day of its first store; without a client there is only UTC. */
  async function timeZone(scope: Scope, client: number | undefined): Promise<string> {
    const [first] = client === undefined ? [] : await locals.ofClient(scope, client)
    return first?.timeZone ?? 'UTC'
  }

  return {
    /** Throws the problem of an option that is incomplete or wrong; CLIENT_NOT_FOUND for a client outside the scope. */
    async resolve(scope: Scope, query: PeriodConfigQuery): Promise<PeriodPair> {
      const option = optionOf(query)
      const context = {
        today: todayIn(await timeZone(scope, query.client), clock.now()),
        campaigns: option.key === 'campaigns' ? await campaigns.list(scope, { client: query.client }) : [],
      }
      const pair = resolvePeriods(option, context)
      if (pair === null)
        throw (
          periodProblem(option, context) ??
          new AppError('PERIODS_INCOMPLETE', `The option ${option.key} does not give two periods.`)
        )
      return pair
    },
  }
}

export type PeriodService = ReturnType<typeof periodService>

function optionOf({
  key,
  name,
  of,
  campaign,
  versus,
  begin,
  end,
  referenceBegin,
  referenceEnd,
  fullReference,
  ...query
}: PeriodConfigQuery): PeriodOption {
  const { thisOrLast, thisOrLastPeriod, howManyPeriodsInThePast, periodsInThePast } = query
  const given: PeriodValues = {
    of,
    campaign,
    versus,
    fullReference,
    thisOrLast,
    thisOrLastPeriod,
    howManyPeriodsInThePast,
    periodsInThePast,
    comparing: begin === undefined && end === undefined ? undefined : { begin, end },
    reference:
      referenceBegin === undefined && referenceEnd === undefined
        ? undefined
        : { begin: referenceBegin, end: referenceEnd },
  }
  const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as PeriodValues
  return {
    type: key === 'advanced' ? 'advanced' : 'default',
    key,
    name: name ?? key,
    ...(Object.keys(values).length > 0 && { values }),
  }
}
