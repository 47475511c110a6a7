/**
 * Asks every rule of every local whose alerts are on, each minute: opens an alert once, closes it when its cause is
 * gone. A closed local, a holiday and a question without an answer change nothing.
 */
import { DAY_RULES } from '#domain/alert-evaluation'
import { ALERT_RULES } from '#domain/alert-rules'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog } from '../../catalog.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { ExpectedLocal } from '../../facts/expected.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { DeviceHealth } from '../device-health/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { dayAnswers, deviceAnswers, keyOf, occupancyAnswers } from './answers.ts'
import type { Answer, CountingOf, WatchedFacts } from './answers.ts'
import { capacitiesFor } from './capacity.ts'
import type { StoredAlert } from './repo.ts'
import type { StoredRule } from './rule-repo.ts'

export interface WatchParts {
  readonly catalog: Catalog
  readonly facts: WatchedFacts
  readonly health: Pick<DeviceHealth, 'current'>
  readonly muting: Pick<ModuleMuting, 'counting'>
  readonly clock: Clock
}

/** Past days change only when late data come. */
const DAYS_MS = 10 * 60_000

export function alertWatch({ catalog, facts, health, muting, clock }: WatchParts) {
  /** Client -> when its days were last looked at. */
  const looked = new Map<number, number>()

  async function ofDays(
    client: number,
    rules: readonly StoredRule[],
    locals: readonly ExpectedLocal[],
    counting: CountingOf,
    now: number,
  ): Promise<Answer[]> {
    const due = rules.filter(({ kind }) => DAY_RULES[kind] !== undefined)
    if (due.length === 0 || now - (looked.get(client) ?? -Infinity) < DAYS_MS) return []
    looked.set(client, now)
    return dayAnswers(facts, client, due, locals, counting, now)
  }

  return {
    /**
     * One round over everything that is watched. A client that fails does not stop the others; the first failure is
     * thrown at the end.
     */
    async look(): Promise<void> {
      const now = clock.now()
      const [on, rules, stored] = await Promise.all([
        catalog.alertRules.switchedOn(SYSTEM_SCOPE),
        catalog.alertRules.list(SYSTEM_SCOPE),
        catalog.alerts.open(SYSTEM_SCOPE),
      ])
      const open = new Map(stored.map((alert) => [keyOf(alert), alert]))
      const watched = new Set(on.map(({ local }) => local))
      const active = Map.groupBy(
        rules.filter(({ enabled }) => enabled),
        ({ client }) => client,
      )
      const activeIds = new Set([...active.values()].flat().map(({ id }) => id))
      await catalog.alerts.close(
        SYSTEM_SCOPE,
        stored
          .filter(
            ({ local, rule, kind }) =>
              rule === null || !activeIds.has(rule) || (kind !== 'figure' && !watched.has(local ?? 0)),
          )
          .map(({ id }) => id),
        'switchedOff',
        now,
      )

      const failures: unknown[] = []
      for (const [client, own] of Map.groupBy(on, (one) => one.client)) {
        const clientRules = active.get(client) ?? []
        if (clientRules.length === 0) continue
        try {
          const ids = new Set(own.map(({ local }) => local))
          const locals = (await expectedLocals(catalog, { client })).filter(({ local }) => ids.has(local))
          if (locals.length === 0) continue
          const counting = await muting.counting(SYSTEM_SCOPE, client)
          const resting = [...open.values()].filter(
            ({ client: owner, local, kind }) =>
              owner === client && local !== null && counting(local, ALERT_RULES[kind].reads).off.length > 0,
          )
          await catalog.alerts.close(
            SYSTEM_SCOPE,
            resting.map(({ id }) => id),
            'switchedOff',
            now,
          )
          for (const alert of resting) open.delete(keyOf(alert))
          const capacityOf = await capacitiesFor(clientRules, [...ids], catalog)
          const answers = [
            ...(await ofDays(client, clientRules, locals, counting, now)),
            ...(await deviceAnswers(health, client, clientRules, locals, now)),
            ...(await occupancyAnswers(facts, client, clientRules, locals, now, { open, capacityOf })),
          ]
          await settle(catalog, answers, open, { client, now })
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },

    /** After a change of rules or switches the days are looked at again at the next round. */
    forget(client: number): void {
      looked.delete(client)
    },
  }
}

async function settle(
  { alerts, transaction }: Pick<Catalog, 'alerts' | 'transaction'>,
  answers: readonly Answer[],
  open: ReadonlyMap<string, StoredAlert>,
  { client, now }: { readonly client: number; readonly now: number },
): Promise<void> {
  await settleAnswers({ transaction }, answers, open, { client, now })
  // A footscan that was removed or disabled is not watched any more.
  const answeredKeys = new Set(answers.map(({ local, rule, subject }) => keyOf({ local, rule: rule.id, subject })))
  const gone = [...open]
    .filter(([key, alert]) => alert.client === client && alert.kind === 'deviceDown' && !answeredKeys.has(key))
    .map(([, { id }]) => id)
  await alerts.close(SYSTEM_SCOPE, gone, 'switchedOff', now)
}

/** Opens what fires and is not open, closes what is clear. */
export async function settleAnswers(
  { transaction }: Pick<Catalog, 'transaction'>,
  answers: readonly Answer[],
  open: ReadonlyMap<string, StoredAlert>,
  { client, now }: { readonly client: number; readonly now: number },
): Promise<void> {
  const solved: number[] = []
  for (const {
    local,
    rule,
    subject,
    outcome: { verdict, figure },
  } of answers) {
    const alert = open.get(keyOf({ local, rule: rule.id, subject }))
    if (verdict === 'clear' && alert !== undefined) solved.push(alert.id)
    if (verdict === 'fires' && alert === undefined && figure !== null)
      // The deliveries of webhooks are written with it: a server that ends in between has both, or neither.
      await transaction(async (repositories) => {
        const opened = { client, local, rule: rule.id, kind: rule.kind, subject, figure }
        const id = await repositories.alerts.insert(SYSTEM_SCOPE, opened, now, (rule.mute?.until ?? 0) > now)
        if (id !== null) await repositories.webhookDeliveries.announce(SYSTEM_SCOPE, 'alert.opened', [id], now)
      })
  }
  if (solved.length > 0)
    await transaction(async (repositories) => {
      await repositories.alerts.close(SYSTEM_SCOPE, solved, 'solved', now)
      await repositories.webhookDeliveries.announce(SYSTEM_SCOPE, 'alert.solved', solved, now)
    })
}

export type AlertWatch = ReturnType<typeof alertWatch>
