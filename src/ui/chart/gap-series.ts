/**
 * Gaps as the library takes them: a quiet hatched band where nothing came, a cross on the axis where a figure would
 * stand. Never a zero. Pure.
 */
import type { BarSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { BarChart, ScatterChart } from 'echarts/charts'
import { type GapMark, MAX_BAND } from './gaps.ts'
import { hatched } from './hatch.ts'
import { xOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { register } from './library.ts'
import type { ChartTheme } from './theme.ts'

register([BarChart, ScatterChart])

const CROSS = 'path://M-1 -1L1 1M-1 1L1 -1'
/** Between a cross and the axis, in pixels. */
const ABOVE = 5

/** Half of a cross. */
const crossSize = ({ pitch }: Layout) => Math.min(3.5, Math.max(2, pitch / 4))

/**
 * Axes of a grid that lies under the other one, where bars are as high as the plot and no neighbours of the others.
 * Bars at its ends are cut: making room for them would move all others.
 */
export const gapAxes = (categories: readonly string[], banded: boolean, gridIndex: number) => ({
  x: {
    type: 'category' as const,
    gridIndex,
    data: [...categories],
    boundaryGap: banded,
    containShape: false,
    show: false,
  },
  y: { type: 'value' as const, gridIndex, min: 0, max: 1, show: false },
})

export interface GapPlace {
  readonly layout: Layout
  readonly theme: ChartTheme
  /** Numbers of the axes of `gapAxes`. */
  readonly xAxisIndex: number
  readonly yAxisIndex: number
}

/** Widths of bands by their edges: at the ends of a plot the grid cuts them. */
export function gapSeries(
  marks: readonly GapMark[],
  { layout, theme, xAxisIndex, yAxisIndex }: GapPlace,
): (BarSeriesOption | ScatterSeriesOption)[] {
  const { plot } = layout
  const scale = layout.axes[0]?.scale ?? { min: 0, max: 1 }
  const size = crossSize(layout)
  const above = (size + ABOVE) / Math.max(1, plot.bottom - plot.top)
  return [
    {
      id: 'gaps:bands',
      type: 'bar',
      silent: true,
      z: 1,
      xAxisIndex,
      yAxisIndex,
      barWidth: Math.min(layout.pitch, MAX_BAND),
      itemStyle: hatched({ ground: theme.background, stripes: theme.gridLine }),
      data: marks.flatMap(({ index, band }) => (band === null ? [] : [[index, 1]])),
    },
    {
      id: 'gaps:crosses',
      type: 'scatter',
      silent: true,
      clip: false,
      z: 1,
      symbol: CROSS,
      symbolSize: 2 * size,
      itemStyle: { color: 'transparent', borderColor: theme.gap, borderWidth: 1.5, borderCap: 'round' },
      data: marks.flatMap(({ index, crosses }) =>
        crosses.map((x) => ({
          value: [index, scale.min + above * (scale.max - scale.min)],
          symbolOffset: [x - xOf(layout, index), 0],
        })),
      ),
    },
  ]
}
