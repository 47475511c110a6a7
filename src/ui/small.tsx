/** Small parts: badges, states, progress, keys, cards, page heads. */
import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import type { Completeness } from './format.ts'
import { useUi } from './provider.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
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

/** A state told three ways: colour, shape and word. */
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

/** The completeness of a figure in words, with the pattern charts and tables draw it in. Nothing for what is final. */
export function StateMark({ state, withWord = true }: { state: Completeness; withWord?: boolean }) {
  const { t } = useUi()
  if (state === 'final') return null
  const word = t(`ui.state.${state}`)
  return (
    <span className={css.state} data-state={state}>
      <span className={css.swatch} aria-hidden="true" />
      {withWord ? word : <VisuallyHidden>{word}</VisuallyHidden>}
    </span>
  )
}

export interface ProgressProps {
  label: string
  value: number
  max: number
  /** In place of "12 of 40". */
  valueLabel?: string
}

/** Real progress, in numbers. There is no spinner in this product. */
export function Progress({ label, value, max, valueLabel }: ProgressProps) {
  const { t } = useUi()
  const words = valueLabel ?? t('ui.progress', { value, max })
  const most = Math.max(max, 1)
  const done = Math.min(Math.max(value, 0), most)
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label={label}
      aria-valuenow={done}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuetext={words}
    >
      <span className={css.progressHead}>
        <span>{label}</span>
        <span className={css.progressValue}>{words}</span>
      </span>
      <svg className={css.bar} width="100%" height="4" aria-hidden="true">
        <rect className={css.barTrack} width="100%" height="4" rx="2" />
        <rect className={css.barFill} width={`${(done / most) * 100}%`} height="4" rx="2" />
      </svg>
    </div>
  )
}

/** A key, as printed on it. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={css.kbd}>{children}</kbd>
}

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

export interface PageHeaderProps {
  title: string
  /** Where it stands, what it covers. */
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
