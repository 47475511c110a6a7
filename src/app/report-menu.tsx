/**
 * PDF, tables and mail of a dashboard. The menu is small and comes with the dashboard, what it opens with the first
 * click.
 */
import type { Dashboard } from '#engine'
import { ensureTexts } from '#i18n'
import { lazy } from 'react'
import type { ReportDialogProps } from '../features/reports/report-dialog.tsx'
import { ReportMenu } from '../features/reports/report-menu.tsx'

const Dialog = lazy(async () => {
  const [{ ReportDialog }, { reportPorts }] = await Promise.all([
    import('../features/reports/report-dialog.tsx'),
    import('./report-ports.ts'),
    ensureTexts('reports'),
  ])
  return { default: (props: ReportDialogProps) => <ReportDialog {...reportPorts} {...props} /> }
})

export const reportMenu = (id: string) => (dashboard: Dashboard) => (
  <ReportMenu dashboard={dashboard} id={id} dialog={Dialog} />
)
