/** Ports of every page of alerts: its calls, error messages, and the link of an alert to a dashboard. */
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { AlertsApi } from '../../api/alerts.ts'
import type { WebhooksApi } from '../../api/webhooks.ts'
import { mayOpen } from '#domain/access'
import { alertPath } from '#domain/alert-link'
import { useMemo } from 'react'
import { alertsApi } from '../../api/alerts.ts'
import { webhooksApi } from '../../api/webhooks.ts'
import type { FrameProps } from '../lib/feature.ts'

export interface Alerts {
  readonly api: AlertsApi
  readonly webhooks: WebhooksApi
  /** The message of an error, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** The dashboard that shows it; undefined when the reader may open none. */
  readonly dashboardOf: (alert: Alert) => string | undefined
  /** False: no mail can be sent. */
  readonly mailLeaves?: boolean
}

export const [AlertsFrame, useAlerts] = featureFrame<Alerts>('AlertsFrame')

export const PATHS = {
  manage: '/users/alerts/manage',
  rules: '/users/alerts/manage?tab=rules',
  addRule: '/users/alerts/rules/new',
  editRule: (id: number) => `/users/alerts/rules/${id}/edit`,
  webhooks: '/users/alerts/manage?tab=webhooks',
  addWebhook: '/users/alerts/webhooks/new',
  editWebhook: (id: number) => `/users/alerts/webhooks/${id}/edit`,
} as const

export function Frame({
  ports: { client, confirmingClient, confirmation, me, say, mailLeaves },
  children,
}: FrameProps) {
  const ports = useMemo(
    (): Alerts => ({
      api: alertsApi(client),
      webhooks: webhooksApi(confirmingClient),
      say,
      dashboardOf: (alert) => alertPath(alert, (flag) => mayOpen(me, { flag })),
      mailLeaves,
    }),
    [client, confirmingClient, me, say, mailLeaves],
  )
  return (
    <AlertsFrame ports={ports}>
      {children}
      {confirmation}
    </AlertsFrame>
  )
}
