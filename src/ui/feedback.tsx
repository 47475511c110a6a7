/** Shown in a frame instead of its data after a failure. */
import { type ReactNode, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { CheckIcon, CopyIcon, ErrorIcon, RefreshIcon } from './icons/index.tsx'
import { useUi } from './provider.tsx'
import css from './feedback.module.css'

export interface ErrorStateProps {
  /** The failure, in the reader's words. */
  title: string
  /** It is all there is on the page, so its title is the page's. */
  isPage?: boolean
  /** What still works, and what to try. */
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
  /** The copied text, shown unless `children` show it. */
  code: string
  /** The code as it is shown. */
  children?: ReactNode
  /** The label of the button; by default it names the code. */
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
