/** A change as the projection gives it: sign, arrow, and colour by the metric's own direction. Never by colour alone. */
import type { ValueFormat } from '#engine/types'
import { arrowOf, useUi, VisuallyHidden } from '#ui'
import { basisWords } from './measure.ts'
import type { Judged } from './measure.ts'
import css from './change-mark.module.css'

export interface ChangeMarkProps {
  value: number | null
  format: Extract<ValueFormat, 'delta' | 'points'>
  /** How it is judged, and what it is taken over: said wherever a change is drawn. */
  judged: Judged
  /** Why it is grey or absent. */
  title?: string | undefined
}

const JUDGEMENT = { better: 'good', worse: 'bad', noise: 'neutral', neutral: 'neutral' } as const

export function ChangeMark({ value, format: as, judged: { verdict, isNew, mixed, over }, title }: ChangeMarkProps) {
  const { t, format, locale } = useUi()
  const basis = basisWords({ mixed, over }, t, locale)
  if (isNew) return <span className={css.change}>{t('ui.figure.new')}</span>
  if (value === null) return <span className={css.change} title={title}>{format.value(null, as)}</span>
  const sign = Math.sign(value) * (Math.abs(value) < 0.05 ? 0 : 1)
  return (
    <span {...arrowOf(sign, css.change)} data-judgement={JUDGEMENT[verdict]} title={[title ?? (verdict === 'noise' ? t('ui.figure.noise') : undefined), basis].filter((part) => part !== undefined).join(' · ') || undefined}>
      {format.value(value, as)}
      {basis !== undefined && <VisuallyHidden>{` (${basis})`}</VisuallyHidden>}
      {verdict !== 'neutral' && <VisuallyHidden>{` (${t(`ui.figure.${verdict === 'noise' ? 'noise' : JUDGEMENT[verdict]}`)})`}</VisuallyHidden>}
    </span>
  )
}
