import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { ChartKey, useHeight } from '../lib/chart-key.tsx'
import layout from '../lib/layout.module.css'
import { periodLabels } from '../lib/periods.ts'
import { Bars } from './bars.tsx'
import type { BarChartOptions } from './generated/options.ts'
import { isBars } from './model.ts'
import type { BarProjection } from './model.ts'
import { brushOf } from './brush.ts'
import { AXIS_PX, barOption, barSeriesOf, LETTER_PX } from './option.ts'

export { project } from './model.ts'

/** An upright bar needs as much, with its air. */
const LEAST_PITCH_PX = 20

export default function BarChart(props: WidgetViewProps<BarChartOptions>) {
  return isBars(props.projection) ? <Chart {...props} projection={props.projection} /> : null
}

function Chart({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<BarChartOptions> & { projection: BarProjection }) {
  const { members, series = [] } = projection
  const [keyRef, keyHeight] = useHeight(series.length > 1 ? null : 0)
  const pick = (index: number) => {
    const member = members[index] ?? null
    const range = brushOf(projection, index, index, context.periods?.comparing)?.range ?? null
    if (member !== null) emit('pick', { value: member, range })
  }
  const brush = (from: number, to: number) => {
    const payload = brushOf(projection, from, to, context.periods?.comparing)
    if (payload !== null) emit('brush', payload)
  }
  const isLying =
    options.direction === 'horizontal' || (options.direction === 'auto' && liesBetter(projection, size.width))
  if (!isLying) {
    return (
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={size.height}
        option={barOption(projection, options, size.width)}
        periods={periodLabels(context)}
        onPick={pick}
        onRange={brush}
      />
    )
  }
  return (
    <div className={layout.part} style={{ height: size.height }} data-grows="whole">
      <div ref={keyRef}>
        {series.length > 1 && (
          <ChartKey
            items={series.map(({ id, name, tone, mark, period }) => ({
              id,
              name,
              tone,
              mark,
              ...(period && { period }),
            }))}
          />
        )}
      </div>
      <Bars
        projection={projection}
        series={barSeriesOf(projection, options.arrangement)}
        width={size.width}
        height={Math.max(0, size.height - keyHeight)}
        label={context.t('description')}
        onPick={pick}
        onRange={brush}
      />
    </div>
  )
}

/** Time runs to the right; names that do not fit under their bars are beside them. */
function liesBetter({ names, isOrdered }: BarProjection, width: number): boolean {
  const pitch = (width - AXIS_PX) / Math.max(1, names.length)
  if (isOrdered) return false
  return pitch < LEAST_PITCH_PX || Math.max(0, ...names.map((name) => name.length)) * LETTER_PX > pitch - 8
}
