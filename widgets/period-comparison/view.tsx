import type { Projection, ProjectionContext, WidgetViewProps } from '#engine/types'
import { CartesianChart } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { ChartKey, KEY_BELOW_PX, useHeight } from '../lib/chart-key.tsx'
import type { KeyItem } from '../lib/chart-key.tsx'
import { dayLabels } from '../lib/day-labels.ts'
import { formatOf, metricName } from '../lib/measure.ts'
import { PeriodHead } from '../lib/period-head.tsx'
import { periodLabels, PERIODS } from '../lib/periods.ts'
import { hasNotes } from '../lib/holidays.ts'
import { hasReasons } from '../lib/reasons.ts'
import layout from '../lib/layout.module.css'
import type { PeriodComparisonOptions } from './generated/options.ts'
import { isMarked } from './model.ts'

export { project } from './model.ts'

/** Less high, the names of marked stretches are left to the table. */
const NAMED_FROM_PX = 220

export default function PeriodComparison({
  projection,
  options,
  size,
  context,
  emit,
}: WidgetViewProps<PeriodComparisonOptions>) {
  const days = cellsOf(projection, 'day')
  const referenceDays = cellsOf(projection, 'referenceDay')
  const labels = periodLabels(context)
  const withoutLines = isMarked(projection) ? projection.withoutLines : null
  // Spec: the conversion axis ends at 100.
  const rate =
    options.lines === 'none' || withoutLines !== null
      ? null
      : {
          format: formatOf(options.lines),
          label: metricName(context, options.lines),
          ...(options.lines === 'conversionRate' && { max: 100 }),
        }
  const bars = { format: formatOf(options.bars), label: metricName(context, options.bars) }
  const narrow = size.width < KEY_BELOW_PX
  const [headRef, headHeight] = useHeight()
  const [noteRef, noteHeight] = useHeight()
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
        categories={dayLabels(
          days.map((day, at) => day ?? referenceDays[at] ?? null),
          context.locale,
          size.width,
        )}
        {...(referenceDays.some((day) => day !== null) && {
          referenceCategories: dayLabels(referenceDays, context.locale, size.width),
        })}
        series={chartSeries(projection)}
        axes={rate === null ? [bars] : [bars, rate]}
        periods={labels}
        {...(isMarked(projection) &&
          projection.bands.length > 0 && {
            bands:
              size.height < NAMED_FROM_PX ? projection.bands.map((band) => ({ ...band, label: '' })) : projection.bands,
          })}
        {...(hasReasons(projection) && { reasons: projection.reasons })}
        {...(hasNotes(projection) && { notes: projection.notes })}
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

/** Each metric once, in its colour; the periods are told apart by their marks. */
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
