/** Hours of the day: how long those who came in then stayed, on each other, and tickets as a line. Pure. */
import type { Projection, ProjectionContext } from '#engine/types'
import type { CartesianOption, UiFormat } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { metricName } from '../lib/measure.ts'
import { hasReasons } from '../lib/reasons.ts'
import { isHourlyProjection } from './model.ts'

export function hourlyOption(projection: Projection, format: UiFormat, context: ProjectionContext): CartesianOption {
  const scale = isHourlyProjection(projection) ? projection.scale : { ins: null, tickets: null }
  const axis = (metric: 'ins' | 'tickets') => ({
    format: 'count' as const,
    name: metricName(context, metric),
    ...(scale[metric] !== null && { max: scale[metric] }),
  })
  return {
    xAxis: {
      data: cellsOf(projection, 'hour').map((hour) => format.value(hour, 'hour')),
      ...(hasReasons(projection) && { reasons: projection.reasons }),
    },
    yAxis: projection.columns.some(({ id }) => id === 'tickets') ? [axis('ins'), axis('tickets')] : [axis('ins')],
    series: chartSeries(projection),
  }
}
