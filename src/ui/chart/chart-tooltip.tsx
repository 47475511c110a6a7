/** The panel that follows the pointer or the arrow keys: elements, not markup in a string, and never over its point. */
import { useLayoutEffect, useRef } from 'react'
import { StateMark } from '../small.tsx'
import { useUi } from '../provider.tsx'
import css from './chart.module.css'
import { Swatch } from './legend.tsx'
import type { TooltipRow } from './tooltip-rows.ts'

export interface ChartTooltipProps {
  title: string
  /** Name of the same position in the reference period. */
  referenceTitle?: string
  rows: readonly TooltipRow[]
  reason?: string | null
  /** Pixels within the chart: the point, and the room it has. */
  x: number
  y: number
  room: number
  /** Distance kept from the point. */
  gap: number
}

export function ChartTooltip({ title, referenceTitle, rows, reason, x, y, room, gap }: ChartTooltipProps) {
  const { t } = useUi()
  const ref = useRef<HTMLDivElement>(null)
  const paired = rows.some(({ reference }) => reference !== null)
  useLayoutEffect(() => {
    const box = ref.current
    if (box === null) return
    const { offsetWidth: width, offsetHeight: height } = box
    const onRight = x + gap + width <= room
    const onLeft = x - gap - width >= 0
    const left = onRight ? x + gap : onLeft ? x - gap - width : Math.max(0, Math.min(room - width, x - width / 2))
    const top = onRight || onLeft ? Math.max(-8, y - height / 2) : -height - 6
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  })
  return (
    <div ref={ref} className={css.tooltip} aria-hidden="true" data-print="hide">
      <p className={css.tooltipTitle}>
        <span>{title}</span>
        {referenceTitle !== undefined && referenceTitle !== title && <span className={css.tooltipVersus}>{t('ui.chart.versus')} {referenceTitle}</span>}
      </p>
      <div className={css.tooltipRows} data-paired={paired || undefined}>
        {rows.map((row) => (
          <div key={row.id} className={css.tooltipRow}>
            <Swatch mark={row.mark} tone={row.tone} period={row.isReferenceOnly ? 'reference' : 'comparing'} />
            <span className={css.tooltipName}>{row.name}</span>
            <span className={css.tooltipValue}>{row.value}</span>
            {paired && <span className={css.tooltipReference}>{row.reference}</span>}
            {paired && <span className={css.tooltipChange} data-judgement={row.judgement}>{row.change}</span>}
            {row.state !== 'final' && <span className={css.tooltipState}><StateMark state={row.state} /></span>}
          </div>
        ))}
      </div>
      {reason && <p className={css.tooltipReason}>{reason}</p>}
    </div>
  )
}
