/** The shape of what is coming, after 150 ms: a quick answer never flashes. Screen readers read only "loading". */
import { useEffect, useState } from 'react'
import { cx } from './class-names.ts'
import { useUi } from './provider.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'
import css from './skeleton.module.css'

const SKELETON_DELAY_MS = 150

export interface SkeletonProps {
  shape: 'chart' | 'table' | 'kpi' | 'donut' | 'form' | 'text'
  /** Rows of a table, tiles of a KPI row, fields of a form, lines of a text. */
  count?: number
  /** Shown at once, for stories and pictures. */
  delayMs?: number
}

const BARS = [46, 62, 38, 74, 88, 69, 52, 80, 58, 44, 66, 92]
/** As one shape each: a page of charts waits with a handful of elements, not with hundreds. */
const RULES_PATH = [20, 45, 70, 98].map((y) => `M0 ${y}h240`).join('')
const BARS_PATH = BARS.map(
  (height, index) => `M${4 + index * 20} 98v${1.5 - height}q0-1.5 1.5-1.5h8q1.5 0 1.5 1.5v${height - 1.5}z`,
).join('')

export function Skeleton({ shape, count, delayMs = SKELETON_DELAY_MS }: SkeletonProps) {
  const { t } = useUi()
  const [shown, setShown] = useState(delayMs === 0)
  useEffect(() => {
    if (delayMs === 0) return undefined
    const timer = setTimeout(() => setShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
  return (
    <div className={css.skeleton} data-shape={shape} aria-busy="true">
      <VisuallyHidden>{t('ui.loading')}</VisuallyHidden>
      {shown && (
        <div className={css.shape} aria-hidden="true">
          <Shape shape={shape} count={count} />
        </div>
      )}
    </div>
  )
}

const range = (length: number) => Array.from({ length }, (_, index) => index)

function Shape({ shape, count }: Pick<SkeletonProps, 'shape' | 'count'>) {
  switch (shape) {
    case 'chart':
      return (
        <svg className={css.chart} viewBox="0 0 240 100" preserveAspectRatio="none">
          <path className={css.rule} d={RULES_PATH} />
          <path className={css.fill} d={BARS_PATH} />
        </svg>
      )
    case 'donut':
      return (
        <div className={css.donut}>
          <svg viewBox="0 0 100 100">
            <circle className={css.ring} cx="50" cy="50" r="38" />
          </svg>
          <div className={css.lines}>
            {range(4).map((n) => (
              <span key={n} className={css.line} />
            ))}
          </div>
        </div>
      )
    case 'kpi':
      return (
        <div className={css.kpis}>
          {range(count ?? 4).map((n) => (
            <div key={n} className={css.kpi}>
              <span className={css.line} />
              <span className={cx(css.line, css.big)} />
              <span className={css.line} />
            </div>
          ))}
        </div>
      )
    case 'table':
      return (
        <div className={css.rows}>
          {range(count ?? 6).map((n) => (
            <div key={n} className={css.row}>
              {range(4).map((c) => (
                <span key={c} className={css.line} />
              ))}
            </div>
          ))}
        </div>
      )
    case 'form':
      return (
        <div className={css.fields}>
          {range(count ?? 4).map((n) => (
            <div key={n} className={css.kpi}>
              <span className={css.line} />
              <span className={cx(css.line, css.box)} />
            </div>
          ))}
        </div>
      )
    default:
      return (
        <div className={css.lines}>
          {range(count ?? 3).map((n) => (
            <span key={n} className={css.line} />
          ))}
        </div>
      )
  }
}
