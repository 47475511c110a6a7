/** A stretch of a chart's categories, seen alone: the same option with less in it. Pure. */
import type { CartesianOption, ChartBand, ChartSeries } from './types.ts'

/** First and last category on show, both included. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Fewer categories say nothing about a course. */
const LEAST = 2

/** Whether there are more categories than the least that a stretch has. */
export const canZoom = (count: number): boolean => count > LEAST

const cut = <T>(list: readonly T[] | undefined, { from, to }: Stretch): readonly T[] | undefined =>
  list?.slice(from, to + 1)

/** The option over a stretch of its categories. What stands in no stretch (axes, thresholds) stays. */
export function stretchOf(option: CartesianOption, stretch: Stretch): CartesianOption {
  const { xAxis, series, markArea } = option
  return {
    ...option,
    xAxis: {
      ...xAxis,
      data: xAxis.data.slice(stretch.from, stretch.to + 1),
      ...some('titles', cut(xAxis.titles, stretch)),
      ...some('reference', cut(xAxis.reference, stretch)),
      ...some('reasons', cut(xAxis.reasons, stretch)),
      ...some('notes', cut(xAxis.notes, stretch)),
    },
    series: series.map((one): ChartSeries => ({
      ...one,
      data: one.data.slice(stretch.from, stretch.to + 1),
      ...some('states', cut(one.states, stretch)),
      ...some('slight', cut(one.slight, stretch)),
      ...(one.breaks !== undefined && {
        breaks: new Set([...one.breaks].map((at) => at - stretch.from).filter((at) => at >= 0)),
      }),
    })),
    ...(markArea !== undefined && { markArea: { data: markArea.data.flatMap((band) => bandIn(band, stretch)) } }),
  }
}

const some = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V }

function bandIn(band: ChartBand, { from, to }: Stretch): ChartBand[] {
  if (band.to < from || band.from > to) return []
  return [{ ...band, from: Math.max(band.from, from) - from, to: Math.min(band.to, to) - from }]
}

/**
 * The stretch that shows `factor` times as many categories, around one that keeps its place; null when that is all of
 * them. `at` counts in all categories.
 */
export function zoomed({ from, to }: Stretch, at: number, factor: number, count: number): Stretch | null {
  const shown = to - from + 1
  const wanted = Math.round(Math.max(Math.min(LEAST, count), Math.min(count, shown * factor)))
  if (wanted >= count) return null
  const share = (at - from) / Math.max(1, shown - 1)
  const begin = Math.max(0, Math.min(count - wanted, Math.round(at - share * (wanted - 1))))
  return { from: begin, to: begin + wanted - 1 }
}

/** A stretch that was marked; null when it is all there is, or too little to be one. */
export const marked = (one: number, other: number, count: number): Stretch | null =>
  Math.abs(one - other) + 1 < LEAST || Math.abs(one - other) + 1 >= count
    ? null
    : { from: Math.min(one, other), to: Math.max(one, other) }
