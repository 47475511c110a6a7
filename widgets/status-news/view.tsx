import { isoDay } from '#domain/days'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { dayLabels } from '../lib/day-labels.ts'
import { STATUS_PALETTE } from '../lib/tones.ts'
import type { StatusNewsOptions } from './generated/options.ts'

export { project } from './model.ts'

export default function StatusNews({ projection, size, context, emit }: WidgetViewProps<StatusNewsOptions>) {
  const days = cellsOf(projection, 'day')
  return (
    <div style={STATUS_PALETTE.style}>
      <CartesianChart
        label={context.t('name')} summary={projection.summary} width={size.width} height={size.height}
        categories={dayLabels(days, context.locale, size.width)} series={chartSeries(projection)} tones={STATUS_PALETTE.tones}
        axes={[{ format: 'count', label: context.t('footscans') }]}
        reasons={(projection.states ?? []).map((state) => (state === 'partial' ? context.t('status:running') : null))}
        onPick={(index) => { if (typeof days[index] === 'number') emit('pickDay', { day: isoDay(days[index]) }) }}
      />
    </div>
  )
}
