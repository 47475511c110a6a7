/** One period's visits by who came, on each other, and the repetition rate as a line. Pure. */
import type { Projection, ProjectionContext } from '#engine/types'
import type { CartesianOption } from '#ui'
import { cellsOf, chartSeries } from '../lib/chart-data.ts'
import { dayAxis } from '../lib/day-labels.ts'
import { hasNotes } from '../lib/holidays.ts'
import { metricName } from '../lib/measure.ts'
import { hasReasons } from '../lib/reasons.ts'

/** `scale`: ends of the axes that both periods share; a rate of null = no such line. */
export function whoCameOption(
  part: Projection,
  scale: { readonly counts: number | null; readonly rate: number | null },
  width: number,
  context: ProjectionContext,
): CartesianOption {
  const counts = {
    format: part.columns[1]?.format ?? ('count' as const),
    name: metricName(context, 'identifiedVisits'),
    ...(scale.counts !== null && { max: scale.counts }),
  }
  return {
    xAxis: {
      ...dayAxis(cellsOf(part, 'day'), context.locale, width),
      ...(hasReasons(part) && { reasons: part.reasons }),
      ...(hasNotes(part) && { notes: part.notes }),
    },
    yAxis:
      scale.rate === null
        ? [counts]
        : [counts, { format: 'percent', name: metricName(context, 'repetitionRate'), max: scale.rate }],
    series: chartSeries(part),
  }
}
