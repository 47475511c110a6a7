/**
 * Unsaved work is not lost by a click: asks before the page is left, within the application and when the tab is closed.
 */
import { useEffect } from 'react'
import { ConfirmDialog } from '../dialog.tsx'
import { useUi } from '../provider.tsx'

/** A router's means to stop a navigation; react-router's `useBlocker` fits. */
export interface NavigationBlocker {
  readonly state: 'unblocked' | 'blocked' | 'proceeding'
  readonly proceed?: () => void
  readonly reset?: () => void
}

/** Asks before the tab is closed or reloaded while there is unsaved work. The browser's own words are shown. */
export function useLeaveWarning(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
}

export interface UnsavedGuardProps {
  isDirty: boolean
  /** Blocks while `isDirty`: `useBlocker(form.isDirty && !form.isSaving)`. */
  blocker: NavigationBlocker
}

export function UnsavedGuard({ isDirty, blocker }: UnsavedGuardProps) {
  const { t } = useUi()
  useLeaveWarning(isDirty)
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      isDanger
      title={t('ui.form.leaveTitle')}
      confirmLabel={t('ui.form.leave')}
      cancelLabel={t('ui.form.stay')}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    >
      {t('ui.form.leaveText')}
    </ConfirmDialog>
  )
}
