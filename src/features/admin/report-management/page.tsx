/** The scheduled reports of all people: whose they are, how they went, and what is done about it. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isRecord } from '#domain/record'
import type { ManagedReport } from '#schemas/generated/entities/managed-report.ts'
import {
  EmptyState,
  IconButton,
  Menu,
  type MenuAction,
  Page,
  type ResourceColumn,
  ResourceTable,
  Select,
  toasts,
  useUi,
} from '#ui'
import { DocumentIcon } from '#ui/icons/areas.tsx'
import { ChartBarIcon, ClockIcon, LockIcon, MailIcon, MoreIcon, RefreshIcon, UserIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { cadenceWords } from '../../lib/cadence-words.ts'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useList } from '../use-list.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { reasonKey } from './reason-key.ts'
import { RunsDialog } from './runs-dialog.tsx'
import { TONES } from './tones.ts'
import css from '../admin.module.css'

const KEY = ['admin', 'report-management'] as const

interface Row extends ManagedReport {
  readonly ownerName: string
  readonly when: string
  readonly result: string | null
}

const STATES = ['failed', 'paused', 'active'] as const
const isIn = (state: string | null, { failures, last, enabled }: ManagedReport): boolean => {
  if (state === 'failed') return failures > 0 || last?.status === 'failed' || last?.status === 'undelivered'
  return state === null || enabled === (state === 'active')
}

export function ReportManagementPage() {
  const { t, locale } = useUi()
  const { api } = useAdmin()
  const list = useList()
  const state = list.filter('state')
  const [open, setOpen] = useState<{ readonly kind: 'runs' | 'handOver'; readonly row: Row } | null>(null)
  const reports = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.reportManagement.list(signal),
    staleTime: 0,
  })
  const rows = useMemo(
    () =>
      reports.data
        ?.filter((report) => isIn(state, report))
        .map((report): Row => ({
          ...report,
          ownerName: report.owner.username,
          when: cadenceWords(report.cadence, t, locale, report.timeZone),
          result: report.last?.status ?? null,
        })),
    [reports.data, state, t, locale],
  )
  const columns: ResourceColumn<Row>[] = [
    { attr: 'name', label: t('reports:column.name') },
    { attr: 'ownerName', label: t('admin:reportManagement.owner') },
    {
      attr: 'result',
      label: t('reports:column.last'),
      options: {
        names: Object.fromEntries(Object.keys(TONES).map((status) => [status, t(`reports:status.${status}`)])),
        tones: TONES,
      },
    },
    { attr: 'failures', label: t('admin:reportManagement.failures'), type: 'Number' },
    { attr: 'nextAt', label: t('reports:column.next'), type: 'Date' },
    { attr: 'enabled', label: t('reports:column.enabled'), type: 'Boolean', width: '7rem' },
    { attr: 'when', label: t('reports:column.when'), isLong: true },
    { attr: 'recipients', label: t('reports:column.to'), type: 'StringArray', options: { most: 1 } },
  ]
  const close = () => setOpen(null)
  return (
    <Page
      title={t('admin:reportManagement.title')}
      note={t('admin:reportManagement.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
    >
      <ResourceTable
        label={t('admin:reportManagement.title')}
        columns={columns}
        rows={{ ...reports, data: rows }}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        rowActions={(row) => <Actions row={row} onOpen={(kind) => setOpen({ kind, row })} />}
        filters={
          <div className={css.filter}>
            <Select
              label=""
              emptyLabel={`${t('admin:reportManagement.state')}: ${t('admin:all')}`}
              options={STATES.map((id) => ({
                id: id as string,
                label: `${t('admin:reportManagement.state')}: ${t(`admin:reportManagement.states.${id}`)}`,
              }))}
              value={state}
              onChange={(value) => list.setFilters({ state: value })}
            />
          </div>
        }
        empty={
          <EmptyState
            icon={<DocumentIcon size={20} />}
            title={t(state === null ? 'admin:reportManagement.none' : 'admin:reportManagement.noneLeft')}
          >
            {t(state === null ? 'admin:reportManagement.noneText' : 'admin:reportManagement.noneLeftText')}
          </EmptyState>
        }
      />
      {open?.kind === 'runs' && <RunsDialog report={open.row} onClose={close} />}
      {open?.kind === 'handOver' && (
        <HandOverDialog report={open.row} onClose={close} onDone={() => void reports.refetch()} />
      )}
    </Page>
  )
}

function Actions({ row, onOpen }: { row: Row; onOpen: (dialog: 'runs' | 'handOver') => void }) {
  const { t } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const label = t('admin:actionsOf', { name: row.name })
  const run = (work: Promise<unknown>, done: string) =>
    void work
      .then(
        () => toasts.success(done),
        (cause: unknown) => {
          // It is sent with the rights of its owner, not of the caller.
          const isOwners = isRecord(cause) && cause.code === 'DASHBOARD_NOT_FOUND'
          toasts.error(isOwners ? t(reasonKey('dashboardGone')) : say(cause))
        },
      )
      .then(() => queries.invalidateQueries({ queryKey: KEY }))
  const actions: MenuAction[] = [
    {
      id: 'send',
      label: t('admin:reportManagement.send'),
      icon: <MailIcon />,
      onAction: () => run(api.reportManagement.send(row.id), t('reports:onItsWay', { name: row.name })),
    },
    {
      id: 'pause',
      label: t(row.enabled ? 'admin:reportManagement.pause' : 'admin:reportManagement.resume'),
      icon: row.enabled ? <LockIcon /> : <RefreshIcon />,
      onAction: () =>
        run(
          api.reportManagement.setEnabled(row.id, !row.enabled),
          t(row.enabled ? 'admin:reportManagement.paused' : 'admin:reportManagement.resumed', { name: row.name }),
        ),
    },
    {
      id: 'handOver',
      label: t('admin:reportManagement.handOver'),
      icon: <UserIcon />,
      onAction: () => onOpen('handOver'),
    },
    { id: 'runs', label: t('admin:reportManagement.runs'), icon: <ClockIcon />, onAction: () => onOpen('runs') },
    {
      id: 'open',
      label: t('reports:action.open'),
      icon: <ChartBarIcon />,
      href: `/users/dashboards/view/${row.dashboard}`,
    },
  ]
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={actions}
    />
  )
}
