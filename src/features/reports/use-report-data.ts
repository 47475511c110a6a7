/** Data of the server, requested anew by every page; polled while a report is being made. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useUi } from '#ui'
import { isFinished } from './ports.ts'
import { useReports } from './reports-frame.tsx'

const LIST = ['reports', 'list'] as const
const BUSY_MS = 2_000
const QUIET_MS = 60_000

export function useReportList() {
  const { api } = useReports()
  return useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => api.list(signal),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ last }) => last !== null && !isFinished(last.status)) ? BUSY_MS : QUIET_MS,
  })
}

/** Of one report, or of all and of none. */
export function useRuns(report: number | undefined) {
  const { api } = useReports()
  return useQuery({
    queryKey: ['reports', 'runs', report ?? 'all'],
    queryFn: ({ signal }) => api.runs(report, signal),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => !isFinished(status)) ? BUSY_MS : QUIET_MS),
  })
}

/** Names of the dashboards that the reader may open. */
export function useDashboardNames() {
  const { api } = useReports()
  const { locale } = useUi()
  return useQuery({
    queryKey: ['reports', 'dashboards', locale],
    queryFn: ({ signal }) => api.dashboards(locale, signal),
  })
}

export function useRefreshReports(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['reports'] })
}
