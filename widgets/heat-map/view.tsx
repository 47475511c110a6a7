import { useCallback } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import layout from '../lib/layout.module.css'
import { drawHeat, MIDDLE, SHADES } from './option.ts'
import type { HeatMapOptions } from './generated/options.ts'
import css from './heat-map.module.css'
import { isHeat } from './model.ts'
import type { HeatProjection } from './model.ts'
import { readShades } from './shades.ts'

export { project } from './model.ts'

const KEY_PX = 28
/**
 * Part of the hue in each shade, from the least to the most: the least is still no ground, the most carries white
 * words.
 */
const HUE = [9, 20, 32, 45, 58, 73, 100]
/** A change: worse in the warm tone, better in the cool one, nothing in between. */
const AWAY = [100, 62, 30]

/** CSS of the shades; the chart and the key read the same. */
function shadesOf(isChange: boolean, isUpGood: boolean, isJudged: boolean): string[] {
  const mix = (hue: string, part: number) => `color-mix(in oklab, ${hue} ${part}%, var(--raised))`
  if (!isChange) return HUE.map((part) => mix('var(--tone-0)', part))
  const [below, above] = !isJudged
    ? ['var(--muted)', 'var(--muted)']
    : isUpGood
      ? ['var(--tone-5)', 'var(--tone-1)']
      : ['var(--tone-1)', 'var(--tone-5)']
  return Array.from({ length: SHADES }, (_, shade) =>
    shade === MIDDLE
      ? mix('var(--muted)', 14)
      : shade < MIDDLE
        ? mix(below, AWAY[shade] ?? 30)
        : mix(above, AWAY[SHADES - 1 - shade] ?? 30),
  )
}

export default function HeatMap(props: WidgetViewProps<HeatMapOptions>) {
  return isHeat(props.projection) ? <Heat {...props} projection={props.projection} /> : null
}

function Heat({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<HeatMapOptions> & { projection: HeatProjection }) {
  const { format, t } = useUi()
  const { field, across, down, cells, scale, isJudged, format: as } = projection
  const tones = shadesOf(scale.isChange, field.betterWhen !== 'down', isJudged)
  const isCalendar = options.mode === 'calendar'
  const draw = useCallback(
    ({ width, height }: { width: number; height: number }, measure: (text: string) => number): Drawn =>
      drawHeat({
        projection,
        width,
        height,
        measure,
        isSquare: isCalendar,
        textOf: options.showValues ? (value) => format.value(value, as).replace(/\s?%$/, '') : null,
        shades: readShades,
      }),
    [projection, options.showValues, isCalendar, format, as],
  )
  const textOf = useCallback(
    (spot: number): SpotText => {
      const [row, column] = [Math.floor(spot / across.length), spot % across.length]
      const cell = cells[row]?.[column]
      const title =
        cell?.day == null
          ? `${down[row]?.name ?? ''}, ${across[column]?.name ?? ''}`
          : `${down[row]?.name ?? ''} ${format.exact(cell.day, 'day')}`
      return {
        title,
        reason: cell?.reason ?? (cell?.value == null ? context.t('unmeasured') : null),
        rows: [
          {
            id: field.id,
            name: field.label,
            mark: 'bar',
            tone: 0,
            value: format.exact(cell?.value ?? null, as),
            reference: null,
            change: null,
            state: cell?.state ?? 'final',
            isReferenceOnly: false,
          },
        ],
      }
    },
    [across, down, cells, field, format, as, context],
  )
  const pick = (spot: number) => {
    const [row, column] = [Math.floor(spot / across.length), spot % across.length]
    const day = cells[row]?.[column]?.day ?? null
    if (day === null) emit('pick', { row: down[row]?.member ?? null, column: across[column]?.member ?? null })
    else if (cells[row]?.[column]?.isOutside === false) emit('pickDay', { day })
  }
  return (
    <div className={layout.part} style={{ height: size.height }}>
      <Chart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(40, size.height - KEY_PX)}
        draw={draw}
        textOf={textOf}
        tones={tones}
        onPick={pick}
      />
      <div className={css.key}>
        <span className={css.name}>{field.label}</span>
        <span className={css.end}>{format.value(scale.min, as)}</span>
        <svg className={css.steps} viewBox="0 0 84 10" preserveAspectRatio="none" aria-hidden="true">
          {tones.map((fill, at) => (
            <rect key={fill} x={at * 12} width="12" height="10" fill={fill} />
          ))}
        </svg>
        <span className={css.end}>{format.value(scale.max, as)}</span>
        {cells.some((line) =>
          line.some(({ value, isOutside, state }) => value === null && !isOutside && state !== 'closed'),
        ) && (
          <span className={css.none}>
            <span className={css.hatch} aria-hidden="true" />
            {context.t('unmeasured')}
          </span>
        )}
        {cells.some((line) =>
          line.some(({ value, state, isOutside }) => value === null && !isOutside && state === 'closed'),
        ) && (
          <span className={css.none}>
            <span className={css.closed} aria-hidden="true" />
            {t('ui.state.closed')}
          </span>
        )}
      </div>
    </div>
  )
}
