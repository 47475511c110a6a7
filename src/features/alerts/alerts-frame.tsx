/** What every page of alerts needs: its calls, the words of a refusal, and where an alert is seen on a dashboard. */
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { AlertsApi } from '../../api/alerts.ts'

export interface Alerts {
  readonly api: AlertsApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** The dashboard that shows it; undefined when the reader may open none. */
  readonly dashboardOf: (alert: Alert) => string | undefined
  /** False: nobody can be told by mail. */
  readonly mailLeaves?: boolean
}

export const [AlertsFrame, useAlerts] = featureFrame<Alerts>('AlertsFrame')

export const PATHS = {
  manage: '/users/alerts/manage',
  rules: '/users/alerts/manage?tab=rules',
  addRule: '/users/alerts/rules/new',
  editRule: (id: number) => `/users/alerts/rules/${id}/edit`,
} as const
