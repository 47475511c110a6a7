/**
 * Lines of files in quarantine: why, their text, and what is done with them. Readings of devices are beside the
 * footscans.
 */
import { useQueryClient } from '@tanstack/react-query'
import type { QuarantinedRow } from '#schemas/generated/entities/quarantined-row.ts'
import { Button, confirmAndRun, EmptyState, LinkButton, Page, ResourceTable, useUi } from '#ui'
import { SuccessIcon, TrashIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { PATHS } from '../paths.ts'
import { useClients } from '../use-admin-data.ts'
import { useList } from '../use-list.ts'
import { quarantineColumns } from './quarantine-columns.ts'
import { QuarantineFilters } from './quarantine-filters.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import { filtersOf, KEY, MAX, useQuarantine } from './use-quarantine.ts'
import own from './places.module.css'
import { Actions } from './quarantine-actions.tsx'

export function QuarantinePage() {
  const { t, format } = useUi()
  const { api, say } = useAdmin()
  const queries = useQueryClient()
  const list = useList()
  const clients = useClients().data
  const filters = filtersOf(list)
  const { state } = filters
  const { rows, groups, total } = useQuarantine(filters)
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
  const waiting = (rows.data ?? []).filter((row) => row.state === 'waiting' && selected.has(row.id)).map(({ id }) => id)
  return (
    <Page
      title={t('admin:quarantine.title')}
      note={t('admin:quarantine.note')}
      back={{ href: PATHS.home, label: t('admin:title') }}
      actions={
        <LinkButton href={`${PATHS.footscans.list}?tab=quarantine`}>{t('admin:quarantine.ofDevices')}</LinkButton>
      }
    >
      {state === 'waiting' && total > MAX && (
        <p className={own.note}>
          {t('admin:quarantine.more', { shown: format.exact(MAX, 'count'), all: format.exact(total, 'count') })}
        </p>
      )}
      <ResourceTable
        label={t('admin:quarantine.title')}
        columns={quarantineColumns(t, names, state !== 'waiting')}
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
        filters={<QuarantineFilters filters={filters} groups={groups} onChange={list.setFilters} />}
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
