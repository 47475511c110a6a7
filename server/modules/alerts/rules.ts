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
import { mayBeNotified } from './notices.ts'
import type { Entities } from './entities.ts'
import { MAX_FIGURE_RULES } from './figure-rules.ts'
import type { CheckedWatch } from './figure-rules.ts'
import type { FigureRuleWatch } from './figure-watch.ts'
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
  readonly entities: Entities
  readonly figureWatch: Pick<FigureRuleWatch, 'forget'>
  readonly checkedWatch: CheckedWatch
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

export const ruleNotFound = (id: number) =>
  new AppError('ALERT_RULE_NOT_FOUND', `There is no alert rule ${id} among those this account may see.`, { rule: id })

/** The users that a client's alerts may notify. */
export const notifiable = async ({ users }: Pick<Repositories, 'users'>, client: number) =>
  (await users.list(SYSTEM_SCOPE)).filter((user) => mayBeNotified(user, client))

const figureInvalid = (setting: string, expected: string) =>
  new AppError('ALERT_FIGURE_INVALID', `The ${setting} of this rule is not valid; ${expected} was expected.`, {
    setting,
    expected,
  })

/**
 * Name, figure and owner of a rule about a figure. Who changes what is watched becomes its owner: it is asked with the
 * rights of who last said what to ask. Throws ALERT_FIGURE_INVALID and what the figure throws.
 */
async function figureParts(
  checkedWatch: CheckedWatch,
  scope: Scope,
  { client, kind, name = null, watch: wanted = null }: AlertRuleDraft,
  before: StoredRule | undefined,
): Promise<Pick<NewAlertRule, 'name' | 'watch' | 'owner'>> {
  if (kind !== 'figure') {
    if (name !== null || wanted !== null) throw figureInvalid('kind', 'figure')
    return {}
  }
  const named = name?.toWellFormed().replace(/\s+/gu, ' ').trim() ?? before?.name ?? null
  if (named === null) throw figureInvalid('name', '≥ 3')
  if (wanted === null) {
    if (before?.watch == null) throw figureInvalid('watch', 'dashboard, widget, column')
    return { name: named, watch: before.watch, owner: before.owner }
  }
  if (scope.userId === null) throw figureInvalid('owner', 'user')
  return { name: named, watch: await checkedWatch(scope.userId, client, wanted), owner: scope.userId }
}

/** Throws ALERT_FIGURE_LIMIT_EXCEEDED. */
async function requireRoom({ locks, alertRules }: Repositories, scope: Scope): Promise<void> {
  await locks.hold('figureRules', scope.userId ?? 0)
  if ((await alertRules.figureRules(scope, scope.userId ?? 0)) >= MAX_FIGURE_RULES)
    throw new AppError(
      'ALERT_FIGURE_LIMIT_EXCEEDED',
      `An account has at most ${MAX_FIGURE_RULES} rules about figures; remove one first.`,
      { most: MAX_FIGURE_RULES },
    )
}

/** By client and age. */
export function clientRules({
  catalog,
  clients,
  watch,
  figureWatch,
  checkedWatch,
  clock,
  rests: { restsAt },
  entities,
  log,
}: RuleParts): Collection<AlertRule, AlertRuleDraft, { client?: number }> {
  async function find(scope: Scope, id: number): Promise<StoredRule> {
    const [rule] = await catalog.alertRules.some(scope, [id])
    if (rule === undefined) throw ruleNotFound(id)
    return rule
  }

  /** Throws CLIENT_NOT_FOUND, ALERT_SETTINGS_INVALID, ALERT_RECIPIENT_UNSUITABLE and what a figure throws. */
  async function checked(scope: Scope, draft: AlertRuleDraft, before?: StoredRule): Promise<NewAlertRule> {
    const { client, kind, settings = {}, recipients = null, coolDownH = COOL_DOWN_H, enabled = true } = draft
    await clients.find(scope, client)
    const whole = settingsOf(kind, settings)
    if (recipients !== null && recipients.length > 0) {
      const known = new Set((await notifiable(catalog, client)).map(({ id }) => id))
      const stranger = recipients.find((id) => !known.has(id))
      if (stranger !== undefined)
        throw new AppError(
          'ALERT_RECIPIENT_UNSUITABLE',
          `User ${stranger} cannot be notified about client ${client}: an enabled account with canAlerts that may ` +
            'read the client was expected.',
          { user: stranger },
        )
    }
    const rule = { client, kind, settings: whole, recipients, coolDownH, enabled }
    return { ...rule, ...(await figureParts(checkedWatch, scope, draft, before)) }
  }

  return {
    async list(scope, { client }) {
      if (client !== undefined) await clients.find(scope, client)
      return entities.rules(scope, await catalog.alertRules.list(scope, { ...(client !== undefined && { client }) }))
    },
    find: async (scope, id) => entities.rule(scope, await find(scope, id)),
    some: async (scope, ids) => entities.rules(scope, await catalog.alertRules.some(scope, ids)),

    async create(scope, draft) {
      const rule = await checked(scope, draft)
      const rest = (await restsAt(scope, rule.client))(rule.kind)
      if (rest !== null && restsEverywhere(rest)) {
        const [{ kind, client }, { modules }] = [rule, rest]
        const needed = modules.join(', ')
        const message = `A rule ${kind} needs the data modules ${needed}, which are off at client ${client}.`
        throw new AppError('ALERT_MODULE_OFF', message, { kind, modules })
      }
      const made = await catalog.transaction(async (repositories) => {
        if (rule.kind === 'figure') await requireRoom(repositories, scope)
        const one = await repositories.alertRules.insert(scope, rule, clock.now())
        await log(repositories, scope, 'alertRule.create', one)
        return one
      })
      watch.forget(made.client)
      return entities.rule(scope, made)
    },

    /** The client of a rule stays: what happened under it is that client's. */
    async replace(scope, id, draft) {
      const before = await find(scope, id)
      if ((draft.kind === 'figure') !== (before.kind === 'figure')) throw figureInvalid('kind', before.kind)
      const rule = await checked(scope, draft, before)
      if (rule.client !== before.client) throw ruleNotFound(id)
      const isOther = questionOf(before) !== questionOf(rule)
      const after = await catalog.transaction(async (repositories) => {
        if (rule.owner !== undefined && rule.owner !== before.owner) await requireRoom(repositories, scope)
        const saved = await repositories.alertRules.replace(scope, id, rule, clock.now())
        if (saved === undefined) throw ruleNotFound(id)
        // Alerts opened under other settings are evaluated again; those about another figure are solved.
        if (!saved.enabled || saved.kind !== before.kind || isOther)
          await repositories.alerts.switchOff(scope, { rule: id }, clock.now())
        await log(repositories, scope, 'alertRule.change', saved)
        return saved
      })
      watch.forget(after.client)
      figureWatch.forget(id)
      return entities.rule(scope, after)
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

/** Which figure it is about: limits may change, and what is open stays. */
function questionOf({ watch }: Pick<NewAlertRule, 'watch'>): string {
  if (watch == null) return ''
  const { dashboard, widget, column, rows, row, values } = watch
  return JSON.stringify([dashboard, widget, column, rows, row, values])
}
