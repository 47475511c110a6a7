/** Bars and lines of both periods over the days, each day on the one it is compared with. Pure. */
import type { Projection, ProjectionContext } from '#engine/types'
import type { CartesianOption } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { dayAxis, dayLabels } from '../lib/day-labels.ts'
import { hasNotes } from '../lib/holidays.ts'
import { formatOf, metricName } from '../lib/measure.ts'
import { hasReasons } from '../lib/reasons.ts'
import type { PeriodComparisonOptions } from './generated/options.ts'
import { isMarked } from './model.ts'

/** Less high, the names of marked stretches are left to the table. */
const NAMED_FROM_PX = 220

export function comparisonOption(
  projection: Projection,
  { bars, lines }: Required<Pick<PeriodComparisonOptions, 'bars' | 'lines'>>,
  { width, height, context }: { width: number; height: number; context: ProjectionContext },
): CartesianOption {
  const days = cellsOf(projection, 'day')
  const referenceDays = cellsOf(projection, 'referenceDay')
  const marked = isMarked(projection) ? projection : null
  const left = { format: formatOf(bars), name: metricName(context, bars) }
  const bands = marked?.bands ?? []
  return {
    xAxis: {
      ...dayAxis(
        days.map((day, at) => day ?? referenceDays[at] ?? null),
        context.locale,
        width,
      ),
      ...(referenceDays.some((day) => day !== null) && { reference: dayLabels(referenceDays, context.locale, width) }),
      ...(hasReasons(projection) && { reasons: projection.reasons }),
      ...(hasNotes(projection) && { notes: projection.notes }),
    },
    yAxis:
      lines === 'none' || (marked?.withoutLines ?? null) !== null
        ? [left]
        : [
            left,
            {
              format: formatOf(lines),
              name: metricName(context, lines),
              // Spec: the conversion axis ends at 100.
              ...(lines === 'conversionRate' && { max: 100 }),
            },
          ],
    series: chartSeries(projection),
    ...(bands.length > 0 && {
      markArea: { data: height < NAMED_FROM_PX ? bands.map((band) => ({ ...band, label: '' })) : bands },
    }),
  }
}
