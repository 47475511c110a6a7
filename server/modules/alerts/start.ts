import type { Parts, ServiceMakers } from '../../module.ts'
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
  }
}

/** What is watched is asked, and what happened is told. */
const EVERY_MS = 60_000

export const services = {
  alertWatch: ({ catalog, counted, health, muting, clock }) =>
    alertWatch({ catalog, facts: counted, health, muting, clock }),
  alerts: ({ catalog, counted, clients, locals, muting, alertWatch: watch, clock }) =>
    alertService({ catalog, facts: counted, clients, locals, muting, watch, clock }),
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
  return [{ name: 'alerts', everyMs: EVERY_MS, run: evaluateAlerts }]
}
