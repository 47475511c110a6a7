import type { ReactNode } from 'react'
import css from './visually-hidden.module.css'

/** Read aloud, not drawn. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.unseen}>{children}</span>
}
