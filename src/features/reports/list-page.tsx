/** The scheduled reports of the reader: what is sent, when, to whom, and how it went. */
import type { Report } from '#schemas/generated/entities/report.ts'
import { EmptyState, LinkButton, Page, type ResourceColumn, ResourceTable, useListAddress, useUi } from '#ui'
import { DocumentIcon } from '#ui/icons/areas.tsx'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { HistoryDialog, TONES } from './history-dialog.tsx'
import { MailDialog } from './mail-dialog.tsx'
import { ListMenu } from './list-menu.tsx'
import { type Row, useReportRows } from './report-rows.ts'
import { useReports } from './reports-frame.tsx'
import { useRefreshReports, useReportList } from './use-report-data.ts'

export function ReportsPage() {
  const { t } = useUi()
  const ports = useReports()
  const { api, say } = ports
  const list = useListAddress(useSearchParams(), useLocation().pathname)
  const [open, setOpen] = useState<{ readonly kind: 'edit' | 'history'; readonly row: Report } | null>(null)
  const refresh = useRefreshReports()
  const reports = useReportList()
  const rows = useReportRows(reports)
  const said = (cause: unknown): never => {
    throw new Error(say(cause), { cause })
  }
  const setEnabled = async ({ id, what, cadence }: Row, enabled: boolean) => {
    await api.save(id, { what, cadence, enabled }).catch(said)
    await refresh()
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
        rowActions={(row) => <ListMenu row={row} onOpen={(kind) => setOpen({ kind, row })} />}
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
