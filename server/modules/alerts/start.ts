import type { Parts, ServiceMakers } from '../../module.ts'
import { figureRuleWatch } from './figure-watch.ts'
import type { FigureRuleWatch } from './figure-watch.ts'
import { alertNotices } from './notices.ts'
import { alertRoutes } from './routes.ts'
import { alertService } from './service.ts'
import type { AlertService } from './service.ts'
import { alertWatch } from './watch.ts'
import type { AlertWatch } from './watch.ts'

declare module '../../module.ts' {
  interface Services {
    readonly alerts: AlertService
    readonly alertWatch: AlertWatch
    readonly figureWatch: FigureRuleWatch
  }
}

/** Evaluates the rules and sends the notifications. */
const EVERY_MS = 60_000

export const services = {
  alertWatch: ({ catalog, counted, health, muting, clock }) =>
    alertWatch({ catalog, facts: counted, health, muting, clock }),
  figureWatch: ({ catalog, widgetFigures: figures, clock, leaving, log }) =>
    figureRuleWatch({
      catalog,
      figures,
      clock,
      leaving: leaving ?? new AbortController().signal,
      onFailure: (rule, cause) => {
        log.warn({ err: cause, rule }, 'a rule about a figure could not be asked')
      },
    }),
  alerts: ({
    catalog,
    counted,
    clients,
    locals,
    muting,
    alertWatch: watch,
    figureWatch,
    widgetFigures: figures,
    clock,
  }) => alertService({ catalog, facts: counted, figures, clients, locals, muting, watch, figureWatch, clock }),
} satisfies ServiceMakers
export const routes = alertRoutes

export function jobs(parts: Parts) {
  const notices = alertNotices(parts)
  const evaluateAlerts = async () => {
    try {
      await parts.alertWatch.look()
    } finally {
      // Pending notifications are sent even if an evaluation fails.
      await notices.sendAll()
    }
  }
  return [
    { name: 'alerts', everyMs: EVERY_MS, run: evaluateAlerts },
    // By itself: a dashboard takes longer than a minute's round may.
    { name: 'figureAlerts', everyMs: EVERY_MS, run: parts.figureWatch.look },
  ]
}
