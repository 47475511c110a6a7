/** What every page of reports needs. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { ReportPorts } from './ports.ts'

export const [ReportsFrame, useReports] = featureFrame<ReportPorts>('ReportsFrame')
