/** Unsaved changes, who is affected, and the two actions. */
import { Button, useUi, WarningIcon } from '#ui'
import type { ReactNode } from 'react'
import css from './schedule.module.css'

export interface PendingBarProps {
  /** Others affected, in one sentence. */
  warning?: string
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  /** At the start: a choice of how to save. */
  children?: ReactNode
}

export function PendingBar({ warning, isSaving, onSave, onDiscard, children }: PendingBarProps) {
  const { t } = useUi()
  return (
    <div className={css.bar} role="group" aria-label={t('ui.form.unsaved')}>
      <div className={css.barWords}>
        <span role="status" className={css.dirty}>
          {t('ui.form.unsaved')}
        </span>
        {warning !== undefined && (
          <span role="alert" className={css.warning}>
            <WarningIcon size={14} />
            {warning}
          </span>
        )}
        {children}
      </div>
      <Button isDisabled={isSaving} onPress={onDiscard}>
        {t('schedule:discard')}
      </Button>
      <Button kind="primary" isPending={isSaving} onPress={onSave}>
        {t('ui.form.save')}
      </Button>
    </div>
  )
}
