/**
 * A chart over categories as one option: axes, grid lines, bars, lines, gaps and names. Pure: knows no page. Where
 * things stand is said by the layout, because tooltip, keys and marks of the page stand there too.
 */
import type { ComposeOption } from 'echarts/core'
import type { BarSeriesOption, CustomSeriesOption, LineSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import { NOTE_LINE_PX } from './axis-notes.ts'
import { barSeries } from './bar-series.ts'
import { gapAxes, gapSeries } from './gap-series.ts'
import { gapMarks } from './gaps.ts'
import type { Layout } from './plot.ts'
import { lineSeries } from './line-series.ts'
import { spansOf } from './series.ts'
import type { ChartTheme } from './theme.ts'
import type { CartesianOption, ChartSeries } from './types.ts'

export type LibraryOption = ComposeOption<
  BarSeriesOption | LineSeriesOption | ScatterSeriesOption | CustomSeriesOption | GridComponentOption
>

export interface LibraryInput {
  readonly categories: readonly string[]
  readonly series: readonly ChartSeries[]
  readonly layout: Layout
  readonly theme: ChartTheme
  readonly under?: CartesianOption['under']
}

/** Between an axis and its names, in pixels. */
const BELOW = 9

export function libraryOption({ categories, series, layout, theme, under }: LibraryInput): LibraryOption {
  const spans = spansOf(series, categories.length)
  const { plot } = layout
  const grid = {
    left: plot.left,
    top: plot.top,
    width: Math.max(0, plot.right - plot.left),
    height: plot.bottom - plot.top,
  }
  const xAxes = categoryAxes(categories, layout)
  const yAxes = layout.axes.map(valueAxis)
  const gaps = gapMarks(series, categories.length, layout)
  const below = gaps.length === 0 ? null : gapAxes(categories, layout.banded, 1)
  return {
    grid: below === null ? [grid] : [grid, grid],
    xAxis: below === null ? xAxes : [...xAxes, below.x],
    yAxis: below === null ? yAxes : [...yAxes, below.y],
    series: [
      ...(below === null ? [] : gapSeries(gaps, { layout, theme, xAxisIndex: xAxes.length, yAxisIndex: yAxes.length })),
      ...(under?.(series, layout, theme) ?? []),
      ...series.filter(({ type }) => type === 'bar').flatMap((one) => barSeries(one, series, layout, theme)),
      ...series.filter(({ type }) => type !== 'bar').flatMap((one) => lineSeries(one, spans, layout, theme)),
    ],
  }
}

type Axes = Extract<NonNullable<LibraryOption['xAxis']>, readonly unknown[]>

/** Names below the plot, a line at zero, and where days are special a line of words under the names. */
function categoryAxes(categories: readonly string[], layout: Layout): Axes {
  const data = [...categories]
  const bare = {
    type: 'category' as const,
    boundaryGap: layout.banded,
  }
  const words = (customValues: number[], margin: number) => ({
    show: true,
    margin,
    customValues,
  })
  const first = layout.labels[0]
  const last = layout.labels.at(-1)
  const at = Object.fromEntries(layout.notes.map(({ index, text }) => [index, text ?? '•']))
  return [
    {
      ...bare,
      data,
      position: 'bottom',
      axisLine: { onZero: false },
      axisLabel: {
        ...words(
          layout.labels.map(({ index }) => index),
          BELOW,
        ),
        ...(first?.isMoved && { alignMinLabel: 'left' as const }),
        ...(last?.isMoved && { alignMaxLabel: 'right' as const }),
      },
    },
    {
      ...bare,
      data,
      position: 'bottom',
      axisLine: { show: true, onZero: true },
      axisLabel: { show: false },
    },
    ...(layout.notes.length === 0
      ? []
      : [
          {
            ...bare,
            data: data.map((_, index) => at[index] ?? ''),
            position: 'bottom' as const,
            axisLine: { onZero: false },
            axisLabel: words(
              layout.notes.map(({ index }) => index),
              BELOW + NOTE_LINE_PX,
            ),
          },
        ]),
  ]
}

function valueAxis(
  { scale, write }: Layout['axes'][number],
  index: number,
): Extract<NonNullable<LibraryOption['yAxis']>, { type?: 'value' }> {
  const ticks = [...scale.ticks]
  return {
    type: 'value',
    position: index === 0 ? 'left' : 'right',
    min: scale.min,
    max: scale.max,
    interval: scale.step,
    axisTick: { customValues: ticks },
    axisLabel: {
      customValues: ticks,
      formatter: (value: number) => write(value),
    },
    splitLine: { show: index === 0 },
  }
}
