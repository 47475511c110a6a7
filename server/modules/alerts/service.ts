/**
 * Alerts as people handle them: switches of locals, rules of clients, what happened, and what a rule would have said.
 */
import { listedLocals } from '#domain/access'
import { ALERT_KINDS, ALERT_RULES, defaultSettings, readSettings } from '#domain/alert-rules'
import type { AlertKind, AlertSettings } from '#domain/alert-rules'
import type { AuditAction } from '#domain/audit-actions'
import { DATA_MODULES } from '#domain/data-modules'
import { DAY_MS, dayNumber } from '#domain/days'
import type { AlertBackTestRequest } from '#schemas/generated/api/alert-back-test-request.ts'
import type { AlertRuleDraft } from '#schemas/generated/api/alert-rule-draft.ts'
import type { AlertState } from '#schemas/generated/api/alert-state.ts'
import type { AlertsQuery } from '#schemas/generated/api/alerts-query.ts'
import type { AlertBackTest } from '#schemas/generated/entities/alert-back-test.ts'
import type { AlertMetric } from '#schemas/generated/entities/alert-metric.ts'
import type { AlertRecipient } from '#schemas/generated/entities/alert-recipient.ts'
import type { AlertRest } from '#schemas/generated/entities/alert-rest.ts'
import type { AlertRule } from '#schemas/generated/entities/alert-rule.ts'
import type { AlertSwitch } from '#schemas/generated/entities/alert-switch.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Catalog, Repositories } from '../../catalog.ts'
import { AppError } from '../../lib/errors.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { PeopleWords } from './facts.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Collection } from '../../plugins/collection.ts'
import { SYSTEM_SCOPE } from '../../lib/scope.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { backTest } from './back-test.ts'
import { disguisedFigure, mayBeTold } from './notices.ts'
import type { StoredAlert } from './repo.ts'
import type { NewAlertRule, StoredRule } from './rule-repo.ts'
import type { AlertWatch } from './watch.ts'

const COOL_DOWN_H = 24

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'query'> & PeopleWords
  readonly clients: ClientService
  readonly locals: LocalService
  readonly muting: Pick<ModuleMuting, 'counting'>
  readonly watch: Pick<AlertWatch, 'forget'>
  readonly clock: Clock
}

/**
 * The rules a client begins with: one of each kind. An occupancy limit without a capacity stays silent, so it is not
 * among them.
 */
const defaultRules = (client: number): NewAlertRule[] =>
  ALERT_KINDS.filter((kind) => kind !== 'occupancyLimit').map((kind) => ({
    client,
    kind,
    settings: defaultSettings(kind),
    recipients: null,
    coolDownH: COOL_DOWN_H,
    enabled: true,
  }))

/** Throws ALERT_SETTINGS_INVALID. */
function settingsOf(kind: AlertKind, given: AlertSettings): AlertSettings {
  const read = readSettings(kind, given)
  if ('settings' in read) return read.settings
  const { setting, expected } = read.problem
  throw new AppError(
    'ALERT_SETTINGS_INVALID',
    `The setting ${setting} of a rule ${kind} is ${JSON.stringify(given[setting] ?? null)}; ${expected} was expected.`,
    { setting, expected },
  )
}

const restsEverywhere = ({ locals, of }: AlertRest) => locals === of

/** The subject is ours: it tells two alerts of one rule apart. */
function withoutSubject(alert: StoredAlert): Alert {
  const { id, client, local, rule, kind, state, openedAt, closedAt, closedBecause, mailedAt, figure } = alert
  return { id, client, local, rule, kind, state, openedAt, closedAt, closedBecause, mailedAt, figure }
}

const ruleNotFound = (id: number) =>
  new AppError('ALERT_RULE_NOT_FOUND', `There is no alert rule ${id} among those this account may see.`, { rule: id })

export function alertService({ catalog, facts, clients, locals, muting, watch, clock }: Parts) {
  const toSwitch = (local: number, enabled: boolean): AlertSwitch => ({
    id: local,
    local,
    state: enabled ? 'activate' : 'deactivate',
    enabled,
  })

  async function isOn(scope: Scope, local: number): Promise<boolean> {
    return (await catalog.alertRules.switchedOn(scope)).some((one) => one.local === local)
  }

  /** The locals of which the rules of a client are asked: those whose alerts are on, or all when there are none. */
  async function askedLocals(scope: Scope, client: number): Promise<number[]> {
    const on = await catalog.alertRules.switchedOn(scope, { client })
    return on.length === 0 ? catalog.locals.ids(scope, client) : on.map(({ local }) => local)
  }

  /** Why a rule of this kind rests at a client; null where every module that it needs is on. */
  async function restsAt(scope: Scope, client: number): Promise<(kind: AlertKind) => AlertRest | null> {
    const [counting, asked] = await Promise.all([muting.counting(scope, client), askedLocals(scope, client)])
    return (kind) => {
      const off = asked.map((local) => counting(local, ALERT_RULES[kind].reads).off).filter(({ length }) => length > 0)
      const modules = DATA_MODULES.filter((module) => off.some((some) => some.includes(module)))
      return off.length === 0 ? null : { modules, locals: off.length, of: asked.length }
    }
  }

  async function withRest(scope: Scope, found: readonly StoredRule[]): Promise<AlertRule[]> {
    const owners = [...new Set(found.map(({ client }) => client))]
    const rests = new Map(
      await Promise.all(owners.map(async (client) => [client, await restsAt(scope, client)] as const)),
    )
    return found.map((rule) => ({ ...rule, resting: rests.get(rule.client)?.(rule.kind) ?? null }))
  }

  async function find(scope: Scope, id: number): Promise<StoredRule> {
    const [rule] = await catalog.alertRules.some(scope, [id])
    if (rule === undefined) throw ruleNotFound(id)
    return rule
  }

  async function rested(scope: Scope, rule: StoredRule): Promise<AlertRule> {
    return { ...rule, resting: (await restsAt(scope, rule.client))(rule.kind) }
  }

  const people = async (client: number) =>
    (await catalog.users.list(SYSTEM_SCOPE)).filter((user) => mayBeTold(user, client))

  /** Throws CLIENT_NOT_FOUND, ALERT_SETTINGS_INVALID, ALERT_RECIPIENT_UNSUITABLE. */
  async function checked(
    scope: Scope,
    { client, kind, settings = {}, recipients = null, coolDownH = COOL_DOWN_H, enabled = true }: AlertRuleDraft,
  ): Promise<NewAlertRule> {
    await clients.find(scope, client)
    const whole = settingsOf(kind, settings)
    if (recipients !== null && recipients.length > 0) {
      const known = new Set((await people(client)).map(({ id }) => id))
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

  const log = (
    { audit }: Pick<Repositories, 'audit'>,
    scope: Scope,
    action: AuditAction,
    { id, client, kind, settings, recipients, enabled }: StoredRule,
  ) =>
    audit.append(scope, {
      action,
      target: `alert rule ${id}`,
      details: { client, kind, settings, recipients, enabled },
      at: clock.now(),
    })

  /** Rules of clients, by client and age. */
  const rules: Collection<AlertRule, AlertRuleDraft, { client?: number }> = {
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

  return {
    rules,

    /** The locals of the caller with their switches, by id; of one client when given. */
    async locals(scope: Scope, { client }: { client?: number }): Promise<LocalAlert[]> {
      const [rows, on, open] = await Promise.all([
        client === undefined ? locals.list(scope, {}) : locals.ofClient(scope, client),
        catalog.alertRules.switchedOn(scope),
        catalog.alerts.openByLocal(scope),
      ])
      const enabled = new Set(on.map(({ local }) => local))
      return listedLocals(rows, { admin: scope.role === 'admin', hideNoData: true })
        .filter((local) => local.enabled)
        .map(({ id, name, code, client: owner }) => ({
          id,
          name,
          code,
          client: owner,
          alertId: id,
          state: enabled.has(id) ? 'activate' : 'deactivate',
          enabled: enabled.has(id),
          open: open.get(id) ?? 0,
        }))
    },

    /** The one switch of a local, as a list. Throws LOCAL_NOT_FOUND. */
    async ofLocal(scope: Scope, id: number): Promise<AlertSwitch[]> {
      await locals.find(scope, id)
      return [toSwitch(id, await isOn(scope, id))]
    },

    /** Throws LOCAL_NOT_FOUND, ALERT_NOT_FOUND. A client whose first local is switched on gets the default rules. */
    async setState(scope: Scope, id: number, alertId: number, { state }: AlertState): Promise<AlertSwitch> {
      const { client } = await locals.find(scope, id)
      if (alertId !== id)
        throw new AppError('ALERT_NOT_FOUND', `Local ${id} has no alert ${alertId}.`, { local: id, alert: alertId })
      const enabled = state === 'activate'
      await catalog.transaction(async (repositories) => {
        const { alertRules, alerts, audit } = repositories
        await alertRules.setSwitch(scope, id, enabled, clock.now())
        if (!enabled) await alerts.switchOff(scope, { local: id }, clock.now())
        if (enabled && (await alertRules.list(scope, { client })).length === 0) {
          for (const rule of defaultRules(client))
            await log(repositories, scope, 'alertRule.create', await alertRules.insert(scope, rule, clock.now()))
        }
        await audit.append(scope, {
          action: enabled ? 'alerts.activate' : 'alerts.deactivate',
          target: `local ${id}`,
          at: clock.now(),
        })
      })
      watch.forget(client)
      return toSwitch(id, enabled)
    },

    /** What happened, open ones first, then the newest. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
    async history(scope: Scope, { client, local, kind, state, begin, end }: AlertsQuery): Promise<Alert[]> {
      if (client !== undefined) await clients.find(scope, client)
      if (local !== undefined) await locals.find(scope, local)
      const rows = await catalog.alerts.list(scope, {
        ...(client !== undefined && { client }),
        ...(local !== undefined && { local }),
        ...(kind !== undefined && { kind }),
        ...(state !== undefined && { state }),
        ...(begin !== undefined && { from: dayNumber(begin) * DAY_MS }),
        ...(end !== undefined && { to: (dayNumber(end) + 1) * DAY_MS }),
      })
      return (scope.demo ? rows.map(disguisedFigure) : rows).map(withoutSubject)
    },

    /** Who may be told of a client, by name. A demo user learns of nobody else. */
    async recipients(scope: Scope, client: number): Promise<AlertRecipient[]> {
      await clients.find(scope, client)
      return (await people(client))
        .filter(({ id }) => !scope.demo || id === scope.userId)
        .map(({ id, username }) => ({ id, username }))
    },

    /** The kinds of rule, and whether one would rest at this client. Throws CLIENT_NOT_FOUND. */
    async kinds(scope: Scope, client: number): Promise<AlertMetric[]> {
      await clients.find(scope, client)
      const rest = await restsAt(scope, client)
      return ALERT_KINDS.map((kind) => ({ kind, resting: rest(kind) }))
    },

    /**
     * Tries a rule on the locals of which it would be asked, but for those where it rests. Throws CLIENT_NOT_FOUND,
     * ALERT_SETTINGS_INVALID.
     */
    async backTest(scope: Scope, { client, kind, settings = {} }: AlertBackTestRequest): Promise<AlertBackTest> {
      await clients.find(scope, client)
      const whole = settingsOf(kind, settings)
      const [all, asked, counting] = await Promise.all([
        expectedLocals(catalog, { client }),
        askedLocals(scope, client),
        muting.counting(scope, client),
      ])
      const ids = new Set(asked.filter((local) => counting(local, ALERT_RULES[kind].reads).off.length === 0))
      return backTest(
        facts,
        client,
        all.filter(({ local }) => ids.has(local)),
        { kind, settings: whole },
        clock.now(),
      )
    },
  }
}

export type AlertService = ReturnType<typeof alertService>
