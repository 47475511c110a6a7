/** The parts of a whole in both periods: two donuts, or two bars of 100 % over one list where there is no room for donuts. */
import type { Projection, ProjectionContext } from '#engine/types'
import { DonutChart } from '#ui'
import { cellsOf } from './chart-data.ts'
import { isParted } from './parted.ts'
import { PERIOD_HEAD_PX, PeriodHead } from './period-head.tsx'
import { ShareBars } from './share-bars.tsx'
import type { Palette } from './tones.ts'
import css from './layout.module.css'
import type { PeriodKey } from './periods.ts'

export interface DonutPairProps {
  projection: Projection
  context: ProjectionContext
  size: { readonly width: number; readonly height: number }
  palette: Palette
  /** Under the figure in the middle. */
  totalLabel: string
  shape: 'auto' | 'donut' | 'bar'
}

const GAP_PX = 20
const MIN_WIDTH_PX = 230
const MIN_HEIGHT_PX = 210

export function DonutPair({ projection, context, size, palette, totalLabel, shape }: DonutPairProps) {
  if (!isParted(projection)) return null
  const periods = (projection.series ?? []).map(({ id }) => id as PeriodKey)
  const width = Math.floor((size.width - GAP_PX * (periods.length - 1)) / Math.max(1, periods.length))
  const isBar = shape === 'bar' || (shape === 'auto' && (width < MIN_WIDTH_PX || size.height < MIN_HEIGHT_PX))
  if (isBar) return <div className={css.part} style={{ ...palette.style, height: size.height }}><ShareBars projection={projection} context={context} /></div>
  const labels = cellsOf(projection, projection.category ?? '').map(String)
  return (
    <div className={css.pair} style={{ ...palette.style, height: size.height }}>
      {periods.map((period) => {
        const column = projection.series?.find(({ id }) => id === period)?.column ?? period
        const values = cellsOf(projection, column)
        const format = projection.columns.find(({ id }) => id === column)?.format ?? 'count'
        const states = projection.columnStates?.[column] ?? projection.states
        return (
          <div key={period} className={css.part}>
            <PeriodHead period={period} context={context} />
            <DonutChart
              label={`${context.t('name')}, ${totalLabel}`} width={width} height={Math.max(0, size.height - PERIOD_HEAD_PX)} format={format} tones={palette.tones}
              {...(format === 'percent' ? { total: null } : { totalLabel })}
              slices={projection.slices.map(({ id, tone }, at) => ({ id, tone, label: labels[at] ?? id, value: typeof values[at] === 'number' ? values[at] : null, state: states?.[at] === 'missing' ? 'missing' as const : 'final' as const }))}
            />
          </div>
        )
      })}
    </div>
  )
}
