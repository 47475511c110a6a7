/** Ports of every page of reports. */
import { featureFrame } from '#ui/page/feature-frame.tsx'
import type { ReportPorts } from './ports.ts'
import { useMemo } from 'react'
import { reportsApi } from '../../api/reports.ts'
import type { FrameProps } from '../lib/feature.ts'

export const [ReportsFrame, useReports] = featureFrame<ReportPorts>('ReportsFrame')

export function Frame({ ports: { client, say, save }, children }: FrameProps) {
  const ports = useMemo(() => ({ api: reportsApi(client), say, save }), [client, say, save])
  return <ReportsFrame ports={ports}>{children}</ReportsFrame>
}
