/** The panel that follows the pointer or the arrow keys: elements, not markup in a string, and never over its point. */
import { useLayoutEffect, useRef } from 'react'
import { StateMark } from '../state-mark.tsx'
import { useUi } from '../provider.tsx'
import css from './chart.module.css'
import { Swatch } from './legend.tsx'
import { tooltipPlace } from './tooltip-place.ts'
import type { TooltipRow } from './tooltip-rows.ts'

export interface ChartTooltipProps {
  title: string
  /** Name of the same position in the reference period. */
  referenceTitle?: string
  rows: readonly TooltipRow[]
  reason?: string | null
  /** Holidays of the category. */
  note?: string | null
  /** Pixels within the chart. */
  x: number
  y: number
  /** Distance kept from the point. */
  gap: number
}

/** In the browser's top layer: no frame around the chart can cut it off. */
export function ChartTooltip({ title, referenceTitle, rows, reason, note, x, y, gap }: ChartTooltipProps) {
  const { t } = useUi()
  const ref = useRef<HTMLDivElement>(null)
  const paired = rows.some(({ reference }) => reference !== null)
  useLayoutEffect(() => {
    ref.current?.showPopover()
  }, [])
  useLayoutEffect(() => {
    const box = ref.current
    const chart = box?.parentElement?.getBoundingClientRect()
    if (!box || chart === undefined) return
    const { offsetWidth: width, offsetHeight: height } = box
    const { clientWidth, clientHeight } = document.documentElement
    const { left, top } = tooltipPlace({
      width,
      height,
      screen: { width: clientWidth, height: clientHeight },
      chart,
      x: chart.left + x,
      y: chart.top + y,
      gap,
    })
    box.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`
  })
  return (
    <div ref={ref} popover="manual" className={css.tooltip} aria-hidden="true" data-print="hide">
      <p className={css.tooltipTitle}>
        <span>{title}</span>
        {referenceTitle !== undefined && referenceTitle !== title && (
          <span className={css.tooltipVersus}>
            {t('ui.chart.versus')} {referenceTitle}
          </span>
        )}
      </p>
      <div className={css.tooltipRows} data-paired={paired || undefined}>
        {rows.map((row) => (
          <div key={row.id} className={css.tooltipRow}>
            <Swatch mark={row.mark} tone={row.tone} period={row.isReferenceOnly ? 'reference' : 'comparing'} />
            <span className={css.tooltipName}>{row.name}</span>
            <span className={css.tooltipValue}>{row.value}</span>
            {paired && <span className={css.tooltipReference}>{row.reference}</span>}
            {paired && <span className={css.tooltipChange}>{row.change}</span>}
            {row.state !== 'final' && (
              <span className={css.tooltipState}>
                <StateMark state={row.state} />
              </span>
            )}
          </div>
        ))}
      </div>
      {note && <p className={css.tooltipReason}>{note}</p>}
      {reason && <p className={css.tooltipReason}>{reason}</p>}
    </div>
  )
}
