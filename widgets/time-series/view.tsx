import { useMemo } from 'react'
import { isoDay } from '#domain/periods'
import type { WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { ChartKey, KEY_BELOW_PX, useHeight } from '../lib/chart-key.tsx'
import layout from '../lib/layout.module.css'
import { PeriodHead } from '../lib/period-head.tsx'
import { periodLabels, PERIODS } from '../lib/periods.ts'
import type { TimeSeriesOptions } from './generated/options.ts'
import { isTime } from './model.ts'
import type { TimeProjection } from './model.ts'
import { hasReference, timeOption } from './option.ts'

export { project } from './model.ts'

export default function TimeSeries(props: WidgetViewProps<TimeSeriesOptions>) {
  return isTime(props.projection) ? <Chart {...props} projection={props.projection} /> : null
}

function Chart({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<TimeSeriesOptions> & { projection: TimeProjection }) {
  const { steps } = projection
  const option = useMemo(
    () => timeOption(projection, options, { width: size.width, height: size.height, context }),
    [projection, options, size.width, size.height, context],
  )
  const isNarrow = size.width < KEY_BELOW_PX && option.series.length > 1 && options.legend !== 'never'
  const [keyRef, keyHeight] = useHeight(isNarrow ? null : 0)
  const lines = (projection.series ?? []).filter(({ period }) => period !== 'reference')
  return (
    <div className={layout.part}>
      <div ref={keyRef}>
        {isNarrow && (
          <ChartKey
            items={lines.map(({ id, tone, mark, column }, at) => ({
              id,
              tone,
              mark,
              name:
                options.split === ''
                  ? (projection.axes.flat().find((field) => column === `${field.id}.comparing`)?.label ?? id)
                  : (lines[at]?.name.split(' · ')[0] ?? id),
            }))}
          >
            {hasReference(projection) &&
              PERIODS.map((period) => <PeriodHead key={period} period={period} context={context} short />)}
          </ChartKey>
        )}
      </div>
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(0, size.height - keyHeight)}
        legend={isNarrow ? 'never' : options.legend}
        option={option}
        periods={periodLabels(context)}
        onPick={(index) => {
          if (typeof steps[index]?.day === 'number') emit('pickDay', { day: steps[index].day })
        }}
        onRange={(from, to) => {
          const [begin, end] = [steps[from]?.day ?? null, steps[to]?.last ?? null]
          if (begin !== null && end !== null) emit('zoom', { range: { begin: isoDay(begin), end: isoDay(end) } })
        }}
      />
    </div>
  )
}
