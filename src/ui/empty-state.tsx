import type { ReactNode } from 'react'
import css from './feedback.module.css'

export interface EmptyStateProps {
  /** The missing content. */
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
