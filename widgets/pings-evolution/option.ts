/** Readings that came, by day or device, and a line of those that were expected. Pure. */
import type { Projection, ProjectionContext } from '#engine/types'
import type { CartesianOption } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { dayAxis } from '../lib/day-labels.ts'
import { hasReasons } from '../lib/reasons.ts'
import type { PingsEvolutionOptions } from './generated/options.ts'
import { breaksOf } from './model.ts'

export function pingsOption(
  projection: Projection,
  { by }: Pick<PingsEvolutionOptions, 'by'>,
  width: number,
  context: ProjectionContext,
): CartesianOption {
  return {
    xAxis: {
      ...(by === 'device'
        ? { data: cellsOf(projection, 'device').map(String) }
        : dayAxis(cellsOf(projection, 'day'), context.locale, width)),
      ...(hasReasons(projection) && { reasons: projection.reasons }),
    },
    yAxis: [{ format: 'count', name: context.t('pings') }],
    series: chartSeries(projection).map((one) =>
      one.id === 'expected' ? { ...one, breaks: breaksOf(one.data, by) } : one,
    ),
  }
}
