/** The frame of the alerts: their calls, the words of refusals, and the dashboards the reader may open. */
import { mayOpen } from '#domain/access'
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
import { COMPARE_PATH, FIXED, isBuilt } from './navigation.ts'
import { queryClient } from './queries.ts'
import { session } from './session.ts'

const calls = alertsApi(api.client)
const STATUS_PATH = `${FIXED}/foot-status`
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** A device is seen on Status, everything else on Compare; whoever may open one of them only, sees it there. */
const dashboardFor = (me: Me) => ({ client, local, kind, openedAt, figure }: Alert): string | undefined => {
  const doors = [{ path: STATUS_PATH, flag: 'footStatus' } as const, { path: COMPARE_PATH, flag: 'footCompare' } as const]
  const open = (kind === 'deviceDown' || kind === 'coverage' ? doors : doors.toReversed()).find(({ path, flag }) => isBuilt(path) && mayOpen(me, { flag }))
  return open && `${open.path}?client=${client}&locals=${local}&end=${figure.day ?? dayOf(openedAt)}`
}

export function AlertsRoute() {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(() => me && { api: calls, say: errorText, dashboardOf: dashboardFor(me), mailLeaves: brandAtHand()?.mail !== false }, [me])
  if (ports === null) return null
  return <AlertsFrame ports={ports} queries={queryClient}><Outlet /></AlertsFrame>
}
