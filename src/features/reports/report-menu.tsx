/** Exports of a dashboard: a PDF, its tables, a mail now or on a schedule. */
import type { ReportWhat } from '#schemas/generated/api/report-what.ts'
import type { Dashboard } from '#engine'
import { BarMenu, useUi } from '#ui'
import { CalendarIcon, DownloadIcon, MailIcon, TableIcon } from '#ui/icons/index.tsx'
import { DocumentIcon } from '#ui/icons/areas.tsx'
import { type ComponentType, Suspense, useState } from 'react'
import { chosenValues } from './chosen.ts'
import { PATHS } from './ports.ts'
import type { ReportDialogProps } from './report-dialog.tsx'

export interface ReportMenuProps {
  dashboard: Dashboard
  /** As its address says. */
  id: string
  /** `ReportDialog` with what it needs; it comes when it is opened. */
  dialog: ComponentType<ReportDialogProps>
}

type Open = Pick<ReportDialogProps, 'kind' | 'what'>

export function ReportMenu({ dashboard, id, dialog: Opened }: ReportMenuProps) {
  const { t, locale } = useUi()
  const [open, setOpen] = useState<Open | null>(null)
  const start = (kind: Open['kind']) => {
    const state = dashboard.store.getState()
    setOpen({
      kind,
      what: {
        name: state.title.trim().slice(0, 120) || id,
        dashboard: id,
        values: chosenValues(state),
        formats: kind === 'csv' ? ['csv'] : ['pdf'],
        lang: locale as ReportWhat['lang'],
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        mail: null,
      },
    })
  }
  const close = () => setOpen(null)
  return (
    <>
      <BarMenu
        id="reports"
        label={t('app:dashboard.reports')}
        icon={<MailIcon />}
        actions={[
          {
            id: 'files',
            actions: [
              { id: 'pdf', label: t('app:dashboard.pdf'), icon: <DownloadIcon />, onAction: () => start('pdf') },
              { id: 'csv', label: t('app:dashboard.tables'), icon: <TableIcon />, onAction: () => start('csv') },
            ],
          },
          {
            id: 'mail',
            actions: [
              { id: 'send', label: t('app:dashboard.mail'), icon: <MailIcon />, onAction: () => start('send') },
              {
                id: 'schedule',
                label: t('app:dashboard.schedule'),
                icon: <CalendarIcon />,
                onAction: () => start('schedule'),
              },
            ],
          },
          {
            id: 'all',
            actions: [{ id: 'list', label: t('home:menu.reports'), icon: <DocumentIcon />, href: PATHS.list }],
          },
        ]}
      />
      <Suspense>{open !== null && <Opened {...open} onClose={close} />}</Suspense>
    </>
  )
}
