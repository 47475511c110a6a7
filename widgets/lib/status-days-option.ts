/** Footscans date by date as bars: what a day that still runs says is marked. Pure. */
import type { Projection, ProjectionContext } from '#engine/types'
import type { CartesianOption } from '#ui'
import { cellsOf, chartSeries } from './chart-data.ts'
import { dayAxis } from './day-labels.ts'

export const statusDaysOption = (
  projection: Projection,
  width: number,
  context: ProjectionContext,
): CartesianOption => ({
  xAxis: {
    ...dayAxis(cellsOf(projection, 'day'), context.locale, width),
    reasons: (projection.states ?? []).map((state) => (state === 'partial' ? context.t('status:running') : null)),
  },
  yAxis: [{ format: 'count', name: context.t('footscans') }],
  series: chartSeries(projection),
})
