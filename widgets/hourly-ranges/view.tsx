import { useMemo } from 'react'
import type { Projection, WidgetViewProps } from '#engine/types'
import { CartesianChart, useKeysHeight, useUi } from '#ui'
import { ChartKey, KEY_BELOW_PX, useHeight } from '../lib/chart-key.tsx'
import type { KeyItem } from '../lib/chart-key.tsx'
import { PERIOD_HEAD_PX, PeriodHead } from '../lib/period-head.tsx'
import { STAY_PALETTE } from '../lib/tones.ts'
import layout from '../lib/layout.module.css'
import type { HourlyRangesOptions } from './generated/options.ts'
import { hourlyOption } from './option.ts'

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
  const option = useMemo(() => hourlyOption(projection, format, context), [projection, format, context])
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
        option={option}
        tones={STAY_PALETTE.tones}
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
