/** The scheduled reports of the reader. */
import { ReportsPage } from '../features/reports/list-page.tsx'
import { ReportsFrame } from '../features/reports/reports-frame.tsx'
import { queryClient } from './queries.ts'
import { reportPorts } from './report-ports.ts'

export function ReportsRoute() {
  return (
    <ReportsFrame ports={reportPorts} queries={queryClient}>
      <ReportsPage />
    </ReportsFrame>
  )
}
