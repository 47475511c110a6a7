/**
 * A change as the projection gives it: sign, arrow, and colour by the metric's own direction. Never by colour alone.
 */
import type { ValueFormat } from '#engine/types'
import { arrowOf, useUi, VisuallyHidden } from '#ui'
import { basisWords } from './measure.ts'
import type { Judged } from './measure.ts'
import type { ReferenceGap } from './reasons.ts'
import css from './change-mark.module.css'

export interface ChangeMarkProps {
  value: number | null
  format: Extract<ValueFormat, 'delta' | 'points'>
  /** How it is judged, and what it is compared over: shown with every change. */
  judged: Judged
  /** Why it is grey or absent. */
  title?: string | undefined
  /** The missing or estimated part of the reference. */
  gap?: ReferenceGap | null | undefined
}

const JUDGEMENT = { better: 'good', worse: 'bad', noise: 'neutral', neutral: 'neutral' } as const

export function ChangeMark({
  value,
  format: as,
  judged: { verdict, isNew, mixed, over },
  title,
  gap,
}: ChangeMarkProps) {
  const { t, format, locale } = useUi()
  const basis = basisWords({ mixed, over }, t, locale)
  const said = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' · ') || undefined
  const ofReference = gap && { 'data-reference': gap.state }
  const aloud = gap && <VisuallyHidden>{` (${gap.words})`}</VisuallyHidden>
  if (isNew)
    return (
      <span className={css.change} title={gap?.words} {...ofReference}>
        {t('ui.figure.new')}
        {aloud}
      </span>
    )
  if (value === null)
    return (
      <span className={css.change} title={said(title, gap?.words)} {...ofReference}>
        {format.value(null, as)}
        {aloud}
      </span>
    )
  const sign = Math.sign(value) * (Math.abs(value) < 0.05 ? 0 : 1)
  return (
    <span
      {...arrowOf(sign, css.change)}
      data-judgement={JUDGEMENT[verdict]}
      data-basis={basis === undefined ? undefined : 'part'}
      {...ofReference}
      title={said(title ?? (verdict === 'noise' ? t('ui.figure.noise') : undefined), basis, gap?.words)}
    >
      {format.value(value, as)}
      {basis !== undefined && <VisuallyHidden>{` (${basis})`}</VisuallyHidden>}
      {aloud}
      {verdict !== 'neutral' && (
        <VisuallyHidden>{` (${t(`ui.figure.${verdict === 'noise' ? 'noise' : JUDGEMENT[verdict]}`)})`}</VisuallyHidden>
      )}
    </span>
  )
}
