/** Members side by side or on each other, upright. Pure. */
import type { CartesianOption } from '#ui'
import { chartSeries } from '../lib/chart-data.ts'
import type { BarChartOptions } from './generated/options.ts'
import type { BarProjection } from './model.ts'

/** Of the smallest text. */
export const LETTER_PX = 6.6
export const AXIS_PX = 48

/** Grouped bars are side by side, also where the projection stacks. */
export const barSeriesOf = (projection: BarProjection, arrangement: BarChartOptions['arrangement']) =>
  chartSeries(projection).map(({ stack, ...one }) =>
    stack === undefined || arrangement === 'grouped' ? one : { ...one, stack },
  )

export function barOption(
  projection: BarProjection,
  { arrangement, measures, split }: Required<Pick<BarChartOptions, 'arrangement' | 'measures' | 'split'>>,
  width: number,
): CartesianOption {
  const { names, field, isOrdered, reasons, series = [] } = projection
  const isShare = arrangement === 'percent' && series.some(({ stack }) => stack !== undefined)
  return {
    xAxis: { data: isOrdered ? names : shortened(names, width), titles: names, reasons },
    yAxis: [
      isShare
        ? { format: 'percent', max: 100 }
        : {
            format: field?.format ?? 'number',
            name: measures.length === 1 || split !== '' ? (field?.label ?? '') : '',
          },
    ],
    series: barSeriesOf(projection, arrangement),
  }
}

/** Every bar bears its name, if need be the begin of it. The chart leaves 14 px between two. */
function shortened(names: readonly string[], width: number): string[] {
  const letters = Math.max(2, Math.floor(((width - AXIS_PX) / Math.max(1, names.length) - 16) / LETTER_PX))
  return names.map((name) => (name.length <= letters ? name : `${name.slice(0, letters - 1).trimEnd()}…`))
}
