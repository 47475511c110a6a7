/** The legend: elements above the chart, each a button that shows and hides its series. */
import { useUi } from '../provider.tsx'
import css from './chart.module.css'
import { keysHeight, rulerOf } from './one-line.ts'
import { markOf } from './series.ts'
import { TONES } from './theme.ts'
import type { ChartSeries } from './types.ts'
import { useThemeVersion } from './use-theme.ts'

export interface SwatchProps {
  mark: ReturnType<typeof markOf> | 'slice'
  tone: number
  period?: 'comparing' | 'reference'
  /** Pixels of a line that is the edge of something else. */
  width?: number | undefined
}

/** The mark of a series in small: filled, outlined, or a stroke that is whole or dashed. */
export function Swatch({ mark, tone, period = 'comparing', width }: SwatchProps) {
  const isReference = period === 'reference'
  return (
    <svg
      className={css.swatch}
      data-tone={tone < 0 || tone >= TONES ? 'others' : tone}
      width="14"
      height="10"
      viewBox="0 0 14 10"
      aria-hidden="true"
    >
      {mark === 'line' || mark === 'area' ? (
        <path
          className={css.swatchLine}
          d="M1 5h12"
          data-reference={isReference || undefined}
          data-edge={width !== undefined || undefined}
        />
      ) : (
        <rect
          className={css.swatchFill}
          x="2"
          y="0.5"
          width="9"
          height="9"
          rx="2"
          data-reference={isReference || undefined}
        />
      )}
    </svg>
  )
}

/** Height of a row of such marks with these names, where it surely is one line; null where only the page knows. */
export function useKeysHeight(names: readonly string[], width: number): number | null {
  const version = useThemeVersion()
  return keysHeight(names, width, rulerOf(version))
}

export interface LegendProps {
  series: readonly ChartSeries[]
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

export function Legend({ series, hidden, onToggle }: LegendProps) {
  const { t } = useUi()
  return (
    <div className={css.legend} role="group" aria-label={t('ui.chart.legend')}>
      {series.map((one) => (
        <button
          key={one.id}
          type="button"
          className={css.legendItem}
          aria-pressed={!hidden.has(one.id)}
          onClick={() => onToggle(one.id)}
        >
          <Swatch mark={markOf(one)} tone={one.tone} period={one.period} width={one.width} />
          <span>{one.name}</span>
        </button>
      ))}
    </div>
  )
}
