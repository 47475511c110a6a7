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
  /** The sides are of different stores: the difference is not judged. */
  mixed?: boolean
  /** Share of the hours that both sides have and the change is taken over, 0 to 1. */
  over?: number
  /** Why it is grey or absent. */
  title?: string | undefined
}

/** What is written as 100.0 % needs no word. */
const WORTH_SAYING = 0.9995
const JUDGEMENT = { better: 'good', worse: 'bad', noise: 'neutral', neutral: 'neutral' } as const

export function ChangeMark({ value, format: as, verdict, isNew = false, mixed = false, over = 1, title }: ChangeMarkProps) {
  const { t, format } = useUi()
  const basis = mixed ? t('ui.figure.mixed') : over < WORTH_SAYING ? t('ui.figure.over', { share: format.value(over * 100, 'percent') }) : undefined
  if (isNew) return <span className={css.change}>{t('ui.figure.new')}</span>
  if (value === null) return <span className={css.change} title={title}>{format.value(null, as)}</span>
  const sign = Math.sign(value) * (Math.abs(value) < 0.05 ? 0 : 1)
  return (
    <span {...arrowOf(sign, css.change)} data-judgement={JUDGEMENT[verdict]} title={[title ?? (verdict === 'noise' ? t('ui.figure.noise') : undefined), basis].filter((part) => part !== undefined).join(' · ') || undefined}>
      {format.value(value, as)}
      {mixed && <VisuallyHidden>{` (${t('ui.figure.mixed')})`}</VisuallyHidden>}
      {verdict !== 'neutral' && <VisuallyHidden>{` (${t(`ui.figure.${verdict === 'noise' ? 'noise' : JUDGEMENT[verdict]}`)})`}</VisuallyHidden>}
    </span>
  )
}
