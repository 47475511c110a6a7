import { isoDay } from '#domain/days'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { dayLabels } from '../lib/day-labels.ts'
import { hasReasons } from '../lib/reasons.ts'
import type { PingsEvolutionOptions } from './generated/options.ts'
import { breaksOf } from './model.ts'

export { project } from './model.ts'

export default function PingsEvolution({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<PingsEvolutionOptions>) {
  const days = cellsOf(projection, 'day')
  const series = chartSeries(projection).map((one) =>
    one.id === 'expected' ? { ...one, breaks: breaksOf(one.values, options.by) } : one,
  )
  return (
    <CartesianChart
      label={context.t('name')}
      summary={projection.summary}
      width={size.width}
      height={size.height}
      categories={
        options.by === 'device'
          ? cellsOf(projection, 'device').map(String)
          : dayLabels(days, context.locale, size.width)
      }
      series={series}
      axes={[{ format: 'count', label: context.t('pings') }]}
      {...(hasReasons(projection) && { reasons: projection.reasons })}
      onPick={(index) => {
        if (typeof days[index] === 'number') emit('pickDay', { day: isoDay(days[index]) })
      }}
    />
  )
}
