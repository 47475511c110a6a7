/** Where a rule rests: at a client of which the modules that it reads are off. */
import { ALERT_RULES } from '#domain/alert-rules'
import type { AlertKind } from '#domain/alert-rules'
import { DATA_MODULES } from '#domain/data-modules'
import type { AlertRest } from '#schemas/generated/entities/alert-rest.ts'
import type { Catalog } from '../../catalog.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import type { StoredRule } from './rule-repo.ts'

interface RestParts {
  readonly catalog: Pick<Catalog, 'alertRules' | 'locals'>
  readonly muting: Pick<ModuleMuting, 'counting'>
}

export function alertRests({ catalog, muting }: RestParts) {
  /** The locals that the rules of a client evaluate: those whose alerts are on, or all when there are none. */
  async function ruleLocals(scope: Scope, client: number): Promise<number[]> {
    const on = await catalog.alertRules.switchedOn(scope, { client })
    return on.length === 0 ? catalog.locals.ids(scope, client) : on.map(({ local }) => local)
  }

  /** Why a rule of this kind rests at a client; null where every module that it needs is on. */
  async function restsAt(scope: Scope, client: number): Promise<(kind: AlertKind) => AlertRest | null> {
    const [counting, withRules] = await Promise.all([muting.counting(scope, client), ruleLocals(scope, client)])
    return (kind) => {
      const off = withRules
        .map((local) => counting(local, ALERT_RULES[kind].reads).off)
        .filter(({ length }) => length > 0)
      const modules = DATA_MODULES.filter((module) => off.some((some) => some.includes(module)))
      return off.length === 0 ? null : { modules, locals: off.length, of: withRules.length }
    }
  }

  /** The same of each of some rules. */
  async function restsOf(
    scope: Scope,
    rules: readonly Pick<StoredRule, 'client'>[],
  ): Promise<(rule: Pick<StoredRule, 'client' | 'kind'>) => AlertRest | null> {
    const owners = [...new Set(rules.map(({ client }) => client))]
    const rests = new Map(
      await Promise.all(owners.map(async (client) => [client, await restsAt(scope, client)] as const)),
    )
    return ({ client, kind }) => rests.get(client)?.(kind) ?? null
  }

  return { ruleLocals, restsAt, restsOf }
}

export type AlertRests = ReturnType<typeof alertRests>

export const restsEverywhere = ({ locals, of }: AlertRest) => locals === of
