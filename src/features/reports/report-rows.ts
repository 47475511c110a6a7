/** Scheduled reports in words. */
import type { Report } from '#schemas/generated/entities/report.ts'
import { useUi } from '#ui'
import { useMemo } from 'react'
import { useDashboardNames, type useReportList } from './use-report-data.ts'
import { cadenceWords } from '../lib/cadence-words.ts'

export interface Row extends Report {
  readonly name: string
  readonly dashboardName: string
  readonly when: string
  readonly to: readonly string[]
  readonly result: string | null
}

export function useReportRows(reports: ReturnType<typeof useReportList>): Row[] | undefined {
  const { t, locale } = useUi()
  const dashboards = useDashboardNames()
  return useMemo(() => {
    const names = new Map(dashboards.data?.map(({ id, name }) => [id, name]))
    return reports.data?.map((report): Row => ({
      ...report,
      name: report.what.name,
      dashboardName: names.get(report.what.dashboard) ?? report.what.dashboard,
      when: cadenceWords(report.cadence, t, locale, report.what.timeZone),
      to: [...(report.what.mail?.to ?? []), ...(report.what.mail?.cc ?? []), ...(report.what.mail?.bcc ?? [])],
      result: report.last?.status ?? null,
    }))
  }, [reports.data, dashboards.data, t, locale])
}
