import type { ReactNode } from 'react'
import css from './downloads.module.css'

/** A control without a visible label, with a line about what is chosen. */
export function Labelled({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className={css.labelled}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <div>{children}</div>
      {note !== undefined && <p className={css.hint}>{note}</p>}
    </div>
  )
}
