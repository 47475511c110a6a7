/** A change as the projection gives it: sign, arrow, and colour by the metric's own direction. Never by colour alone. */
import type { ValueFormat } from '#engine/types'
import { arrowOf, useUi, VisuallyHidden } from '#ui'
import type { Verdict } from './measure.ts'
import css from './change-mark.module.css'

export interface ChangeMarkProps {
  value: number | null
  format: Extract<ValueFormat, 'delta' | 'points'>
  verdict: Verdict
  /** In place of a percentage that does not exist: the reference was zero. */
  isNew?: boolean
  /** Why it is grey or absent. */
  title?: string
}

const JUDGEMENT = { better: 'good', worse: 'bad', noise: 'neutral', neutral: 'neutral' } as const

export function ChangeMark({ value, format: as, verdict, isNew = false, title }: ChangeMarkProps) {
  const { t, format } = useUi()
  if (isNew) return <span className={css.change}>{t('ui.figure.new')}</span>
  if (value === null) return <span className={css.change} title={title}>{format.value(null, as)}</span>
  const sign = Math.sign(value) * (Math.abs(value) < 0.05 ? 0 : 1)
  return (
    <span {...arrowOf(sign, css.change)} data-judgement={JUDGEMENT[verdict]} title={title ?? (verdict === 'noise' ? t('ui.figure.noise') : undefined)}>
      {format.value(value, as)}
      {verdict !== 'neutral' && <VisuallyHidden>{` (${t(`ui.figure.${verdict === 'noise' ? 'noise' : JUDGEMENT[verdict]}`)})`}</VisuallyHidden>}
    </span>
  )
}
