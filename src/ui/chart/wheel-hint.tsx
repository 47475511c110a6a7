import { hasCommandKey } from '../command-key.ts'
import { useUi } from '../provider.tsx'
import { HINT_MS } from './use-wheel-zoom.ts'
import css from './wheel-hint.module.css'

/** Which key zooms, over the chart. Not read out: it answers a wheel, and the chart names its own keys. */
export function WheelHint() {
  const { t } = useUi()
  return (
    <div
      className={css.hint}
      style={{ animationDuration: `${HINT_MS}ms` }}
      data-wheel-hint
      data-print="hide"
      aria-hidden="true"
    >
      <span>{t('ui.chart.wheelHint', { key: hasCommandKey() ? '⌘' : 'Ctrl' })}</span>
    </div>
  )
}
