/** Where everything of a cartesian chart goes, in pixels of its canvas. Pure: no library, no page. */
import type { UiFormat } from '../format.ts'
import { axisLabels } from './axis-labels.ts'
import { axisNotes, NOTE_LINE_PX } from './axis-notes.ts'
import { type Scale, scaleOf } from './scale.ts'
import { extent, markOf } from './series.ts'
import type { ChartNote, ChartSeries, ValueAxis } from './types.ts'
import type { AxisLayout, Layout, Measure } from './plot.ts'

const END_LABELS = 4
const LINE_HEIGHT = 15

export interface LayoutInput {
  width: number
  height: number
  categories: readonly string[]
  series: readonly ChartSeries[]
  axes: readonly ValueAxis[]
  format: UiFormat
  measure: Measure
  /** False where a legend is never wanted: then no end labels either. */
  withNames: boolean
  /** Pixels kept free over the plot. Default 0. */
  headroom?: number
  /** Each category has a band of its own. Default: where there are bars. */
  boundaryGap?: boolean | undefined
  /** Per category, where some are special. */
  notes?: readonly (ChartNote | null)[]
}

export function layoutOf({
  width,
  height,
  categories,
  series,
  axes,
  format,
  measure,
  withNames,
  headroom = 0,
  boundaryGap = false,
  notes = [],
}: LayoutInput): Layout {
  const count = categories.length
  const top = 10 + headroom
  const bottom = Math.max(height - 24 - (notes.some((note) => note !== null) ? NOTE_LINE_PX : 0), top + 10)
  const steps = Math.min(6, Math.max(2, Math.round((bottom - top) / 52)))
  const laid: AxisLayout[] = []
  for (const [index, axis] of axes.entries()) {
    const own = series.filter((one) => (one.yAxisIndex ?? 0) === index)
    const fromZero = own.some((one) => markOf(one) !== 'line' || one.stack !== undefined)
    const first = laid[0]?.scale
    const exactSteps = first === undefined ? undefined : Math.max(1, first.ticks.length - 1)
    const scale = scaleOf({
      ...including(extent(own, count), axis.include),
      fromZero,
      format: axis.format,
      steps,
      max: axis.max,
      exactSteps,
    })
    laid.push({ scale, ...format.axis(axis.format, scale.max, scale.step) })
  }
  const labelWidth = (axis: AxisLayout | undefined) =>
    axis === undefined ? 0 : Math.ceil(Math.max(...axis.scale.ticks.map((tick) => measure(axis.write(tick)))) + 10)
  const left = labelWidth(laid[0])
  const banded = boundaryGap || series.some(({ type }) => type === 'bar') || count === 1
  const names =
    withNames && axes.length === 1 ? endLabels(series, laid[0]?.scale, width, bottom - top) : new Set<string>()
  const nameRoom =
    names.size === 0 ? 0 : Math.ceil(Math.max(...series.map(({ name }) => Math.min(measure(name), 0.28 * width)))) + 12
  const right = width - (laid.length > 1 ? labelWidth(laid[1]) : Math.max(nameRoom, banded ? 2 : 8))
  const room = Math.max(right - left, 1)
  const pitch = banded ? room / Math.max(count, 1) : room / Math.max(count - 1, 1)
  const plot = { left, right, top, bottom }
  const at = (index: number) => xOf({ plot, banded, pitch }, index)
  const labels = axisLabels(categories, { width, pitch, xOf: at }, measure)
  return {
    width,
    height,
    plot,
    axes: laid,
    banded,
    pitch,
    labels,
    notes: axisNotes(notes, { pitch, xOf: at }, measure),
    endLabels: names,
  }
}

const including = ({ low, high }: { low: number; high: number }, values: readonly number[] = []) => ({
  low: Math.min(low, ...values),
  high: Math.max(high, ...values),
})

/**
 * Lines may be named at their ends when they are few, the chart is wide, and the names would not stand on each other.
 */
function endLabels(
  series: readonly ChartSeries[],
  scale: Scale | undefined,
  width: number,
  height: number,
): Set<string> {
  const none = new Set<string>()
  if (scale === undefined || series.length < 2 || series.length > END_LABELS || width < 440) return none
  if (series.some(({ type, stack }) => type === 'bar' || stack !== undefined)) return none
  const ends: number[] = []
  for (const { data } of series) {
    const last = data.at(-1) ?? null
    if (last === null) return none
    ends.push(((last - scale.min) / (scale.max - scale.min)) * height)
  }
  ends.sort((a, b) => a - b)
  for (let index = 1; index < ends.length; index++)
    if ((ends[index] ?? 0) - (ends[index - 1] ?? 0) < LINE_HEIGHT) return none
  return new Set(series.map(({ id }) => id))
}

/** Middle of a category. */
export function xOf({ plot, banded, pitch }: Pick<Layout, 'plot' | 'banded' | 'pitch'>, index: number): number {
  return banded ? plot.left + (index + 0.5) * pitch : plot.left + index * pitch
}

/** The axis a series is read against: a second one only where there are two. */
export const axisOf = ({ yAxisIndex = 0 }: Pick<ChartSeries, 'yAxisIndex'>, { axes }: Pick<Layout, 'axes'>): number =>
  Math.min(yAxisIndex, Math.max(0, axes.length - 1))

/** Height of a value on an axis. */
export function yOf({ plot, axes }: Layout, axis: number, value: number): number {
  const scale = axes[axis]?.scale
  if (scale === undefined) return plot.bottom
  return plot.bottom - ((value - scale.min) / (scale.max - scale.min)) * (plot.bottom - plot.top)
}

/** Category under a pixel; null outside of the plot. */
export function indexAt(layout: Layout, count: number, x: number, y: number): number | null {
  const { plot, banded, pitch } = layout
  if (count === 0 || y < 0 || y > layout.height || x < plot.left - 12 || x > plot.right + 12) return null
  const at = banded ? Math.floor((x - plot.left) / pitch) : Math.round((x - plot.left) / pitch)
  return Math.min(count - 1, Math.max(0, at))
}
