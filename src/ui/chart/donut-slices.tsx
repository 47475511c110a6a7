/** The parts of a donut in words: each with its value and its share, and lit with its slice of the ring. */
import { useRef } from 'react'
import { useUi } from '../provider.tsx'
import { StateMark } from '../state-mark.tsx'
import { useScrolls } from '../use-scrolls.ts'
import css from './chart.module.css'
import { Swatch } from './legend.tsx'
import type { DonutChartProps } from './types.ts'

interface DonutSlicesProps extends Pick<DonutChartProps, 'slices' | 'format' | 'onPick'> {
  shareOf: (slice: number) => string
  active: number | null
  onActive: (slice: number | null) => void
  /** Where it stands below the ring. */
  maxHeight: number | undefined
}

export function DonutSlices({ slices, format: as, onPick, shareOf, active, onActive, maxHeight }: DonutSlicesProps) {
  const { t, format } = useUi()
  const list = useRef<HTMLUListElement>(null)
  const scrolls = useScrolls(list, slices)
  return (
    <ul
      ref={list}
      className={css.slices}
      aria-label={t('ui.chart.parts')}
      tabIndex={scrolls ? 0 : undefined}
      style={maxHeight === undefined ? undefined : { maxHeight }}
    >
      {slices.map((slice, index) => {
        const content = (
          <>
            <Swatch mark="slice" tone={slice.tone} />
            <span className={css.sliceName} title={slice.label}>
              {slice.label}
            </span>
            <span className={css.sliceValue}>{format.exact(slice.value, as)}</span>
            <span className={css.sliceShare}>{shareOf(index)}</span>
            {slice.state !== undefined && slice.state !== 'final' && (
              <span className={css.sliceState}>
                <StateMark state={slice.state} />
              </span>
            )}
          </>
        )
        const lightUp = {
          onPointerEnter: () => onActive(index),
          onPointerLeave: () => onActive(null),
          'data-active': active === index || undefined,
        }
        return (
          <li key={slice.id}>
            {onPick === undefined ? (
              <div className={css.sliceRow} {...lightUp}>
                {content}
              </div>
            ) : (
              <button
                type="button"
                className={css.sliceRow}
                {...lightUp}
                onFocus={() => onActive(index)}
                onBlur={() => onActive(null)}
                onClick={() => onPick(index)}
              >
                {content}
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
