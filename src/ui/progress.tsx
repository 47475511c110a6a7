import { useUi } from './provider.tsx'
import css from './small.module.css'

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
