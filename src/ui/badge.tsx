import type { ReactNode } from 'react'
import css from './small.module.css'

export type Tone = 'neutral' | 'accent' | 'good' | 'bad' | 'warn' | 'info'

/** A word or a count in a pill. */
export function Badge({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
