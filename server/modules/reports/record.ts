import type { AuditAction } from '#domain/audit-actions'
import type { Report } from '#schemas/generated/entities/report.ts'
import type { Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Caller } from '../../lib/caller.ts'
import { recipientsOf } from './recipients.ts'

/** Who gets what is on record; what was written to them is not. */
export const recorder =
  (clock: Clock) =>
  (
    { audit }: Pick<Repositories, 'audit'>,
    { scope }: Pick<Caller, 'scope'>,
    action: AuditAction,
    target: string,
    { dashboard, formats, mail: letter }: Report['what'],
    more: object = {},
  ) =>
    audit.append(scope, {
      action,
      target,
      details: { dashboard, formats, recipients: letter === null ? [] : recipientsOf(letter), ...more },
      at: clock.now(),
    })

export type Recorder = ReturnType<typeof recorder>
