import type { AuditAction } from '#domain/audit-actions'
import type { Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Scope } from '../../lib/scope.ts'
import type { StoredRule } from './rule-repo.ts'

/** Records the state of a rule after each change. */
export const ruleLog =
  (clock: Clock) =>
  (
    { audit }: Pick<Repositories, 'audit'>,
    scope: Scope,
    action: AuditAction,
    { id, client, kind, settings, recipients, enabled, name, watch }: StoredRule,
  ) =>
    audit.append(scope, {
      action,
      target: `alert rule ${id}`,
      details: { client, kind, settings, recipients, enabled, ...(watch !== null && { name, watch }) },
      at: clock.now(),
    })

export type RuleLog = ReturnType<typeof ruleLog>
