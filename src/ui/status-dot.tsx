import type { ReactNode } from 'react'
import css from './small.module.css'

/** A state shown in three ways: colour, shape and word. */
export function StatusDot({
  status,
  children,
}: {
  status: 'up' | 'down' | 'closed' | 'warn' | 'unknown'
  children: ReactNode
}) {
  return (
    <span className={css.status} data-status={status}>
      <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
        {status === 'up' && <circle cx="6" cy="6" r="4.5" />}
        {status === 'down' && <path d="M6 1 11 6 6 11 1 6Z" />}
        {status === 'closed' && <rect x="1.5" y="4.25" width="9" height="3.5" rx="1" />}
        {status === 'warn' && <path d="M6 1.25 11 10.5H1Z" />}
        {status === 'unknown' && <circle cx="6" cy="6" r="4" className={css.hollow} />}
      </svg>
      <span>{children}</span>
    </span>
  )
}
