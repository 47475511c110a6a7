/**
 * A key of one or two quiet lines: for several charts at once, and where a legend of buttons would take the room of the
 * chart.
 */
import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'
import { Swatch } from '#ui'
import type { Series } from '#engine/types'
import css from './layout.module.css'

/** Below this width a chart's own legend would need three lines. */
export const KEY_BELOW_PX = 560

export interface KeyItem {
  readonly id: string
  readonly name: string
  readonly tone: number
  readonly mark: Series['mark']
  readonly period?: Series['period']
}

export function ChartKey({ items, children }: { items: readonly KeyItem[]; children?: ReactNode }) {
  return (
    <div className={css.key}>
      {children}
      {items.map(({ id, name, tone, mark, period }) => (
        <span key={id} className={css.keyItem}>
          <Swatch mark={mark} tone={tone} {...(period && { period })} />
          <span className={css.periodName}>{name}</span>
        </span>
      ))}
    </div>
  )
}

/**
 * Height of the parts above the charts, which get the rest: `[ref, height]`. Measured before the first paint, and
 * again when it wraps; 0 while there are none. Where it is `known` nothing is measured, which costs a layout of
 * the page.
 */
export function useHeight(known: number | null = null) {
  const [height, setHeight] = useState(0)
  const isKnown = known !== null
  const ref = useCallback(
    (element: HTMLDivElement) => {
      if (isKnown) return undefined
      setHeight(element.offsetHeight)
      const observer = new ResizeObserver(() => setHeight(element.offsetHeight))
      observer.observe(element)
      return () => {
        observer.disconnect()
        setHeight(0)
      }
    },
    [isKnown],
  )
  return [ref, known ?? height] as const
}
