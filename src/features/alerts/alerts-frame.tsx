/** What every page of alerts needs: its calls, the words of a refusal, and where an alert is seen on a dashboard. */
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { AlertsApi } from '../../api/alerts.ts'

export interface Alerts {
  readonly api: AlertsApi
  /** The sentence of a refusal, in the reader's language. */
  readonly say: (cause: unknown) => string
  /** The dashboard that shows it; undefined when the reader may open none. */
  readonly dashboardOf: (alert: Alert) => string | undefined
}

const AlertsContext = createContext<Alerts | null>(null)

/** Throws outside an `AlertsFrame`. */
export function useAlerts(): Alerts {
  const alerts = use(AlertsContext)
  if (alerts === null) throw new Error('This page stands outside the alerts: there is no AlertsFrame around it.')
  return alerts
}

export interface AlertsFrameProps extends Alerts { queries: QueryClient; children: ReactNode }

export function AlertsFrame({ api, say, dashboardOf, queries, children }: AlertsFrameProps) {
  const alerts = useMemo(() => ({ api, say, dashboardOf }), [api, say, dashboardOf])
  return <QueryClientProvider client={queries}><AlertsContext value={alerts}>{children}</AlertsContext></QueryClientProvider>
}

export const PATHS = { manage: '/users/alerts/manage', rules: '/users/alerts/manage?tab=rules', addRule: '/users/alerts/rules/new', editRule: (id: number) => `/users/alerts/rules/${id}/edit` } as const
