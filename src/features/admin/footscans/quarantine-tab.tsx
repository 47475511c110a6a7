/** Quarantined readings: why, what they say, and what becomes of them. */
import type { QuarantinedReading } from '#schemas/generated/entities/quarantined-reading.ts'
import { Button, confirmAndRun, EmptyState, ResourceTable, Select, toasts, useUi } from '#ui'
import { CheckIcon, SuccessIcon } from '#ui/icons/index.tsx'
import { useMemo, useState } from 'react'
import { useAdmin } from '../admin-frame.tsx'
import { useFleet } from '../hubble/fleet-frame.tsx'
import { type QuarantineState, useFleetRefresh, useQuarantine } from '../hubble/fleet-queries.ts'
import { reasonText } from '../hubble/reason-text.ts'
import { useList } from '../use-list.ts'
import { CorrectDialog } from './correct-dialog.tsx'
import admin from '../admin.module.css'
import hub from '../hubble/hubble.module.css'
import { useColumns } from './quarantine-columns.tsx'
import { Actions } from './quarantine-actions.tsx'

const STATES = ['waiting', 'released', 'all'] as const satisfies readonly QuarantineState[]

export function QuarantineTab() {
  const { t } = useUi()
  const { say } = useAdmin()
  const api = useFleet()
  const refresh = useFleetRefresh()
  const list = useList()
  const state = STATES.find((one) => one === list.filter('state')) ?? 'waiting'
  const reason = list.filter('reason')
  const readings = useQuarantine(state)
  const [corrected, setCorrected] = useState<QuarantinedReading | null>(null)
  const [selected, setSelected] = useState<Set<string | number>>(new Set())
  const { data } = readings
  const shown = useMemo(
    () => ({ ...readings, data: data?.filter((one) => reason === null || one.reason === reason) }),
    [readings, data, reason],
  )
  const reasons = useMemo(() => [...new Set((data ?? []).map((one) => one.reason))].toSorted(), [data])
  const done = async (text: string) => {
    setSelected(new Set())
    toasts.success(text)
    await refresh()
  }
  const release = (ids: readonly number[]) =>
    api.releaseAll(ids).then(
      (released) => done(t('fleet:quarantine.releasedCount', { count: released.length })),
      (cause: unknown) => {
        toasts.error(say(cause))
      },
    )
  const discard = async ({ id, device }: QuarantinedReading) => {
    const answer = await confirmAndRun({
      question: t('fleet:quarantine.discardQuestion', { device }),
      isDanger: true,
      confirmLabel: t('fleet:quarantine.discard'),
      errorText: say,
      run: () => api.discard(id),
    })
    if (answer === 'done') await refresh()
  }
  const columns = useColumns(state !== 'waiting')
  const open = (ids: ReadonlySet<string | number>) =>
    (data ?? []).filter(({ id, releasedAt }) => releasedAt === null && ids.has(id)).map(({ id }) => id)
  return (
    <div className={hub.tab}>
      <p className={hub.lead}>{t('fleet:quarantine.lead')}</p>
      <ResourceTable
        label={t('fleet:quarantine.title')}
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        state={list.state}
        onStateChange={list.onStateChange}
        selected={selected}
        onSelectedChange={setSelected}
        bulkActions={
          <Button
            kind="primary"
            size="small"
            icon={<CheckIcon />}
            isDisabled={open(selected).length === 0}
            onPress={() => void release(open(selected))}
          >
            {t('fleet:quarantine.releaseSelected')}
          </Button>
        }
        filters={
          <>
            <div className={admin.filter}>
              <Select
                label=""
                options={STATES.map((id) => ({ id, label: t(`fleet:quarantine.state.${id}`) }))}
                value={state}
                onChange={(next) => list.setFilters({ state: next === 'waiting' ? null : next })}
              />
            </div>
            <div className={admin.filter}>
              <Select
                label=""
                emptyLabel={`${t('fleet:quarantine.reason')}: ${t('admin:all')}`}
                options={reasons.map((id) => ({ id, label: reasonText(id, t) }))}
                value={reason}
                onChange={(next) => list.setFilters({ reason: next })}
              />
            </div>
          </>
        }
        rowActions={(row) => (
          <Actions
            row={row}
            onRelease={() => void release([row.id])}
            onCorrect={() => setCorrected(row)}
            onDiscard={() => void discard(row)}
          />
        )}
        empty={
          <EmptyState icon={<SuccessIcon size={20} />} title={t('fleet:quarantine.none')}>
            {t('fleet:quarantine.noneText')}
          </EmptyState>
        }
      />
      {corrected !== null && (
        <CorrectDialog
          row={corrected}
          onClose={() => setCorrected(null)}
          onDone={() => void done(t('fleet:quarantine.releasedCount', { count: 1 }))}
        />
      )}
    </div>
  )
}
