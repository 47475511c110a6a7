import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { dayLabels } from '../lib/day-labels.ts'
import { formatOf, metricName } from '../lib/measure.ts'
import { periodLabels } from '../lib/periods.ts'
import { hasReasons } from '../lib/reasons.ts'
import type { PeriodComparisonOptions } from './generated/options.ts'

export { project } from './model.ts'

export default function PeriodComparison({ projection, options, size, context, emit }: WidgetViewProps<PeriodComparisonOptions>) {
  const days = cellsOf(projection, 'day')
  const referenceDays = cellsOf(projection, 'referenceDay')
  const labels = periodLabels(context)
  // Spec: the conversion axis ends at 100.
  const rate = options.lines === 'none' ? null : { format: formatOf(options.lines), label: metricName(context, options.lines), ...(options.lines === 'conversionRate' && { max: 100 }) }
  const bars = { format: formatOf(options.bars), label: metricName(context, options.bars) }
  return (
    <CartesianChart
      label={context.t('name')} summary={projection.summary} width={size.width} height={size.height}
      categories={dayLabels(days.map((day, at) => day ?? referenceDays[at] ?? null), context.locale, size.width)}
      {...(referenceDays.some((day) => day !== null) && { referenceCategories: dayLabels(referenceDays, context.locale, size.width) })}
      series={chartSeries(projection)}
      axes={rate === null ? [bars] : [bars, rate]}
      periods={labels}
      {...(hasReasons(projection) && { reasons: projection.reasons })}
      onPick={(index) => { if (typeof days[index] === 'number') emit('pickDay', { day: days[index] }) }}
    />
  )
}
