import type { ReactNode } from 'react'
import css from './small.module.css'

/** A key, as printed on it. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={css.kbd}>{children}</kbd>
}
