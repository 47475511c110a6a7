/**
 * Alerts as people handle them: switches of locals, rules of clients, what happened, and what a rule would have said.
 */
import { ALERT_RULES, LOCAL_KINDS } from '#domain/alert-rules'
import { DAY_MS, dayNumber } from '#domain/days'
import type { AlertBackTestRequest } from '#schemas/generated/api/alert-back-test-request.ts'
import type { AlertsQuery } from '#schemas/generated/api/alerts-query.ts'
import type { AlertBackTest } from '#schemas/generated/entities/alert-back-test.ts'
import type { AlertMetric } from '#schemas/generated/entities/alert-metric.ts'
import type { AlertRecipient } from '#schemas/generated/entities/alert-recipient.ts'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Catalog } from '../../catalog.ts'
import { expectedLocals } from '../opening-hours/expected-locals.ts'
import type { OccupancySource } from './people-inside.ts'
import type { FactStore } from '../../facts/store.ts'
import type { Scope } from '../../lib/scope.ts'
import type { ClientService } from '../clients/service.ts'
import type { LocalService } from '../locals/service.ts'
import type { WidgetFigureReader } from '../reports/widget-figures.ts'
import type { ModuleMuting } from '../modules/muting.ts'
import { backTest } from './back-test.ts'
import { capacitiesFor } from './capacity.ts'
import { alertEntities } from './entities.ts'
import { figureRules } from './figure-rules.ts'
import type { FigureRuleWatch } from './figure-watch.ts'
import { alertMarks } from './marks.ts'
import { alertRests } from './rest.ts'
import { ruleLog } from './rule-log.ts'
import { ruleMute } from './rule-mute.ts'
import { clientRules, settingsOf, notifiable } from './rules.ts'
import { alertSwitches } from './switches.ts'
import type { AlertWatch } from './watch.ts'

interface Parts {
  readonly catalog: Catalog
  readonly facts: Pick<FactStore, 'query'> & OccupancySource
  readonly clients: ClientService
  readonly locals: LocalService
  readonly muting: Pick<ModuleMuting, 'counting'>
  readonly watch: Pick<AlertWatch, 'forget'>
  readonly figureWatch: Pick<FigureRuleWatch, 'forget'>
  readonly figures: WidgetFigureReader
  readonly clock: Clock
}

export function alertService({ catalog, facts, figures, clients, locals, muting, watch, figureWatch, clock }: Parts) {
  const rests = alertRests({ catalog, muting })
  const log = ruleLog(clock)
  const entities = alertEntities({ catalog, rests, clock })
  const checkedWatch = figureRules({ figures, clock })

  return {
    rules: clientRules({ catalog, clients, watch, figureWatch, checkedWatch, clock, rests, entities, log }),

    ...alertMarks({ catalog, clock, entities }),
    ...ruleMute({ catalog, clock, entities }),

    ...alertSwitches({ catalog, locals, watch, clock, log }),

    /** The alerts, open ones first, then the newest. Throws CLIENT_NOT_FOUND, LOCAL_NOT_FOUND. */
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
      return entities.alerts(scope, rows)
    },

    /** Who may be notified about a client, by name. A demo user sees no other account. */
    async recipients(scope: Scope, client: number): Promise<AlertRecipient[]> {
      await clients.find(scope, client)
      return (await notifiable(catalog, client))
        .filter(({ id }) => !scope.demo || id === scope.userId)
        .map(({ id, username }) => ({ id, username }))
    },

    /**
     * The kinds of rule that are asked of locals, and whether one would rest at this client. Throws CLIENT_NOT_FOUND.
     */
    async kinds(scope: Scope, client: number): Promise<AlertMetric[]> {
      await clients.find(scope, client)
      const rest = await rests.restsAt(scope, client)
      return LOCAL_KINDS.map((kind) => ({ kind, resting: rest(kind) }))
    },

    /**
     * Tries a rule on the locals of which it would be asked, but for those where it rests. Throws CLIENT_NOT_FOUND,
     * ALERT_SETTINGS_INVALID, ALERT_BACK_TEST_NOT_ALLOWED for a figure: a dashboard knows only what it shows now.
     */
    async backTest(scope: Scope, { client, kind, settings = {} }: AlertBackTestRequest): Promise<AlertBackTest> {
      await clients.find(scope, client)
      if (kind === 'figure')
        throw new AppError(
          'ALERT_BACK_TEST_NOT_ALLOWED',
          'A rule about a figure has no back-test: a dashboard shows its figures as they are now.',
        )
      const whole = settingsOf(kind, settings)
      const [all, withRules, counting] = await Promise.all([
        expectedLocals(catalog, { client }),
        rests.ruleLocals(scope, client),
        muting.counting(scope, client),
      ])
      const ids = new Set(withRules.filter((local) => counting(local, ALERT_RULES[kind].reads).off.length === 0))
      const rule = { kind, settings: whole }
      const capacityOf = await capacitiesFor([rule], [...ids], catalog)
      return backTest(
        facts,
        client,
        all.filter(({ local }) => ids.has(local)),
        rule,
        { nowMs: clock.now(), capacityOf },
      )
    },
  }
}

export type AlertService = ReturnType<typeof alertService>
