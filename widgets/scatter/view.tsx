import { useCallback } from 'react'
import type { WidgetViewProps } from '#engine/types'
import { useUi } from '#ui'
import { Chart } from '#ui/chart/chart.tsx'
import type { Drawn, SpotText } from '#ui/chart/chart.tsx'
import { pickOf } from '../lib/fields.ts'
import type { Field } from '../lib/fields.ts'
import { spotRow } from '../lib/spot-row.ts'
import { drawScatter } from './option.ts'
import type { ScatterOptions } from './generated/options.ts'
import { isScatter } from './model.ts'
import type { ScatterProjection } from './model.ts'

export { project } from './model.ts'

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
      const point = projection.points[spot]
      const row = (field: Field, value: number | null, before: number | null) =>
        spotRow(field, { value, before, tone: 0, format })
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
    [projection, format],
  )
  return (
    <Chart
      label={context.t('name')}
      summary={projection.summary}
      width={size.width}
      height={size.height}
      draw={draw}
      textOf={textOf}
      onPick={(spot) => {
        const point = projection.points[spot]
        if (point !== undefined) emit('pick', pickOf(point.member))
      }}
    />
  )
}
