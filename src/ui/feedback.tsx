/** What a frame shows instead of its data: nothing yet, nothing at all, or a failure. And the inline banner. */
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import {
  CheckIcon,
  CloseIcon,
  CopyIcon,
  ErrorIcon,
  InfoIcon,
  RefreshIcon,
  SuccessIcon,
  WarningIcon,
} from './icons/index.tsx'
import { useUi } from './provider.tsx'
import css from './feedback.module.css'

export interface EmptyStateProps {
  /** What is not there. */
  title: string
  /** Why, and what to do next. */
  children?: ReactNode
  icon?: ReactNode
  /** The next step, as a button or link. */
  action?: ReactNode
  /** In a small frame: no icon, less air. */
  compact?: boolean
}

export function EmptyState({ title, children, icon, action, compact = false }: EmptyStateProps) {
  return (
    <div className={css.state} data-compact={compact || undefined}>
      {icon !== undefined && !compact && <span className={css.figure}>{icon}</span>}
      <p className={css.title}>{title}</p>
      {children !== undefined && <div className={css.text}>{children}</div>}
      {action !== undefined && <div className={css.actions}>{action}</div>}
    </div>
  )
}

export interface ErrorStateProps {
  /** What happened, in the reader's words. */
  title: string
  /** It is all there is on the page, so its title is the page's. */
  isPage?: boolean
  /** What is still right, what to try. */
  children?: ReactNode
  /** CODE_IN_CAPS of the error catalogue; a button copies it. */
  code?: string
  onRetry?: () => void
  isRetrying?: boolean
  /** More than Retry. */
  action?: ReactNode
  compact?: boolean
}

export function ErrorState({
  title,
  isPage = false,
  children,
  code,
  onRetry,
  isRetrying = false,
  action,
  compact = false,
}: ErrorStateProps) {
  const { t } = useUi()
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={css.state} role="alert" data-compact={compact || undefined}>
      {!compact && (
        <span className={css.figure} data-kind="bad">
          <ErrorIcon size={22} />
        </span>
      )}
      <Title className={css.title}>{title}</Title>
      {children !== undefined && <div className={css.text}>{children}</div>}
      <div className={css.actions}>
        {onRetry !== undefined && (
          <Button size="small" icon={<RefreshIcon />} isPending={isRetrying} onPress={onRetry}>
            {t('ui.retry')}
          </Button>
        )}
        {action}
        {code !== undefined && <CopyCode code={code} />}
      </div>
    </div>
  )
}

export interface CopyCodeProps {
  /** What is copied, and shown unless `children` show it. */
  code: string
  /** The code as it is shown. */
  children?: ReactNode
  /** What the button does; without it, it names the code. */
  label?: string
}

/** A code to quote to support, or a key to type elsewhere: one press copies it. */
export function CopyCode({ code, children, label }: CopyCodeProps) {
  const { t } = useUi()
  const [copied, setCopied] = useState(false)
  const copy = () => {
    navigator.clipboard?.writeText(code).then(
      () => {
        setCopied(true)
        setTimeout(() => setCopied(false), 2000)
      },
      () => setCopied(false),
    )
  }
  return (
    <span className={css.code}>
      {children ?? <code>{code}</code>}
      <IconButton
        plain
        size="small"
        label={copied ? t('ui.copied') : (label ?? t('ui.copyCode', { code }))}
        icon={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
        onPress={copy}
      />
    </span>
  )
}

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
