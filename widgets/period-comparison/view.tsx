import { useMemo } from 'react'
import type { Projection, ProjectionContext, WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf } from '../lib/chart-data.ts'
import { ChartKey, KEY_BELOW_PX, useHeight } from '../lib/chart-key.tsx'
import type { KeyItem } from '../lib/chart-key.tsx'
import { metricName } from '../lib/measure.ts'
import { PeriodHead } from '../lib/period-head.tsx'
import { periodLabels, PERIODS } from '../lib/periods.ts'
import layout from '../lib/layout.module.css'
import type { PeriodComparisonOptions } from './generated/options.ts'
import { isMarked } from './model.ts'
import { comparisonOption } from './option.ts'

export { project } from './model.ts'

export default function PeriodComparison({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<PeriodComparisonOptions>) {
  const days = cellsOf(projection, 'day')
  const withoutLines = isMarked(projection) ? projection.withoutLines : null
  const narrow = size.width < KEY_BELOW_PX
  const [headRef, headHeight] = useHeight()
  const [noteRef, noteHeight] = useHeight(withoutLines === null ? 0 : null)
  return (
    <div className={layout.part}>
      {narrow && (
        <div ref={headRef}>
          <ChartKey items={metricKeys(projection, context)}>
            {projection.columns.some(({ id }) => id === 'referenceDay') &&
              PERIODS.map((period) => <PeriodHead key={period} period={period} context={context} short />)}
          </ChartKey>
        </div>
      )}
      <CartesianChart
        label={context.t('name')}
        summary={projection.summary}
        width={size.width}
        height={Math.max(0, size.height - headHeight - noteHeight)}
        legend={narrow ? 'never' : 'auto'}
        option={useMemo(
          () => comparisonOption(projection, options, { width: size.width, height: size.height, context }),
          [projection, options, size.width, size.height, context],
        )}
        periods={periodLabels(context)}
        onPick={(index) => {
          if (typeof days[index] === 'number') emit('pickDay', { day: days[index] })
        }}
      />
      <div ref={noteRef}>
        {withoutLines !== null && (
          <p className={layout.note} data-wrap>
            {withoutLines}
          </p>
        )}
      </div>
    </div>
  )
}

/** Each metric once, in its colour; the periods differ by their marks. */
function metricKeys({ series = [], columns }: Projection, context: ProjectionContext): KeyItem[] {
  return series
    .filter(({ period }) => period !== 'reference')
    .map(({ id, column, tone, mark }) => ({
      id,
      tone,
      mark,
      name: metricName(context, columns.find((one) => one.id === column)?.metric ?? id),
    }))
}
