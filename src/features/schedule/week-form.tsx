/** The form that adds a shift to the week, and what was said of the last one. */
import { Button, PlusIcon, useUi } from '#ui'
import type { RefObject } from 'react'
import { ShiftFields, type useShiftDraft } from './shift-fields.tsx'
import type { useWeek } from './use-week.ts'
import css from './schedule.module.css'

interface WeekFormProps {
  form: ReturnType<typeof useShiftDraft>
  /** The field of the beginning, which takes the focus when a day asks for a shift. */
  begin: RefObject<HTMLInputElement | null>
  said: ReturnType<typeof useWeek>['said']
  mayClear: boolean
  onAdd: () => void
  onClear: () => void
}

export function WeekForm({ form, begin, said, mayClear, onAdd, onClear }: WeekFormProps) {
  const { t } = useUi()
  return (
    <form
      className={css.creator}
      aria-label={t('schedule:shift.new')}
      onSubmit={(event) => {
        event.preventDefault()
        onAdd()
      }}
    >
      <ShiftFields
        draft={form.draft}
        onChange={form.setDraft}
        isTried={form.isTried}
        fieldsRef={form.fields}
        beginRef={begin}
      >
        <div className={css.create}>
          <Button type="submit" icon={<PlusIcon />}>
            {t('schedule:shift.add')}
          </Button>
          {mayClear && (
            <Button kind="quiet" onPress={onClear}>
              {t('schedule:clear')}
            </Button>
          )}
          <p className={css.said} role="status" aria-live="polite" data-bad={said?.isBad || undefined}>
            {said?.text ?? ''}
          </p>
        </div>
      </ShiftFields>
    </form>
  )
}
