/** The week of a client, a local or a position: the form that creates, the view that is dragged in, and saving. */
import { affectedBy, type ScheduleTarget, scheduleView } from '#domain/schedule-scope'
import { ConfirmDialog, InfoIcon, keepFocus, Notice, toasts, useUi } from '#ui'
import { useMemo, useRef, useState } from 'react'
import { PendingBar } from './pending-bar.tsx'
import { useSchedule } from './schedule-frame.tsx'
import { ShiftDialog } from './shift-dialog.tsx'
import { NO_SHIFT, useShiftDraft } from './shift-fields.tsx'
import { type ClientHours, useSaveWeek } from './use-schedule-data.ts'
import { type EditShift, useWeek } from './use-week.ts'
import { WeekForm } from './week-form.tsx'
import { WeekView } from './week-view.tsx'
import css from './schedule.module.css'

export interface WeekEditorProps {
  target: ScheduleTarget
  hours: ClientHours
  draft: readonly EditShift[] | null
  setDraft: (draft: readonly EditShift[] | null) => void
}

export function WeekEditor({ target, hours, draft, setDraft }: WeekEditorProps) {
  const { t } = useUi()
  const { say } = useSchedule()
  const view = useMemo(() => scheduleView(target, hours.rows, hours), [target, hours])
  const week = useWeek(view.week, draft, setDraft)
  const form = useShiftDraft(NO_SHIFT)
  const begin = useRef<HTMLInputElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  /** A button that goes with what it did leaves the focus to the week. */
  const toWeek = () => keepFocus(() => layer.current)
  const [opened, setOpened] = useState<EditShift | null>(null)
  const [isSaving, setSaving] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const saveWeek = useSaveWeek()

  const affected = affectedBy(target, hours)
  const total =
    affected === 'locals'
      ? hours.locals.length
      : hours.areas.filter(({ local }) => target.scope !== 'CLIENT' && local === target.local).length
  const warning = affected === null ? undefined : t(`schedule:affects.${affected}`, { total })

  const add = () => {
    const shift = form.confirm()
    if (shift === null) week.tell('')
    else if (week.add(shift) === null) form.reset(NO_SHIFT)
  }
  async function save(): Promise<void> {
    setAsking(false)
    setSaving(true)
    try {
      await saveWeek(target, week.shifts, hours.locals)
      setDraft(null)
      toasts.success(t('schedule:saved'))
      toWeek()
    } catch (cause) {
      toasts.error(say(cause))
    } finally {
      setSaving(false)
    }
  }

  return (
    <div className={css.editor}>
      {view.statuses.map((status) => (
        <p key={status} className={css.status} role="status">
          <InfoIcon size={14} />
          {t(`schedule:status.${status}`)}
        </p>
      ))}
      {view.follows && draft === null && (
        <p className={css.status}>
          <InfoIcon size={14} />
          {t('schedule:follows')}
        </p>
      )}
      {target.scope === 'POSITION' && draft !== null && draft.length === 0 && (
        <Notice>{t('schedule:followsAgain')}</Notice>
      )}
      {!view.statuses.includes('noLocals') && (
        <>
          <WeekForm
            form={form}
            begin={begin}
            said={week.said}
            mayClear={week.shifts.length > 0 || (view.week === null && draft === null)}
            onAdd={add}
            onClear={() => {
              week.clear()
              toWeek()
            }}
          />
          <WeekView
            week={week}
            layer={layer}
            onOpen={setOpened}
            onAsk={(day) => {
              form.reset({ ...form.draft, days: [...new Set([...form.draft.days, day])] })
              begin.current?.focus()
            }}
          />
        </>
      )}
      {week.isPending && (
        <PendingBar
          warning={warning}
          isSaving={isSaving}
          onDiscard={() => {
            setDraft(null)
            week.tell(t('schedule:discarded'))
            toWeek()
          }}
          onSave={() => {
            if (view.week === null) setAsking(true)
            else void save()
          }}
        />
      )}
      {opened !== null && (
        <ShiftDialog
          key={opened.id}
          shift={opened}
          onClose={() => setOpened(null)}
          onRemove={() => week.remove(opened)}
          onChange={(shift) => week.add(shift, opened)}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        isDanger
        title={t('schedule:replace.title')}
        confirmLabel={t('schedule:replace.confirm')}
        onConfirm={save}
        onCancel={() => setAsking(false)}
      >
        {t(`schedule:replace.${affected ?? 'positions'}`, { total })}
      </ConfirmDialog>
    </div>
  )
}
