import type { ReactNode } from 'react'
import css from './small.module.css'

export interface PageHeaderProps {
  title: string
  /** Its context and scope. */
  note?: ReactNode
  /** Beside the title: what holds for the whole page. */
  mark?: ReactNode
  actions?: ReactNode
  /** A way back, above the title. */
  back?: ReactNode
}

/** One title a page. */
export function PageHeader({ title, note, mark, actions, back }: PageHeaderProps) {
  return (
    <header className={css.page}>
      <div className={css.pageTitles}>
        {back}
        <div className={css.titleLine}>
          <h1 className={css.pageTitle}>{title}</h1>
          {mark}
        </div>
        {note !== undefined && <p className={css.note}>{note}</p>}
      </div>
      {actions !== undefined && (
        <div className={css.cardActions} data-print="hide">
          {actions}
        </div>
      )}
    </header>
  )
}
