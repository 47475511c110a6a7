/** Footscans date by date as bars: what a day that still runs says is marked. */
import { useMemo } from 'react'
import { isoDay } from '#domain/days'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf } from './chart-data.ts'
import { statusDaysOption } from './status-days-option.ts'
import { STATUS_PALETTE } from './tones.ts'

export function StatusDays({
  projection,
  size,
  context,
  emit,
}: Pick<WidgetViewProps<object>, 'projection' | 'size' | 'context' | 'emit'>) {
  const days = cellsOf(projection, 'day')
  const option = useMemo(() => statusDaysOption(projection, size.width, context), [projection, size.width, context])
  return (
    <div style={STATUS_PALETTE.style}>
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={size.height}
        option={option}
        tones={STATUS_PALETTE.tones}
        onPick={(index) => {
          if (typeof days[index] === 'number') emit('pickDay', { day: isoDay(days[index]) })
        }}
      />
    </div>
  )
}
