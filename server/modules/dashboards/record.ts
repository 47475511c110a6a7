import type { AuditAction } from '#domain/audit-actions'
import type { Clock } from '../../lib/clock.ts'
import type { Repositories } from '../../catalog.ts'
import type { Who } from './finder.ts'

/** Writes what happened to a dashboard into the audit log. */
export type Recorder = (
  repositories: Pick<Repositories, 'audit'>,
  who: Pick<Who, 'scope' | 'program'>,
  action: AuditAction,
  id: string,
  details: Record<string, unknown>,
) => Promise<void>

export const recorder =
  (clock: Clock): Recorder =>
  ({ audit }, { scope, program }, action, id, details) =>
    audit.append(scope, {
      action,
      target: `dashboard ${id}`,
      details: { ...details, ...(program && { apiToken: program.name }) },
      at: clock.now(),
    })
