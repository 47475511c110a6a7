import { useCallback } from 'react'
import type { ProjectionContext, WidgetViewProps } from '#engine/types'
import { type UiFormat, useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import { pickOf } from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { amountShades } from '../lib/item-charts/shades.ts'
import { SHADE_KEY_PX, ShadeKey } from '../lib/item-charts/shade-key.tsx'
import layout from '../lib/layout.module.css'
import { spotRow } from '../lib/spot-row.ts'
import type { Cell } from './density.ts'
import { drawScatter } from './option.ts'
import type { ScatterOptions } from './generated/options.ts'
import { isScatter } from './model.ts'
import type { ScatterProjection } from './model.ts'

export { project } from './model.ts'

/** Part of the hue of a cell with one point: it is alone on the background. */
const LEAST_HUE = 24

export default function Scatter(props: WidgetViewProps<ScatterOptions>) {
  return isScatter(props.projection) ? <Cloud {...props} projection={props.projection} /> : null
}

function Cloud({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<ScatterOptions> & { projection: ScatterProjection }) {
  const { format } = useUi()
  const draw = useCallback(
    ({ width, height }: { width: number; height: number }, measure: (text: string) => number): Drawn =>
      drawScatter({
        projection,
        width,
        height,
        measure,
        format,
        withNames: options.showNames,
        withMeans: options.showMeans,
      }),
    [projection, format, options.showNames, options.showMeans],
  )
  const textOf = useCallback(
    (spot: number): SpotText => {
      const cell = projection.density?.cells[spot]
      if (cell !== undefined && cell.only === null) return textOfCell(cell, projection, format, context)
      const point = projection.points[cell?.only ?? spot]
      const row = (field: Field, value: number | null, before: number | null) =>
        spotRow(field, { value, before, state: point?.state ?? 'final', tone: 0, format })
      const { x, y, size: third } = projection
      return {
        title: point?.name ?? '',
        reason: point?.reason ?? null,
        rows:
          point === undefined
            ? []
            : [
                row(x, point.x, point.before?.x ?? null),
                ...(y.id === x.id ? [] : [row(y, point.y, point.before?.y ?? null)]),
                ...(third === null || third.id === x.id || third.id === y.id ? [] : [row(third, point.size, null)]),
              ],
      }
    },
    [projection, format, context],
  )
  const { density } = projection
  const tones = density === null ? undefined : amountShades(LEAST_HUE)
  return (
    <div className={layout.part}>
      <Chart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(40, size.height - (density === null ? 0 : SHADE_KEY_PX))}
        view={density}
        {...(tones !== undefined && { tones })}
        draw={draw}
        textOf={textOf}
        onPick={(spot) => {
          const point = projection.points[density === null ? spot : (density.cells[spot]?.only ?? -1)]
          if (point !== undefined) emit('pick', pickOf(point.member))
        }}
      />
      {density !== null && tones !== undefined && (
        <ShadeKey name={context.t('perCell')} scale={{ min: 1, max: density.most }} format="count" tones={tones} />
      )}
    </div>
  )
}

/** The points of a cell of several, and its place. */
function textOfCell(
  { x, y, count, open }: Cell,
  { x: across, y: up, density }: ScatterProjection,
  format: UiFormat,
  { t }: Pick<ProjectionContext, 't'>,
): SpotText {
  const row = (field: Field, low: number, step: number) => ({
    ...spotRow(field, { value: null, before: null, state: open > 0 ? 'partial' : 'final', tone: 0, format }),
    value: `${format.exact(low, field.format)} – ${format.exact(low + step, field.format)}`,
  })
  return {
    title: t('together', { n: format.exact(count, 'count') }),
    reason: open > 0 ? t('openOf', { n: format.exact(open, 'count') }) : null,
    rows: [row(across, x, density?.xStep ?? 0), ...(up.id === across.id ? [] : [row(up, y, density?.yStep ?? 0)])],
  }
}
