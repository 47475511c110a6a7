/** The frame of the alerts: their calls, the words of refusals, and the dashboards the reader may open. */
import { mayOpen } from '#domain/access'
import { alertPath } from '#domain/alert-link'
import type { Alert } from '#schemas/generated/entities/alert.ts'
import type { Me } from '#schemas/generated/entities/me.ts'
import { useMemo } from 'react'
import { Outlet } from 'react-router'
import { useStore } from 'zustand'
import { alertsApi } from '../api/alerts.ts'
import { AlertsFrame } from '../features/alerts/alerts-frame.tsx'
import { api } from './api.ts'
import { errorText } from './error-text.ts'
import { brandAtHand } from './host-brand.ts'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

const calls = alertsApi(api.client)

const dashboardFor =
  (me: Me) =>
  (alert: Alert): string | undefined =>
    alertPath(alert, (flag) => mayOpen(me, { flag }))

export function AlertsRoute() {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(
    () =>
      me && { api: calls, say: errorText, dashboardOf: dashboardFor(me), mailLeaves: brandAtHand()?.mail !== false },
    [me],
  )
  if (ports === null) return null
  return (
    <AlertsFrame ports={ports} queries={queryClient}>
      <Outlet />
    </AlertsFrame>
  )
}
