/** Muting a rule until a moment: what happens is in the history, and is not mailed. It is on record. */
import type { AlertMute } from '#schemas/generated/api/alert-mute.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Entities } from './entities.ts'
import { checkedEnd, conflict, trimmed } from './mark-refusals.ts'
import { ruleNotFound } from './rules.ts'

interface MuteParts {
  readonly catalog: Catalog
  readonly clock: Clock
  readonly entities: Entities
}

export const ruleMute = ({ catalog, clock, entities }: MuteParts) => ({
  /** Throws ALERT_RULE_NOT_FOUND, ALERT_UNTIL_INVALID, ALERT_MUTE_CONFLICT with who was first. */
  async mute(scope: Scope, id: number, { until, reason = '', seen }: AlertMute): Promise<AlertRule> {
    const now = clock.now()
    const end = until === null ? null : checkedEnd(until, now)
    const find = async () => {
      const [rule] = await catalog.alertRules.some(scope, [id])
      if (rule === undefined) throw ruleNotFound(id)
      return rule
    }
    await find()
    const because = trimmed(reason)
    const isDone = await catalog.transaction(async ({ alertMarks, audit }) => {
      if (!(await alertMarks.mute(scope, id, { until: end, seen, reason: because }, now))) return false
      await audit.append(scope, {
        action: 'alertRule.mute',
        target: `alert rule ${id}`,
        details: { until: end, reason: because },
        at: now,
      })
      return true
    })
    if (!isDone)
      throw await conflict(entities, 'ALERT_MUTE_CONFLICT', scope, (await find()).mute, 'It was changed meanwhile')
    return entities.rule(scope, await find())
  },
})
