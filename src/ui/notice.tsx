import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon, WarningIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import css from './feedback.module.css'

export interface NoticeProps {
  kind?: 'info' | 'good' | 'warn' | 'bad'
  title?: string
  children?: ReactNode
  action?: ReactNode
  onClose?: () => void
}

const NOTICE_ICON = { info: InfoIcon, good: SuccessIcon, warn: WarningIcon, bad: ErrorIcon }

/** A banner in the flow of the page. `bad` is announced at once, the rest politely. */
export function Notice({ kind = 'info', title, children, action, onClose }: NoticeProps) {
  const { t } = useUi()
  const KindIcon = NOTICE_ICON[kind]
  return (
    <div className={css.notice} data-kind={kind} role={kind === 'bad' ? 'alert' : 'status'}>
      <span className={css.noticeIcon}>
        <KindIcon />
      </span>
      <div className={css.noticeText}>
        {title !== undefined && <p className={css.noticeTitle}>{title}</p>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action !== undefined && <div className={css.noticeAction}>{action}</div>}
      {onClose !== undefined && (
        <IconButton plain size="small" label={t('ui.close')} icon={<CloseIcon size={14} />} onPress={onClose} />
      )}
    </div>
  )
}
