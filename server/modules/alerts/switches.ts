/** Alerts of a local are on or off; switching on the first one of a client makes its rules. */
import { listedLocals } from '#domain/access'
import { DEFAULT_KINDS, defaultSettings } from '#domain/alert-rules'
import type { AlertState } from '#schemas/generated/api/alert-state.ts'
import type { AlertSwitch } from '#schemas/generated/entities/alert-switch.ts'
import type { LocalAlert } from '#schemas/generated/entities/local-alert.ts'
import type { Catalog } from '../../catalog.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Scope } from '../../lib/scope.ts'
import type { LocalService } from '../locals/service.ts'
import type { RuleLog } from './rule-log.ts'
import type { NewAlertRule } from './rule-repo.ts'
import { COOL_DOWN_H } from './rules.ts'
import type { AlertWatch } from './watch.ts'

interface SwitchParts {
  readonly catalog: Pick<Catalog, 'alertRules' | 'alerts' | 'transaction'>
  readonly locals: LocalService
  readonly watch: Pick<AlertWatch, 'forget'>
  readonly clock: Clock
  readonly log: RuleLog
}

/** The rules a client begins with. */
const defaultRules = (client: number): NewAlertRule[] =>
  DEFAULT_KINDS.map((kind) => ({
    client,
    kind,
    settings: defaultSettings(kind),
    recipients: null,
    coolDownH: COOL_DOWN_H,
    enabled: true,
  }))

export function alertSwitches({ catalog, locals, watch, clock, log }: SwitchParts) {
  const toSwitch = (local: number, enabled: boolean): AlertSwitch => ({
    id: local,
    local,
    state: enabled ? 'activate' : 'deactivate',
    enabled,
  })

  async function isOn(scope: Scope, local: number): Promise<boolean> {
    return (await catalog.alertRules.switchedOn(scope)).some((one) => one.local === local)
  }

  return {
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
        if (enabled && (await alertRules.list(scope, { client })).every(({ kind }) => kind === 'figure')) {
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
  }
}
