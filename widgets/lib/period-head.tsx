/**
 * The name of a period over its chart: solid for the comparing one, outlined for the reference, with its
 * dates.
 */
import type { ReactNode } from 'react'
import type { ProjectionContext } from '#engine/types'
import { formatter } from '#domain/format'
import { dayNumber } from '#domain/periods'
import { useUi } from '#ui'
import { periodLabels } from './periods.ts'
import type { PeriodKey } from './periods.ts'
import css from './layout.module.css'

export const PERIOD_HEAD_PX = 24

interface PeriodHeadProps {
  period: PeriodKey
  context: ProjectionContext
  /** The name without its dates. */
  short?: boolean
  /** A figure of the whole period, at the end. */
  children?: ReactNode
}

export function PeriodHead({ period, context, short = false, children }: PeriodHeadProps) {
  const { format } = useUi()
  const bounds = context.periods?.[period]
  const day = (text: string) =>
    acrossYears(context) ? formatter(context.locale).date(dayNumber(text)) : format.value(dayNumber(text), 'day')
  return (
    <div className={css.head} data-period={period}>
      <span className={css.mark} aria-hidden="true" />
      <span className={css.periodName}>{periodLabels(context)[period]}</span>
      {bounds && !short && (
        <span className={css.dates}>
          {bounds.begin === bounds.end ? day(bounds.begin) : `${day(bounds.begin)} – ${day(bounds.end)}`}
        </span>
      )}
      {children !== undefined && <span className={css.figure}>{children}</span>}
    </div>
  )
}

/** Two periods of different years would otherwise have the same dates. */
function acrossYears({ periods }: ProjectionContext): boolean {
  const bounds = [periods?.comparing, periods?.reference].flatMap((one) => (one ? [one.begin, one.end] : []))
  return new Set(bounds.map((text) => text.slice(0, 4))).size > 1
}
