/**
 * What files left in quarantine: why, what stood there, and what becomes of it. Readings of devices are beside the
 * footscans.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import {
  Button,
  confirmAndRun,
  EmptyState,
  IconButton,
  LinkButton,
  Menu,
  Page,
  type ResourceColumn,
  ResourceTable,
  Select,
  useUi,
} from '#ui'
import { CheckIcon, MoreIcon, SuccessIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { reasonText } from '../hubble/reason-text.ts'
import { PATHS } from '../paths.ts'
import { useClients } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { cellsOf } from './cells.ts'
import { ReleaseDialog } from './release-dialog.tsx'
import admin from '../admin.module.css'
import own from './places.module.css'

const STATES = ['waiting', 'released', 'dismissed', 'all'] as const
const KEY = ['admin', 'quarantine'] as const
/** As many as are asked for at once. */
const MOST = 1000

export function QuarantinePage() {
  const { t, format } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const list = useList()
  const clients = useClients().data
  const state = STATES.find((one) => one === list.filter('state')) ?? 'waiting'
  const [client, reason, file] = [Number(list.filter('client')) || null, list.filter('reason'), list.filter('file')]
  const query = {
    state,
    limit: MOST,
    ...(client !== null && { client }),
    ...(reason !== null && { reason }),
    ...(file !== null && { file }),
  }
  const rows = useQuery({
    queryKey: [...KEY, query],
    queryFn: ({ signal }) => api.quarantine.list(query, signal),
    staleTime: 0,
  })
  const groups = useQuery({
    queryKey: [...KEY, 'groups'],
    queryFn: ({ signal }) => api.quarantine.groups(signal),
    staleTime: 0,
  }).data
  const [released, setReleased] = useState<QuarantinedRow | null>(null)
  const [selected, setSelected] = useState<Set<string | number>>(new Set())
  const names = useMemo(() => new Map((clients ?? []).map(({ id, name }) => [id, name])), [clients])
  const changed = async () => {
    setSelected(new Set())
    await queries.invalidateQueries({ queryKey: KEY })
  }
  const dismiss = async (ids: readonly number[]) => {
    const answer = await confirmAndRun({
      question: t('admin:quarantine.dismissQuestion', { count: ids.length }),
      isDanger: true,
      confirmLabel: t('admin:quarantine.dismiss'),
      doneText: t('admin:quarantine.states.dismissed'),
      errorText: say,
      run: async () => {
        await api.quarantine.dismiss(ids)
      },
    })
    if (answer === 'done') await changed()
  }
  const distinct = (pick: (group: NonNullable<typeof groups>[number]) => string | null) =>
    [...new Set((groups ?? []).flatMap((group) => pick(group) ?? []))].toSorted()
  const waiting = (rows.data ?? []).filter((row) => row.state === 'waiting' && selected.has(row.id)).map(({ id }) => id)
  const total = (groups ?? [])
    .filter(
      (group) =>
        (client === null || group.client === client) &&
        (reason === null || group.reason === reason) &&
        (file === null || group.file === file),
    )
    .reduce((sum, group) => sum + group.rows, 0)
  const columns: ResourceColumn<QuarantinedRow>[] = [
    {
      attr: 'file',
      label: t('admin:quarantine.file'),
      value: ({ file: name, line, source }) => (name === null ? source : line === null ? name : `${name}:${line}`),
    },
    { attr: 'reason', label: t('admin:quarantine.reason'), isLong: true, value: (row) => reasonText(row.reason, t) },
    { attr: 'row', label: t('admin:quarantine.says'), isSortable: false, isLong: true, value: saysOf },
    {
      attr: 'client',
      label: t('fleet:client'),
      value: (row) => names.get(row.client) ?? (row.client === 0 ? '' : `#${row.client}`),
    },
    { attr: 'learntAt', label: t('admin:quarantine.since'), type: 'Date' },
    ...(state === 'waiting'
      ? []
      : [
          {
            attr: 'state',
            label: t('admin:quarantine.state'),
            value: (row: QuarantinedRow) => t(`admin:quarantine.states.${row.state}`),
          },
        ]),
  ]
  return (
    <Page
      title={t('admin:quarantine.title')}
      note={t('admin:quarantine.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
      actions={
        <LinkButton href={`${PATHS.footscans.list}?tab=quarantine`}>{t('admin:quarantine.ofDevices')}</LinkButton>
      }
    >
      {state === 'waiting' && total > MOST && (
        <p className={own.note}>
          {t('admin:quarantine.more', { shown: format.exact(MOST, 'count'), all: format.exact(total, 'count') })}
        </p>
      )}
      <ResourceTable
        label={t('admin:quarantine.title')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        selected={selected}
        onSelectedChange={setSelected}
        bulkActions={
          <Button
            size="small"
            icon={<TrashIcon />}
            isDisabled={waiting.length === 0}
            onPress={() => void dismiss(waiting)}
          >
            {t('admin:quarantine.dismiss')}
          </Button>
        }
        filters={
          <>
            <div className={admin.filter}>
              <Select
                label=""
                options={STATES.map((id) => ({ id, label: t(`admin:quarantine.states.${id}`) }))}
                value={state}
                onChange={(next) => list.setFilters({ state: next === 'waiting' ? null : next })}
              />
            </div>
            <div className={admin.filter}>
              <Select
                label=""
                emptyLabel={`${t('fleet:client')}: ${t('admin:all')}`}
                options={(clients ?? []).map(({ id, name }) => ({ id: String(id), label: name }))}
                value={client === null ? null : String(client)}
                onChange={(next) => list.setFilters({ client: next })}
              />
            </div>
            <div className={admin.filter}>
              <Select
                label=""
                emptyLabel={`${t('admin:quarantine.reason')}: ${t('admin:all')}`}
                options={distinct((group) => group.reason).map((id) => ({ id, label: reasonText(id, t) }))}
                value={reason}
                onChange={(next) => list.setFilters({ reason: next })}
              />
            </div>
            <div className={admin.filter}>
              <Select
                label=""
                emptyLabel={`${t('admin:quarantine.file')}: ${t('admin:all')}`}
                options={distinct((group) => group.file).map((id) => ({ id, label: id }))}
                value={file}
                onChange={(next) => list.setFilters({ file: next })}
              />
            </div>
          </>
        }
        rowActions={(row) => (
          <Actions row={row} onRelease={() => setReleased(row)} onDismiss={() => void dismiss([row.id])} />
        )}
        empty={
          <EmptyState icon={<SuccessIcon size={20} />} title={t('admin:quarantine.none')}>
            {t('admin:quarantine.noneText')}
          </EmptyState>
        }
      />
      {released !== null && (
        <ReleaseDialog
          key={released.id}
          row={released}
          onClose={() => setReleased(null)}
          onDone={() => void changed()}
        />
      )}
    </Page>
  )
}

/** The hour that it speaks of, or the first cells as they came. */
function saysOf({ row, suggestion: { day, hour, counts } }: QuarantinedRow): string {
  const parts =
    day === null || hour === null
      ? cellsOf(row).slice(0, 5)
      : [[day, `${String(hour).padStart(2, '0')}:00`], ...Object.entries(counts)]
  return parts.map(([name, value]) => `${name} ${value}`).join(' · ')
}

function Actions({ row, onRelease, onDismiss }: { row: QuarantinedRow; onRelease: () => void; onDismiss: () => void }) {
  const { t } = useUi()
  const label = t('admin:actionsOf', { name: row.line === null ? String(row.id) : `${row.file ?? ''}:${row.line}` })
  const isDisabled = row.state !== 'waiting'
  return (
    <Menu
      label={label}
      placement="bottom end"
      trigger={<IconButton plain size="small" label={label} icon={<MoreIcon />} />}
      actions={[
        { id: 'release', label: t('admin:quarantine.release'), icon: <CheckIcon />, isDisabled, onAction: onRelease },
        {
          id: 'dismiss',
          label: t('admin:quarantine.dismiss'),
          icon: <TrashIcon />,
          isDanger: true,
          isDisabled,
          onAction: onDismiss,
        },
      ]}
    />
  )
}
