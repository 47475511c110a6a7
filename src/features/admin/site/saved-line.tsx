/** Whether what is on show is on the server, or where else it is. */
import { useUi } from '#ui'
import { SuccessIcon, WarningIcon } from '#ui/icons/index.tsx'
import type { Draft } from './draft.ts'
import css from './site.module.css'

interface SavedLineProps {
  drafts: readonly Draft[]
  isReachable: boolean
  isSending: boolean
}

export function SavedLine({ drafts, isReachable, isSending }: SavedLineProps) {
  const { t } = useUi()
  const waiting = drafts.filter(({ isReady, problem }) => isReady && problem === null).length
  const open = drafts.length - waiting
  const state =
    drafts.length === 0
      ? 'saved'
      : waiting > 0 && !isReachable
        ? 'noNetwork'
        : waiting > 0 || isSending
          ? 'sending'
          : 'open'
  const isKept = state === 'noNetwork' || state === 'open'
  return (
    <p className={css.saved} data-state={isKept ? 'kept' : state} role="status" aria-live="polite">
      {isKept ? <WarningIcon size={16} /> : state === 'saved' && <SuccessIcon size={16} />}
      {t(`admin:site.state.${state}`, { count: state === 'open' ? open : waiting })}
    </p>
  )
}
