/** The frame of the pages on which dashboards are made: their calls, who is asking, and error messages. */
import { isAdmin, mayShareDashboards } from '#domain/access'
import { type ReactNode, useMemo } from 'react'
import { Outlet } from 'react-router'
import { useStore } from 'zustand'
import { dashboardsApi } from '../api/dashboards.ts'
import { FLAG_NAMES } from '../features/admin/flag-names.ts'
import { type Dashboards, DashboardsFrame } from '../features/dashboards/frame.tsx'
import { api } from './api.ts'
import { errorText, issueText } from './error-text.ts'
import { queryClient } from './queries.ts'
import { BOARDS } from './navigation.ts'
import { saveFile } from './save-file.ts'
import { session } from './session.ts'

const calls = dashboardsApi(api.client)
const flagName: Dashboards['flagName'] = (flag) => FLAG_NAMES[flag]

export const DashboardsRoute = ({ area }: Pick<Dashboards, 'area'>) => (
  <DashboardPorts area={area}>
    <Outlet />
  </DashboardPorts>
)

/** Ports of pages and dialogs of dashboards. */
export function DashboardPorts({ area, children }: Pick<Dashboards, 'area'> & { children: ReactNode }) {
  const me = useStore(session.store, (state) => state.me)
  const ports = useMemo(
    () =>
      me && {
        api: calls,
        area,
        isAdmin: isAdmin(me),
        mayShare: mayShareDashboards(me, me.properties),
        me,
        say: errorText,
        issueText,
        flagName,
        save: saveFile,
        templates: BOARDS,
      },
    [me, area],
  )
  if (ports === null) return null
  return (
    <DashboardsFrame ports={ports} queries={queryClient}>
      {children}
    </DashboardsFrame>
  )
}
