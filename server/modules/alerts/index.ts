/** Alert rules, what they watch, and whom they notify. */
import type { ServerModule } from '../../module.ts'
import { figureAlerts } from './figure-alerts-step.ts'
import { alertMarkRepo } from './mark-repo.ts'
import { alertRepo } from './repo.ts'
import { alertRuleRepo } from './rule-repo.ts'
import type { AlertLocalsTable, AlertRulesTable, AlertsTable } from './tables.ts'

declare module '../../db/tables.ts' {
  interface Tables {
    alert_rules: AlertRulesTable
    alert_locals: AlertLocalsTable
    alerts: AlertsTable
  }
}

declare module '../../catalog.ts' {
  interface Repositories {
    readonly alerts: ReturnType<typeof alertRepo>
    readonly alertMarks: ReturnType<typeof alertMarkRepo>
    readonly alertRules: ReturnType<typeof alertRuleRepo>
  }
}

export const alerts: ServerModule = {
  name: 'alerts',
  repositories: { alerts: alertRepo, alertMarks: alertMarkRepo, alertRules: alertRuleRepo },
  steps: { '0066-figure-alerts': figureAlerts },
  start: () => import('./start.ts'),
}
