/** The hourly rows of one local. */
import { withoutAtoms } from '#domain/facts/muted'
import type { HourlyQuery } from '#schemas/generated/api/hourly-query.ts'
import { AppError } from '../../lib/errors.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { hourlyRows } from './hourly-rows.ts'
import { periodOf } from './periods.ts'
import { asOf } from './figures.ts'
import type { Answer } from './answer.ts'

/** Spec 2, section 5: one download covers at most this many days. */
const HOURLY_MAX_DAYS = 31

interface Parts {
  readonly facts: Pick<FactStore, 'traffic' | 'watermark'>
  readonly locals: Pick<LocalService, 'find'>
  readonly muting: ModuleMuting
}

export function hourlyAnswer({ facts, locals, muting }: Parts) {
  /** All areas together. Throws LOCAL_NOT_FOUND, DATES_INCORRECT, DOWNLOAD_RANGE_TOO_LONG. */
  return async function hourly(scope: Scope, { local: id, begin, end }: HourlyQuery): Promise<Answer> {
    const local = await locals.find(scope, id)
    const { from, to } = periodOf('only', begin, end)
    const days = to - from + 1
    if (days > HOURLY_MAX_DAYS) {
      throw new AppError(
        'DOWNLOAD_RANGE_TOO_LONG',
        `${begin} to ${end} is ${days} days; choose at most ${HOURLY_MAX_DAYS}.`,
        { days, most: HOURLY_MAX_DAYS },
      )
    }
    const [rows, newest, groups] = await Promise.all([
      facts.traffic({ client: [local.client] }, id, from, to),
      asOf(facts, local.client, new Set([id])),
      muting.groups(scope, local.client, [id]),
    ])
    return { frame: hourlyRows(withoutAtoms(rows, groups[0]?.muted ?? []), local), asOf: newest }
  }
}
