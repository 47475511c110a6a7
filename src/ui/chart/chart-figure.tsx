/** What stands around every chart: its name and its summary for screen readers, at its size. */
import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from '../visually-hidden.tsx'
import css from './chart.module.css'

export interface ChartFigureProps {
  label: string
  summary: string | undefined
  width: number
  height: number
  children: ReactNode
}

export function ChartFigure({ label, summary, width, height, children }: ChartFigureProps) {
  const id = useId()
  return (
    <figure
      role="group"
      className={css.chart}
      aria-label={label}
      aria-describedby={summary === undefined ? undefined : id}
      style={{ width, height }}
    >
      {summary !== undefined && (
        <span id={id}>
          <VisuallyHidden>{summary}</VisuallyHidden>
        </span>
      )}
      {children}
    </figure>
  )
}
