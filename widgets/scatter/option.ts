/** The cloud as a scatter on two axes of values: lines of the whole, traces from before, names where they fit. Pure. */
import type { ComposeOption } from 'echarts/core'
import { LinesChart, ScatterChart } from 'echarts/charts'
import type { LinesSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TitleComponent } from 'echarts/components'
import type { GridComponentOption, TitleComponentOption } from 'echarts/components'
import type { UiFormat } from '#ui'
import type { Drawn } from '#ui/chart/chart.tsx'
import { hatched } from '#ui/chart/hatch.ts'
import { spotsOf } from '#ui/chart/items.ts'
import { register } from '#ui/chart/library.ts'
import { BESIDE, sidesOfNames } from '#ui/chart/names.ts'
import { type Scale, scaleOf } from '#ui/chart/scale.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import { shadeOf } from '../lib/item-charts/shades.ts'
import type { Density } from './density.ts'
import type { ScatterProjection } from './model.ts'

register([ScatterChart, LinesChart, GridComponent, MarkLineComponent, TitleComponent])

export type CloudOption = ComposeOption<
  ScatterSeriesOption | LinesSeriesOption | GridComponentOption | TitleComponentOption
>

interface CloudInput {
  readonly projection: ScatterProjection
  readonly width: number
  readonly height: number
  readonly measure: (text: string) => number
  readonly format: UiFormat
  readonly withNames: boolean
  readonly withMeans: boolean
}

const PLAIN_RADIUS = 5
const [LEAST_RADIUS, MOST_RADIUS] = [3, 18]
/** From so many points on they are small and nameless, and painted in one go. */
const CROWD = 400
const REACH_PX = 14
const COMMON: ScatterSeriesOption = { type: 'scatter', silent: true, clip: false, progressive: 0, z: 4 }
const TOP_PX = 26
const BOTTOM_PX = 38

export function drawScatter({
  projection: { points, x, y, mean, density },
  width,
  height,
  measure,
  format,
  withNames,
  withMeans,
}: CloudInput): Drawn {
  const [xs, ys] = density === null ? [extentOf(points, 'x'), extentOf(points, 'y')] : edgesOf(density)
  const plotBottom = Math.max(TOP_PX + 10, height - BOTTOM_PX)
  const yScale = scaleOf({
    ...ys,
    fromZero: false,
    format: y.format,
    steps: Math.max(2, Math.round((height - TOP_PX - BOTTOM_PX + 14) / 52)),
  })
  const yAxis = format.axis(y.format, yScale.max, yScale.step)
  const left = Math.ceil(Math.max(...yScale.ticks.map((tick) => measure(yAxis.write(tick))))) + 10
  const plot = { left, right: Math.max(left + 1, width - 14), top: TOP_PX, bottom: plotBottom }
  const xScale = scaleOf({
    ...xs,
    fromZero: false,
    format: x.format,
    steps: Math.max(2, Math.round((plot.right - plot.left) / 90)),
  })
  const xAxis = format.axis(x.format, xScale.max, xScale.step)
  const share = (value: number, { min, max }: Scale) => (value - min) / (max - min || 1)
  const largest = points.reduce((most, { size }) => Math.max(most, size ?? 0), 0)
  const isCrowd = points.length > CROWD
  // The area stands for the value, so the radius goes with its root.
  const radiusOf = (size: number | null) =>
    isCrowd
      ? 2
      : size === null || largest <= 0
        ? PLAIN_RADIUS
        : Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(Math.max(0, size) / largest))
  const places = points.map((point) => ({
    x: plot.left + share(point.x, xScale) * (plot.right - plot.left),
    y: plot.bottom - share(point.y, yScale) * (plot.bottom - plot.top),
    radius: radiusOf(point.size),
    name: point.name,
  }))
  const pixelOf = (value: number, scale: Scale, from: number, to: number) => from + share(value, scale) * (to - from)
  const boxes = (density?.cells ?? []).map(({ x: across, y: up }) => {
    const [left, right] = [across, across + (density?.xStep ?? 0)].map((one) =>
      pixelOf(one, xScale, plot.left, plot.right),
    )
    const [bottom, top] = [up, up + (density?.yStep ?? 0)].map((one) => pixelOf(one, yScale, plot.bottom, plot.top))
    return boxOf(left ?? 0, right ?? 0, top ?? 0, bottom ?? 0)
  })
  // From left to right, as the keys go.
  const order = points.map((_, at) => at).sort((a, b) => (places[a]?.x ?? 0) - (places[b]?.x ?? 0))
  const rank = new Map(order.map((at, n) => [at, n]))
  const sides =
    withNames && !isCrowd
      ? sidesOfNames(places, { order: order.toReversed(), within: { ...plot, left: left + 2, right: width }, measure })
      : new Map<number, 'left' | 'right'>()
  const [xTitle, yTitle] = [
    [x.label, xAxis.unit],
    [y.label, yAxis.unit],
  ].map((words) => words.filter(Boolean).join(', ')) as [string, string]

  const option = (theme: ChartTheme): CloudOption => {
    const colour = toneOf(theme, 0)
    const trace = toneOf(theme, 0, 'reference', 'line')
    const dotsOf = (chosen: readonly number[]): NonNullable<ScatterSeriesOption['data']> =>
      chosen.map((at) => {
        const { x: across = 0, y: up = 0, name = '', isOpen = false } = points[at] ?? {}
        if (isCrowd) return [across, up]
        const side = sides.get(at)
        return {
          value: [across, up],
          symbolSize: 2 * (places[at]?.radius ?? 0),
          itemStyle: openOrWhole(isOpen),
          label: side === undefined ? { show: false } : { show: true, position: side, formatter: () => name },
        }
      })
    const openOrWhole = (isOpen: boolean) =>
      isOpen
        ? { color: theme.background, borderColor: colour, borderType: [2, 1.5] }
        : { color: colour, borderColor: theme.background }
    const crowd = (isOpen: boolean): ScatterSeriesOption => ({
      ...COMMON,
      id: isOpen ? 'open' : 'whole',
      large: true,
      largeThreshold: CROWD,
      symbolSize: 4,
      itemStyle: {
        opacity: 0.6,
        ...(isOpen ? { ...openOrWhole(true), borderWidth: 1 } : { color: colour, borderWidth: 0 }),
      },
      data: dotsOf(order.filter((at) => points[at]?.isOpen === isOpen)),
    })
    if (density !== null) return { ...around(theme), series: [meansOf(theme), cellsOf(density, theme)] }
    const moved = points.flatMap(({ before, ...now }) => (before === null ? [] : [{ before, now }]))
    return {
      ...around(theme),
      series: [
        ...(moved.length === 0
          ? []
          : [
              {
                id: 'traces',
                type: 'lines',
                coordinateSystem: 'cartesian2d',
                silent: true,
                z: 3,
                progressive: 0,
                large: isCrowd,
                lineStyle: { color: trace, width: 1.25, type: [3, 3], opacity: 1 },
                data: moved.map(({ before, now }) => ({
                  coords: [
                    [before.x, before.y],
                    [now.x, now.y],
                  ],
                })),
              } satisfies LinesSeriesOption,
            ]),
        ...(moved.length === 0 || isCrowd
          ? []
          : [
              {
                ...COMMON,
                id: 'before',
                z: 3,
                symbolSize: 5,
                itemStyle: { color: theme.background, borderColor: trace, borderWidth: 1.25 },
                data: moved.map(({ before }) => [before.x, before.y]),
              } satisfies ScatterSeriesOption,
            ]),
        meansOf(theme),
        ...(isCrowd
          ? [crowd(false), crowd(true)]
          : [
              {
                ...COMMON,
                id: 'points',
                itemStyle: { opacity: 0.9, borderWidth: 1.5 },
                label: {
                  distance: BESIDE,
                  color: theme.text,
                  // A name stands on the ground, whatever line runs there.
                  textBorderColor: theme.background,
                  textBorderWidth: 3,
                },
                // The large ones first, so that small ones stand on them.
                data: dotsOf(order.toSorted((a, b) => (places[b]?.radius ?? 0) - (places[a]?.radius ?? 0))),
              } satisfies ScatterSeriesOption,
            ]),
      ],
    }
  }

  /** Titles, grid and axes. */
  function around(theme: ChartTheme): CloudOption {
    return {
      title: [
        { ...titleOf(yTitle, theme, width), left: 0, top: 0 },
        { ...titleOf(xTitle, theme, plot.right), left: plot.right, bottom: 0, textAlign: 'right' },
      ],
      grid: { left: plot.left, top: plot.top, width: plot.right - plot.left, height: plot.bottom - plot.top },
      xAxis: {
        ...axisOf(xScale, xAxis.write),
        axisLabel: {
          ...axisOf(xScale, xAxis.write).axisLabel,
          ...(wouldLeave(xScale, xAxis.write) && { alignMaxLabel: 'right' as const }),
        },
      },
      yAxis: axisOf(yScale, yAxis.write),
    }
  }

  /** Nothing is drawn of it but the lines. */
  function meansOf(theme: ChartTheme): ScatterSeriesOption {
    return {
      ...COMMON,
      id: 'means',
      z: density === null ? 2 : 5,
      data: [],
      ...(withMeans && { markLine: meanLines(theme) }),
    }
  }

  function cellsOf({ cells, xStep, yStep, most }: Density, theme: ChartTheme): ScatterSeriesOption {
    return {
      ...COMMON,
      id: 'cells',
      symbol: 'rect',
      itemStyle: { borderWidth: 0, opacity: 1 },
      data: cells.map(({ x: across, y: up, count, open }, at) => {
        const fill = theme.tones[shadeOf(Math.log(count), { min: 0, max: Math.log(most) || 1 })] ?? theme.others
        const { width: wide, height: tall } = boxes[at] ?? { width: 0, height: 0 }
        return {
          value: [across + xStep / 2, up + yStep / 2],
          symbolSize: [wide, tall],
          itemStyle: 2 * open > count ? hatched({ ground: theme.background, stripes: fill }) : { color: fill },
        }
      }),
    }
  }

  function axisOf(scale: Scale, write: (value: number) => string) {
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

  /** The last number of the axis across stands at the edge of the widget. */
  function wouldLeave({ ticks }: Scale, write: (value: number) => string): boolean {
    const last = ticks.at(-1) ?? 0
    const at = plot.left + share(last, xScale) * (plot.right - plot.left)
    return at + measure(write(last)) / 2 > width - 2
  }

  function meanLines(theme: ChartTheme): NonNullable<ScatterSeriesOption['markLine']> {
    const inSight = (value: number | null, { min, max }: Scale) => value !== null && value >= min && value <= max
    return {
      silent: true,
      z: 2,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: theme.muted, width: 1, type: [5, 4] },
      data: [
        ...(inSight(mean.x, xScale) ? [{ xAxis: mean.x as number }] : []),
        ...(inSight(mean.y, yScale) ? [{ yAxis: mean.y as number }] : []),
      ],
    }
  }

  if (density !== null) return { option, spots: spotsOf(boxes) }
  return {
    option,
    spots: {
      count: points.length,
      isRound: true,
      boxOf: (spot) => {
        const { x: across = 0, y: up = 0, radius = 0 } = places[spot] ?? {}
        const reach = radius + 3
        return { x: across - reach, y: up - reach, width: 2 * reach, height: 2 * reach }
      },
      spotAt: (at, up) => {
        let best: { spot: number; far: number } | null = null
        for (const [spot, place] of places.entries()) {
          const far = Math.hypot(place.x - at, place.y - up) - place.radius
          if (far < REACH_PX && (best === null || far < best.far)) best = { spot, far }
        }
        return best?.spot ?? null
      },
      step: (spot, direction) =>
        order[(rank.get(spot) ?? 0) + (direction === 'right' || direction === 'up' ? 1 : -1)] ?? null,
    },
  }
}

/** A hair of ground between two cells, where they are wide enough for it. */
function boxOf(left: number, right: number, top: number, bottom: number) {
  const [wide, tall] = [right - left, bottom - top]
  const gap = Math.min(wide, tall) < 5 ? 0 : 1
  return { x: left + gap / 2, y: top + gap / 2, width: wide - gap, height: tall - gap }
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

/** Of a measure, over the points and where they stood before. */
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
