import { use, useCallback, useMemo } from 'react'
import { formatTogether } from '#domain/format'
import type { WidgetViewProps } from '#engine/types'
import { ChartBandsAround, useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import layout from '../lib/layout.module.css'
import { readShades } from '../lib/item-charts/read-shades.ts'
import { amountShades, changeShades } from '../lib/item-charts/shades.ts'
import { SHADE_KEY_PX, ShadeKey } from '../lib/item-charts/shade-key.tsx'
import { drawHeat } from './option.ts'
import { notesOfDays } from './notes.ts'
import type { HeatMapOptions } from './generated/options.ts'
import { isHeat } from './model.ts'
import type { HeatProjection } from './model.ts'

export { project } from './model.ts'

const NO_NOTES: ReadonlyMap<number, string> = new Map()

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
  const { field, across, down, cells, scale, isJudged } = projection
  const as = useMemo(
    () =>
      formatTogether(
        projection.format,
        cells.flatMap((line) => line.map(({ value }) => value)),
      ),
    [projection.format, cells],
  )
  const tones = scale.isChange ? changeShades({ isUpGood: field.betterWhen !== 'down', isJudged }) : amountShades()
  const isCalendar = options.mode === 'calendar'
  const { count, bands } = use(ChartBandsAround)
  const isLaidOver = isCalendar && count === projection.rows.length
  const notes = useMemo(() => (isLaidOver ? notesOfDays(cells, bands) : NO_NOTES), [isLaidOver, cells, bands])
  const draw = useCallback(
    ({ width, height }: { width: number; height: number }, measure: (text: string) => number): Drawn =>
      drawHeat({
        projection,
        width,
        height,
        measure,
        isSquare: isCalendar,
        isNoted: (spot) => notes.has(spot),
        textOf: options.showValues ? (value) => format.value(value, as).replace(/\s?%$/, '') : null,
        shades: readShades,
      }),
    [projection, options.showValues, isCalendar, notes, format, as],
  )
  const textOf = useCallback(
    (spot: number): SpotText => {
      const [row, column] = [Math.floor(spot / across.length), spot % across.length]
      const cell = cells[row]?.[column]
      const title =
        cell?.day == null
          ? `${down[row]?.name ?? ''}, ${across[column]?.name ?? ''}`
          : `${down[row]?.name ?? ''} ${format.exact(cell.day, 'day')}`
      const reason = cell?.reason ?? (cell?.value == null ? context.t('unmeasured') : null)
      const noted = notes.get(spot) ?? null
      return {
        title,
        reason: reason === null ? noted : noted === null ? reason : `${reason}. ${noted}`,
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
    [across, down, cells, notes, field, format, as, context],
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
        height={Math.max(40, size.height - SHADE_KEY_PX)}
        draw={draw}
        textOf={textOf}
        tones={tones}
        onPick={pick}
      />
      <ShadeKey
        name={field.label}
        scale={scale}
        format={as}
        tones={tones}
        hatched={
          cells.some((line) =>
            line.some(({ value, isOutside, state }) => value === null && !isOutside && state !== 'closed'),
          )
            ? context.t('unmeasured')
            : null
        }
        plain={
          cells.some((line) =>
            line.some(({ value, state, isOutside }) => value === null && !isOutside && state === 'closed'),
          )
            ? t('ui.state.closed')
            : null
        }
      />
    </div>
  )
}
