/** What every page of reports needs. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { ReportPorts } from './ports.ts'

const ReportsContext = createContext<ReportPorts | null>(null)

/** Throws outside a `ReportsFrame`. */
export function useReports(): ReportPorts {
  const ports = use(ReportsContext)
  if (ports === null) throw new Error('This page stands outside the reports: there is no ReportsFrame around it.')
  return ports
}

export function ReportsFrame({ api, say, save, queries, children }: ReportPorts & { queries: QueryClient; children: ReactNode }) {
  const ports = useMemo(() => ({ api, say, save }), [api, say, save])
  return <QueryClientProvider client={queries}><ReportsContext value={ports}>{children}</ReportsContext></QueryClientProvider>
}
