/** Footscans date by date as bars: what a day that still runs says is marked. */
import { isoDay } from '#domain/days'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf, chartSeries } from './chart-data.ts'
import { dayLabels } from './day-labels.ts'
import { STATUS_PALETTE } from './tones.ts'

export function StatusDays({
  projection,
  size,
  context,
  emit,
}: Pick<WidgetViewProps<object>, 'projection' | 'size' | 'context' | 'emit'>) {
  const days = cellsOf(projection, 'day')
  return (
    <div style={STATUS_PALETTE.style}>
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={size.height}
        categories={dayLabels(days, context.locale, size.width)}
        series={chartSeries(projection)}
        tones={STATUS_PALETTE.tones}
        axes={[{ format: 'count', label: context.t('footscans') }]}
        reasons={(projection.states ?? []).map((state) => (state === 'partial' ? context.t('status:running') : null))}
        onPick={(index) => {
          if (typeof days[index] === 'number') emit('pickDay', { day: isoDay(days[index]) })
        }}
      />
    </div>
  )
}
