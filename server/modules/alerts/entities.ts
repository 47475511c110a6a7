/** Alerts and rules as they are answered: people by name, and to demo accounts by none. */
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { AlertMark } from '#schemas/generated/entities/alert-mark.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import { disguisedFigure } from './notices.ts'
import type { StoredAlert, StoredMark } from './repo.ts'
import type { AlertRests } from './rest.ts'
import type { StoredRule } from './rule-repo.ts'

interface EntityParts {
  readonly catalog: Pick<Catalog, 'users'>
  readonly rests: Pick<AlertRests, 'restsOf'>
  readonly clock: Clock
}

type Names = ReadonlyMap<number, string>

export function alertEntities({ catalog, rests, clock }: EntityParts) {
  /** Of these accounts; a removed one has none, and a demo account sees only its own. */
  async function namesOf(scope: Scope, ids: readonly (number | null | undefined)[]): Promise<Names> {
    const known = [...new Set(ids)].filter((id) => id !== null && id !== undefined)
    if (scope.demo || known.length === 0) return new Map()
    const users = await Promise.all(known.map((id) => catalog.users.find(SYSTEM_SCOPE, id)))
    return new Map(users.flatMap((user) => (user === undefined ? [] : [[user.id, user.username]])))
  }

  const marked = (mark: StoredMark | null, names: Names): AlertMark | null =>
    mark === null ? null : { ...mark, by: names.get(mark.by ?? 0) ?? null }

  /** The subject is internal: it distinguishes two alerts of one rule. */
  async function alerts(scope: Scope, stored: readonly StoredAlert[]): Promise<Alert[]> {
    const names = await namesOf(
      scope,
      stored.flatMap(({ acknowledged, snoozed }) => [acknowledged?.by, snoozed?.by]),
    )
    return (scope.demo ? stored.map(disguisedFigure) : stored).map(({ subject: _subject, ...alert }) => ({
      ...alert,
      acknowledged: marked(alert.acknowledged, names),
      snoozed: marked(alert.snoozed, names),
    }))
  }

  async function rules(scope: Scope, stored: readonly StoredRule[]): Promise<AlertRule[]> {
    const [names, restOf] = await Promise.all([
      namesOf(
        scope,
        stored.flatMap(({ owner, mute }) => [owner, mute?.by]),
      ),
      rests.restsOf(scope, stored),
    ])
    const now = clock.now()
    return stored.map((rule) => ({
      ...rule,
      owner: names.get(rule.owner ?? 0) ?? null,
      mute: (rule.mute?.until ?? 0) > now ? marked(rule.mute, names) : null,
      resting: restOf(rule),
    }))
  }

  return {
    alerts,
    rules,
    alert: async (scope: Scope, stored: StoredAlert): Promise<Alert> => (await alerts(scope, [stored]))[0]!,
    rule: async (scope: Scope, stored: StoredRule): Promise<AlertRule> => (await rules(scope, [stored]))[0]!,
    mark: async (scope: Scope, mark: StoredMark | null): Promise<AlertMark | null> =>
      marked(mark, await namesOf(scope, [mark?.by])),
  }
}

export type Entities = ReturnType<typeof alertEntities>
