/** Why nothing is acknowledged, put off or muted: another account was first, or the moment does not fit. */
import { AppError } from '../../lib/errors.ts'
import type { ErrorCode } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Entities } from './entities.ts'
import type { StoredMark } from './repo.ts'

/** Upper limit of a snooze: for longer, a rule is switched off. */
const MAX_MS = 366 * 24 * 3_600_000

/** Who was first, and when. */
export async function conflict(
  entities: Pick<Entities, 'mark'>,
  code: ErrorCode,
  scope: Scope,
  mark: StoredMark | null,
  sentence: string,
): Promise<AppError> {
  const first = await entities.mark(scope, mark)
  return new AppError(code, `${sentence}: ${first?.by ?? 'another account'} was first.`, {
    by: first?.by ?? '–',
    at: first?.at ?? null,
    until: first?.until ?? null,
  })
}

/** Throws ALERT_UNTIL_INVALID. */
export function checkedEnd(until: number, now: number): number {
  if (until > now && until <= now + MAX_MS) return until
  throw new AppError(
    'ALERT_UNTIL_INVALID',
    `${new Date(until).toISOString()} is not within a year from now; a moment to come was expected.`,
    { until },
  )
}

/** One line; null where nothing is left. */
export const trimmed = (text: string) => text.toWellFormed().replace(/\s+/gu, ' ').trim() || null
