import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import css from './small.module.css'

export interface CardProps {
  title?: ReactNode
  /** Beside the title, at the end. */
  actions?: ReactNode
  /** Under the title, muted. */
  note?: ReactNode
  children: ReactNode
  /** No inner padding, for tables. */
  flush?: boolean
  as?: 'section' | 'article' | 'div'
  'aria-label'?: string
}

export function Card({ title, actions, note, children, flush = false, as: Element = 'section', ...rest }: CardProps) {
  return (
    <Element className={css.card} data-print="keep" {...rest}>
      {(title !== undefined || actions !== undefined) && (
        <header className={css.cardHead}>
          <div className={css.cardTitles}>
            {title !== undefined && <h2 className={css.cardTitle}>{title}</h2>}
            {note !== undefined && <p className={css.note}>{note}</p>}
          </div>
          {actions !== undefined && (
            <div className={css.cardActions} data-print="hide">
              {actions}
            </div>
          )}
        </header>
      )}
      <div className={cx(css.cardBody, flush && css.flush)}>{children}</div>
    </Element>
  )
}
