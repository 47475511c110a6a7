/** PDF, tables and mail of a dashboard. The menu comes once the dashboard is on its way, what it opens with the first click. */
import type { Dashboard } from '#engine'
import { ensureTexts } from '#i18n'
import { lazy, Suspense } from 'react'
import type { ReportDialogProps } from '../features/reports/report-dialog.tsx'

const Dialog = lazy(async () => {
  const [{ ReportDialog }, { reportPorts }] = await Promise.all([import('../features/reports/report-dialog.tsx'), import('./report-ports.ts'), ensureTexts('reports')])
  return { default: (props: ReportDialogProps) => <ReportDialog {...reportPorts} {...props} /> }
})

const Menu = lazy(async () => {
  const { ReportMenu } = await import('../features/reports/report-menu.tsx')
  return { default: ({ dashboard, id }: { dashboard: Dashboard; id: string }) => <ReportMenu dashboard={dashboard} id={id} dialog={Dialog} /> }
})

export const reportMenu = (id: string) => (dashboard: Dashboard) => <Suspense><Menu dashboard={dashboard} id={id} /></Suspense>
