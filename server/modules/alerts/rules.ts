/** Rules of clients: checked, kept, and asked anew after each change. */
import { readSettings } from '#domain/alert-rules'
import type { AlertKind, AlertSettings } from '#domain/alert-rules'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { Collection } from '../../plugins/collection.ts'
import type { ClientService } from '../clients/service.ts'
import { mayBeTold } from './notices.ts'
import { restsEverywhere } from './rest.ts'
import type { AlertRests } from './rest.ts'
import type { RuleLog } from './rule-log.ts'
import type { NewAlertRule, StoredRule } from './rule-repo.ts'
import type { AlertWatch } from './watch.ts'

export const COOL_DOWN_H = 24

export interface RuleParts {
  readonly catalog: Pick<Catalog, 'alertRules' | 'users' | 'transaction'>
  readonly clients: ClientService
  readonly watch: Pick<AlertWatch, 'forget'>
  readonly clock: Clock
  readonly rests: AlertRests
  readonly log: RuleLog
}

/** Throws ALERT_SETTINGS_INVALID. */
export function settingsOf(kind: AlertKind, given: AlertSettings): AlertSettings {
  const read = readSettings(kind, given)
  if ('settings' in read) return read.settings
  const { setting, expected } = read.problem
  throw new AppError(
    'ALERT_SETTINGS_INVALID',
    `The setting ${setting} of a rule ${kind} is ${JSON.stringify(given[setting] ?? null)}; ${expected} was expected.`,
    { setting, expected },
  )
}

const ruleNotFound = (id: number) =>
  new AppError('ALERT_RULE_NOT_FOUND', `There is no alert rule ${id} among those this account may see.`, { rule: id })

/** Whom a client's alerts may tell. */
export const tellable = async ({ users }: Pick<Repositories, 'users'>, client: number) =>
  (await users.list(SYSTEM_SCOPE)).filter((user) => mayBeTold(user, client))

/** By client and age. */
export function clientRules({
  catalog,
  clients,
  watch,
  clock,
  rests: { restsAt, withRest, rested },
  log,
}: RuleParts): Collection<AlertRule, AlertRuleDraft, { client?: number }> {
  async function find(scope: Scope, id: number): Promise<StoredRule> {
    const [rule] = await catalog.alertRules.some(scope, [id])
    if (rule === undefined) throw ruleNotFound(id)
    return rule
  }

  /** Throws CLIENT_NOT_FOUND, ALERT_SETTINGS_INVALID, ALERT_RECIPIENT_UNSUITABLE. */
  async function checked(
    scope: Scope,
    { client, kind, settings = {}, recipients = null, coolDownH = COOL_DOWN_H, enabled = true }: AlertRuleDraft,
  ): Promise<NewAlertRule> {
    await clients.find(scope, client)
    const whole = settingsOf(kind, settings)
    if (recipients !== null && recipients.length > 0) {
      const known = new Set((await tellable(catalog, client)).map(({ id }) => id))
      const stranger = recipients.find((id) => !known.has(id))
      if (stranger !== undefined)
        throw new AppError(
          'ALERT_RECIPIENT_UNSUITABLE',
          `User ${stranger} cannot be told of client ${client}: an enabled account with canAlerts that may read the client was expected.`,
          { user: stranger },
        )
    }
    return { client, kind, settings: whole, recipients, coolDownH, enabled }
  }

  return {
    async list(scope, { client }) {
      if (client !== undefined) await clients.find(scope, client)
      return withRest(scope, await catalog.alertRules.list(scope, { ...(client !== undefined && { client }) }))
    },
    find: async (scope, id) => rested(scope, await find(scope, id)),
    some: async (scope, ids) => withRest(scope, await catalog.alertRules.some(scope, ids)),

    async create(scope, draft) {
      const rule = await checked(scope, draft)
      const rest = (await restsAt(scope, rule.client))(rule.kind)
      if (rest !== null && restsEverywhere(rest)) {
        const [{ kind, client }, { modules }] = [rule, rest]
        const message = `A rule ${kind} needs the data modules ${modules.join(', ')}, which are off at client ${client}.`
        throw new AppError('ALERT_MODULE_OFF', message, { kind, modules })
      }
      const made = await catalog.transaction(async (repositories) => {
        const one = await repositories.alertRules.insert(scope, rule, clock.now())
        await log(repositories, scope, 'alertRule.create', one)
        return one
      })
      watch.forget(made.client)
      return rested(scope, made)
    },

    /** The client of a rule stays: what happened under it is that client's. */
    async replace(scope, id, draft) {
      const before = await find(scope, id)
      const rule = await checked(scope, draft)
      if (rule.client !== before.client) throw ruleNotFound(id)
      const after = await catalog.transaction(async (repositories) => {
        const saved = await repositories.alertRules.replace(scope, id, rule, clock.now())
        if (saved === undefined) throw ruleNotFound(id)
        // What was open under other settings is asked anew.
        if (!saved.enabled || saved.kind !== before.kind)
          await repositories.alerts.switchOff(scope, { rule: id }, clock.now())
        await log(repositories, scope, 'alertRule.change', saved)
        return saved
      })
      watch.forget(after.client)
      return rested(scope, after)
    },

    async remove(scope, id) {
      await catalog.transaction(async (repositories) => {
        const [rule] = await repositories.alertRules.some(scope, [id])
        if (rule === undefined) throw ruleNotFound(id)
        await repositories.alerts.switchOff(scope, { rule: id }, clock.now())
        await repositories.alertRules.remove(scope, id)
        await log(repositories, scope, 'alertRule.remove', rule)
      })
    },
  }
}
