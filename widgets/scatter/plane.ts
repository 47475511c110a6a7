/** The two value axes of the cloud: their places and their labels. Pure. */
import type { GridComponentOption, TitleComponentOption } from 'echarts/components'
import type { ScatterSeriesOption } from 'echarts/charts'
import type { UiFormat } from '#ui'
import type { Area } from '#ui/chart/names.ts'
import { type Scale, scaleOf } from '#ui/chart/scale.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { Density } from './density.ts'
import type { ScatterProjection } from './model.ts'

/** Shared by all drawings of points. */
export const COMMON: ScatterSeriesOption = { type: 'scatter', silent: true, clip: false, progressive: 0, z: 4 }
const TOP_PX = 26
const BOTTOM_PX = 38

interface PlaneInput {
  readonly projection: ScatterProjection
  readonly width: number
  readonly height: number
  readonly measure: (text: string) => number
  readonly format: UiFormat
}

interface Axis {
  readonly scale: Scale
  readonly write: (value: number) => string
  readonly title: string
  /** The pixel of a value. */
  readonly at: (value: number) => number
}

export interface Plane {
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }
  readonly x: Axis
  readonly y: Axis
}

export function planeOf({ projection, width, height, measure, format }: PlaneInput): Plane {
  const { points, x, y, density } = projection
  const [xs, ys] = density === null ? [extentOf(points, 'x'), extentOf(points, 'y')] : edgesOf(density)
  const yScale = scaleOf({
    ...ys,
    fromZero: false,
    format: y.format,
    steps: Math.max(2, Math.round((height - TOP_PX - BOTTOM_PX + 14) / 52)),
  })
  const yAxis = format.axis(y.format, yScale.max, yScale.step)
  const left = Math.ceil(Math.max(...yScale.ticks.map((tick) => measure(yAxis.write(tick))))) + 10
  const plot = {
    left,
    right: Math.max(left + 1, width - 14),
    top: TOP_PX,
    bottom: Math.max(TOP_PX + 10, height - BOTTOM_PX),
  }
  const xScale = scaleOf({
    ...xs,
    fromZero: false,
    format: x.format,
    steps: Math.max(2, Math.round((plot.right - plot.left) / 90)),
  })
  const xAxis = format.axis(x.format, xScale.max, xScale.step)
  const titled = (...words: readonly (string | undefined)[]) => words.filter(Boolean).join(', ')
  return {
    plot,
    x: {
      scale: xScale,
      write: xAxis.write,
      title: titled(x.label, xAxis.unit),
      at: (value) => plot.left + share(value, xScale) * (plot.right - plot.left),
    },
    y: {
      scale: yScale,
      write: yAxis.write,
      title: titled(y.label, yAxis.unit),
      at: (value) => plot.bottom - share(value, yScale) * (plot.bottom - plot.top),
    },
  }
}

/** Titles, grid and axes. */
export function planeOption(
  { plot, x, y }: Plane,
  { width, measure }: Pick<PlaneInput, 'width' | 'measure'>,
  theme: ChartTheme,
) {
  const across = axisOf(x)
  // The last number of the axis across is at the edge of the widget.
  const last = x.scale.ticks.at(-1) ?? 0
  const wouldLeave = x.at(last) + measure(x.write(last)) / 2 > width - 2
  return {
    title: [
      { ...titleOf(y.title, theme, width), left: 0, top: 0 },
      { ...titleOf(x.title, theme, plot.right), left: plot.right, bottom: 0, textAlign: 'right' as const },
    ],
    grid: {
      left: plot.left,
      top: plot.top,
      width: plot.right - plot.left,
      height: plot.bottom - plot.top,
    } satisfies GridComponentOption,
    xAxis: {
      ...across,
      axisLabel: { ...across.axisLabel, ...(wouldLeave && { alignMaxLabel: 'right' as const }) },
    },
    yAxis: axisOf(y),
  }
}

/** The whole selection, as far as its place is in sight. */
const meansInSight = ({ x, y }: Plane, mean: ScatterProjection['mean']) => {
  const inSight = (value: number | null, { min, max }: Scale) =>
    value !== null && value >= min && value <= max ? [value] : []
  return { x: inSight(mean.x, x.scale), y: inSight(mean.y, y.scale) }
}

/** Where the lines of the means are. */
export function areasOfMeans(plane: Plane, mean: ScatterProjection['mean']): Area[] {
  const seen = meansInSight(plane, mean)
  return [
    ...seen.x.map((value) => ({ ...plane.plot, left: plane.x.at(value), right: plane.x.at(value) })),
    ...seen.y.map((value) => ({ ...plane.plot, top: plane.y.at(value), bottom: plane.y.at(value) })),
  ]
}

/** Lines at the place of the whole selection. */
export function meanLines(
  plane: Plane,
  mean: ScatterProjection['mean'],
  theme: ChartTheme,
): NonNullable<ScatterSeriesOption['markLine']> {
  const seen = meansInSight(plane, mean)
  return {
    silent: true,
    z: 2,
    symbol: 'none',
    label: { show: false },
    lineStyle: { color: theme.muted, width: 1, type: [5, 4] },
    data: [...seen.x.map((value) => ({ xAxis: value })), ...seen.y.map((value) => ({ yAxis: value }))],
  }
}

const share = (value: number, { min, max }: Scale) => (value - min) / (max - min || 1)

function axisOf({ scale, write }: Axis) {
  const ticks = [...scale.ticks]
  return {
    type: 'value' as const,
    min: scale.min,
    max: scale.max,
    interval: scale.step,
    axisLine: { show: true, onZero: false },
    axisTick: { customValues: ticks },
    axisLabel: { customValues: ticks, formatter: write },
  }
}

/** Of all cells, across and up. */
const edgesOf = ({ cells, xStep, yStep }: Density) =>
  (
    [
      ['x', xStep],
      ['y', yStep],
    ] as const
  ).map(([of, step]) =>
    cells.reduce(({ low, high }, cell) => ({ low: Math.min(low, cell[of]), high: Math.max(high, cell[of] + step) }), {
      low: Infinity,
      high: -Infinity,
    }),
  ) as [{ low: number; high: number }, { low: number; high: number }]

/** Of a measure, over the points and their places before. */
const extentOf = (points: ScatterProjection['points'], of: 'x' | 'y') =>
  points.reduce(
    ({ low, high }, point) => {
      const ends = [point[of], ...(point.before === null ? [] : [point.before[of]])]
      return { low: Math.min(low, ...ends), high: Math.max(high, ...ends) }
    },
    { low: Infinity, high: -Infinity },
  )

const titleOf = (text: string, { muted, fontSize }: ChartTheme, width: number): TitleComponentOption => ({
  text,
  padding: 0,
  textStyle: {
    color: muted,
    fontSize,
    fontWeight: 420,
    lineHeight: 16,
    width: Math.max(1, width),
    overflow: 'truncate',
  },
})
