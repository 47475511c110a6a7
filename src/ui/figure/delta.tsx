/**
 * A change, said by sign, arrow and colour; grey where it is within noise. Percentage points for ratios, percent for
 * the rest.
 */
import type { ValueFormat } from '../format.ts'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { arrowOf } from './arrow.ts'
import css from './figure.module.css'

export type Better = 'higher' | 'lower' | 'neither'

export interface DeltaProps {
  value: number | null
  reference: number | null
  /** The change itself, where it is not over all of both figures; percent, or points of a percentage. */
  change?: number | null
  format: ValueFormat
  /** Which way is good. Default `higher`. */
  better?: Better
  /** The change is no larger than chance: grey, and said so. */
  isNoise?: boolean
}

/** A value written as 0.0 has no sign. */
const WRITTEN_AS_ZERO = 0.05

export function Delta({ value, reference, change: given, format: as, better = 'higher', isNoise = false }: DeltaProps) {
  const { t, format } = useUi()
  if (reference === 0 && value !== null && value !== 0)
    return (
      <span className={css.delta} data-judgement="neutral">
        {t('ui.figure.new')}
      </span>
    )
  const change =
    given === undefined
      ? format.change(value, reference, as)
      : given === null
        ? null
        : {
            text: format.value(given, as === 'percent' ? 'points' : 'delta'),
            sign: Math.abs(given) < WRITTEN_AS_ZERO ? 0 : Math.sign(given),
          }
  if (change === null) return null
  const towards = change.sign * (better === 'lower' ? -1 : 1)
  const judgement = isNoise || better === 'neither' || towards === 0 ? 'neutral' : towards > 0 ? 'good' : 'bad'
  return (
    <span
      {...arrowOf(change.sign, css.delta)}
      data-judgement={judgement}
      title={isNoise ? t('ui.figure.noise') : undefined}
    >
      {change.text}
      {judgement !== 'neutral' && <VisuallyHidden>{` (${t(`ui.figure.${judgement}`)})`}</VisuallyHidden>}
      {isNoise && <VisuallyHidden>{` (${t('ui.figure.noise')})`}</VisuallyHidden>}
    </span>
  )
}
