import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { chartSeries } from '../lib/chart-data.ts'
import { ChartKey, useHeight } from '../lib/chart-key.tsx'
import { pickOf } from '../lib/fields.ts'
import layout from '../lib/layout.module.css'
import { periodLabels } from '../lib/periods.ts'
import { Bars } from './bars.tsx'
import type { BarChartOptions } from './generated/options.ts'
import { isBars } from './model.ts'
import type { BarProjection } from './model.ts'

export { project } from './model.ts'

/** Of the smallest text. */
const LETTER_PX = 6.6
/** An upright bar needs as much, with its air. */
const LEAST_PITCH_PX = 20
const AXIS_PX = 48

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
  const [keyRef, keyHeight] = useHeight()
  const { members, names, series = [] } = projection
  const pick = (index: number) => {
    const member = members[index] ?? null
    if (member !== null) emit('pick', pickOf(member))
  }
  const isLying =
    options.direction === 'horizontal' || (options.direction === 'auto' && liesBetter(projection, size.width))
  const drawn = chartSeries(projection)
    .map((one) => (options.arrangement === 'grouped' ? { ...one, stack: undefined } : one))
    .map(({ stack, ...one }) => (stack === undefined ? one : { ...one, stack }))
  if (!isLying) {
    const isShare = options.arrangement === 'percent' && series.some(({ stack }) => stack !== undefined)
    return (
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={size.height}
        categories={projection.isOrdered ? names : shortened(names, size.width)}
        titles={names}
        series={drawn}
        periods={periodLabels(context)}
        reasons={projection.reasons}
        axes={[
          isShare
            ? { format: 'percent', max: 100 }
            : {
                format: projection.field?.format ?? 'number',
                label: options.measures.length === 1 || options.split !== '' ? (projection.field?.label ?? '') : '',
              },
        ]}
        onPick={pick}
      />
    )
  }
  return (
    <div className={layout.part} style={{ height: size.height }}>
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
        series={drawn}
        width={size.width}
        height={Math.max(0, size.height - keyHeight)}
        label={context.t('description')}
        onPick={pick}
      />
    </div>
  )
}

/** Every bar bears its name, if need be the begin of it. The painter leaves 14 px between two. */
function shortened(names: readonly string[], width: number): string[] {
  const letters = Math.max(2, Math.floor(((width - AXIS_PX) / Math.max(1, names.length) - 16) / LETTER_PX))
  return names.map((name) => (name.length <= letters ? name : `${name.slice(0, letters - 1).trimEnd()}…`))
}

/** Time runs to the right; names that would not stand under their bars stand beside them. */
function liesBetter({ names, isOrdered }: BarProjection, width: number): boolean {
  const pitch = (width - AXIS_PX) / Math.max(1, names.length)
  if (isOrdered) return false
  return pitch < LEAST_PITCH_PX || Math.max(0, ...names.map((name) => name.length)) * LETTER_PX > pitch - 8
}
