/** The scheduled reports of the reader: what is sent, when, to whom, and how it went. */
import type { Report } from '#schemas/generated/entities/report.ts'
import {
  confirmAndRun,
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  Page,
  type ResourceColumn,
  ResourceTable,
  useListAddress,
  toasts,
  useUi,
} from '#ui'
import { DocumentIcon } from '#ui/icons/areas.tsx'
import { ChartBarIcon, ClockIcon, EditIcon, MailIcon, MoreIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { HistoryDialog, TONES } from './history-dialog.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { PATHS } from './ports.ts'
import { useReports } from './reports-frame.tsx'
import { useDashboardNames, useRefreshReports, useReportList } from './use-report-data.ts'
import { cadenceWords } from './words.ts'

interface Row extends Report {
  readonly name: string
  readonly dashboardName: string
  readonly when: string
  readonly to: readonly string[]
  readonly result: string | null
}

export function ReportsPage() {
  const { t, locale } = useUi()
  const ports = useReports()
  const { api, say } = ports
  const list = useListAddress(useSearchParams(), useLocation().pathname)
  const [open, setOpen] = useState<{ readonly kind: 'edit' | 'history'; readonly row: Report } | null>(null)
  const refresh = useRefreshReports()
  const [reports, dashboards] = [useReportList(), useDashboardNames()]
  const rows = useMemo(() => {
    const names = new Map(dashboards.data?.map(({ id, name }) => [id, name]))
    return reports.data?.map((report): Row => ({
      ...report,
      name: report.what.name,
      dashboardName: names.get(report.what.dashboard) ?? report.what.dashboard,
      when: cadenceWords(report.cadence, t, locale),
      to: [...(report.what.mail?.to ?? []), ...(report.what.mail?.cc ?? []), ...(report.what.mail?.bcc ?? [])],
      result: report.last?.status ?? null,
    }))
  }, [reports.data, dashboards.data, t, locale])
  const said = (cause: unknown): never => {
    throw new Error(say(cause), { cause })
  }
  const setEnabled = async ({ id, what, cadence }: Row, enabled: boolean) => {
    await api.save(id, { what, cadence, enabled }).catch(said)
    await refresh()
  }
  const send = async ({ id, name }: Row) => {
    await api.send(id).then(
      () => toasts.info(t('reports:onItsWay', { name })),
      (cause: unknown) => {
        toasts.error(say(cause))
      },
    )
    await refresh()
  }
  const remove = async ({ id, name }: Row) => {
    const answer = await confirmAndRun({
      question: t('reports:removeQuestion', { name }),
      isDanger: true,
      confirmLabel: t('reports:remove'),
      errorText: say,
      run: () => api.remove(id),
    })
    if (answer === 'done') await refresh()
  }
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('reports:column.name') },
    { attr: 'dashboardName', label: t('reports:column.dashboard') },
    { attr: 'when', label: t('reports:column.when') },
    { attr: 'to', label: t('reports:column.to'), type: 'StringArray', options: { most: 1 } },
    { attr: 'nextAt', label: t('reports:column.next'), type: 'Date' },
    {
      attr: 'result',
      label: t('reports:column.last'),
      options: {
        names: Object.fromEntries(Object.keys(TONES).map((status) => [status, t(`reports:status.${status}`)])),
        tones: TONES,
      },
    },
    {
      attr: 'enabled',
      label: t('reports:column.enabled'),
      type: 'Boolean',
      toggle: (row) => (on) => setEnabled(row, on),
      width: '7rem',
    },
  ]
  const close = () => setOpen(null)
  return (
    <Page title={t('reports:list.title')} note={t('reports:list.note')}>
      <ResourceTable
        label={t('reports:list.title')}
        columns={columns}
        rows={{ ...reports, data: rows }}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={(row) => (
          <Menu
            label={t('reports:actions', { name: row.name })}
            placement="bottom end"
            trigger={
              <IconButton plain size="small" label={t('reports:actions', { name: row.name })} icon={<MoreIcon />} />
            }
            actions={[
              { id: 'send', label: t('reports:action.send'), icon: <MailIcon />, onAction: () => void send(row) },
              {
                id: 'edit',
                label: t('reports:action.edit'),
                icon: <EditIcon />,
                onAction: () => setOpen({ kind: 'edit', row }),
              },
              {
                id: 'history',
                label: t('reports:action.history'),
                icon: <ClockIcon />,
                onAction: () => setOpen({ kind: 'history', row }),
              },
              {
                id: 'open',
                label: t('reports:action.open'),
                icon: <ChartBarIcon />,
                href: PATHS.view(row.what.dashboard),
              },
              {
                id: 'remove',
                label: t('reports:remove'),
                icon: <TrashIcon />,
                isDanger: true,
                onAction: () => void remove(row),
              },
            ]}
          />
        )}
        empty={
          <EmptyState
            icon={<DocumentIcon size={20} />}
            title={t('reports:list.none')}
            action={
              <LinkButton kind="primary" size="small" href="/users">
                {t('reports:list.toHome')}
              </LinkButton>
            }
          >
            {t('reports:list.noneText')}
          </EmptyState>
        }
      />
      {open?.kind === 'history' && <HistoryDialog report={open.row.id} name={open.row.what.name} onClose={close} />}
      {open?.kind === 'edit' && (
        <MailDialog
          {...ports}
          what={open.row.what}
          cadence={open.row.cadence}
          report={open.row}
          onClose={close}
          onSaved={() => void refresh()}
        />
      )}
    </Page>
  )
}
