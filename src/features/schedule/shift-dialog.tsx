/** One shift to the minute: its times, its days, or away with it. Other days get it too when they are chosen. */
import type { Shift } from '#domain/schedule'
import { Button, Dialog, Notice, TrashIcon, useUi } from '#ui'
import { useState } from 'react'
import type { EditShift } from './use-week.ts'
import { ShiftFields, useShiftDraft } from './shift-fields.tsx'
import css from './schedule.module.css'

export interface ShiftDialogProps {
  shift: EditShift
  onClose: () => void
  onRemove: () => void
  /** The sentence of a refusal, or null when it was taken. */
  onChange: (shift: Shift) => string | null
}

export function ShiftDialog({ shift, onClose, onRemove, onChange }: ShiftDialogProps) {
  const { t } = useUi()
  const form = useShiftDraft({ begin: shift.opening, end: shift.closing, days: [shift.weekDay] })
  const [refusal, setRefusal] = useState<string | null>(null)
  const confirm = () => {
    const next = form.confirm()
    if (next === null) return
    const refused = onChange(next)
    setRefusal(refused)
    if (refused === null) onClose()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('schedule:shift.one')}
      size="small"
      actions={
        <>
          <span className={css.away}>
            <Button
              kind="quiet"
              icon={<TrashIcon />}
              onPress={() => {
                onRemove()
                onClose()
              }}
            >
              {t('schedule:shift.remove')}
            </Button>
          </span>
          <Button onPress={onClose}>{t('ui.form.cancel')}</Button>
          <Button kind="primary" onPress={confirm}>
            {t('schedule:shift.accept')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          confirm()
        }}
        className={css.dialogForm}
      >
        <ShiftFields
          draft={form.draft}
          onChange={(draft) => {
            setRefusal(null)
            form.setDraft(draft)
          }}
          isTried={form.isTried}
          fieldsRef={form.fields}
        />
        {refusal !== null && <Notice kind="bad">{refusal}</Notice>}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
