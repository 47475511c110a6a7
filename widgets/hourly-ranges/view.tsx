import type { Projection, WidgetViewProps } from '#engine/types'
import { CartesianChart, useKeysHeight, useUi } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { ChartKey, KEY_BELOW_PX, useHeight } from '../lib/chart-key.tsx'
import type { KeyItem } from '../lib/chart-key.tsx'
import { metricName } from '../lib/measure.ts'
import { hasReasons } from '../lib/reasons.ts'
import { PERIOD_HEAD_PX, PeriodHead } from '../lib/period-head.tsx'
import { STAY_PALETTE } from '../lib/tones.ts'
import layout from '../lib/layout.module.css'
import type { HourlyRangesOptions } from './generated/options.ts'
import { isHourlyProjection } from './model.ts'

export { project } from './model.ts'

export default function HourlyRanges({ projection, options, size, context }: WidgetViewProps<HourlyRangesOptions>) {
  const { format } = useUi()
  const narrow = size.width < KEY_BELOW_PX
  const keys = narrow ? keysOf(projection) : []
  const keysPx = useKeysHeight(
    keys.map(({ name }) => name),
    size.width,
  )
  const [headRef, headHeight] = useHeight(keysPx === null ? null : PERIOD_HEAD_PX + (narrow ? keysPx : 0))
  const scale = isHourlyProjection(projection) ? projection.scale : { ins: null, tickets: null }
  const withTickets = projection.columns.some(({ id }) => id === 'tickets')
  const left = {
    format: 'count' as const,
    label: metricName(context, 'ins'),
    ...(scale.ins !== null && { max: scale.ins }),
  }
  const right = {
    format: 'count' as const,
    label: metricName(context, 'tickets'),
    ...(scale.tickets !== null && { max: scale.tickets }),
  }
  return (
    <div className={layout.part} style={STAY_PALETTE.style}>
      <div ref={headRef}>
        <PeriodHead period={options.period} context={context} />
        {narrow && <ChartKey items={keys} />}
      </div>
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(0, size.height - headHeight)}
        legend={narrow ? 'never' : 'auto'}
        categories={cellsOf(projection, 'hour').map((hour) => format.value(hour, 'hour'))}
        series={chartSeries(projection)}
        axes={withTickets ? [left, right] : [left]}
        tones={STAY_PALETTE.tones}
        {...(hasReasons(projection) && { reasons: projection.reasons })}
      />
    </div>
  )
}

/** Ranges rise from pale to strong, so the ends name the scale. */
function keysOf({ series = [] }: Projection): KeyItem[] {
  const stays = series.filter(({ mark }) => mark === 'bar')
  return [
    ...stays.map((one, at) => ({ ...one, name: at === 0 || at === stays.length - 1 ? one.name : '' })),
    ...series.filter(({ mark }) => mark !== 'bar'),
  ]
}
