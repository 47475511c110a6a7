/**
 * Gaps as the library takes them: a quiet hatched band where nothing came, a cross on the axis where a figure would
 * stand. Never a zero. Pure.
 */
import type { ScatterSeriesOption } from 'echarts/charts'
import { ScatterChart } from 'echarts/charts'
import type { GapMark } from './gaps.ts'
import { hatched } from './hatch.ts'
import { type Layout, xOf } from './layout.ts'
import { register } from './library.ts'
import type { ChartTheme } from './theme.ts'

register([ScatterChart])

const CROSS = 'path://M-1 -1L1 1M-1 1L1 -1'
/** Between a cross and the axis, in pixels. */
const ABOVE = 5

/** Half of a cross. */
const crossSize = ({ pitch }: Layout) => Math.min(3.5, Math.max(2, pitch / 4))

/** Marks stand on the first axis: bands from top to bottom, crosses just above the lower end. */
export function gapSeries(marks: readonly GapMark[], layout: Layout, theme: ChartTheme): ScatterSeriesOption[] {
  if (marks.length === 0) return []
  const { plot } = layout
  const scale = layout.axes[0]?.scale ?? { min: 0, max: 1 }
  const height = plot.bottom - plot.top
  const valueAt = (above: number) => scale.min + (above / Math.max(1, height)) * (scale.max - scale.min)
  const size = crossSize(layout)
  const common = { type: 'scatter' as const, silent: true, clip: false }
  return [
    {
      ...common,
      id: 'gaps:bands',
      z: 1,
      symbol: 'rect',
      itemStyle: { ...hatched({ ground: theme.background, stripes: theme.gridLine }), borderWidth: 0 },
      data: marks.flatMap(({ index, band }) =>
        band === null
          ? []
          : [
              {
                value: [index, valueAt(height / 2)],
                symbolSize: [band.width, height],
                symbolOffset: [band.x + band.width / 2 - xOf(layout, index), 0],
              },
            ],
      ),
    },
    {
      ...common,
      id: 'gaps:crosses',
      z: 1,
      symbol: CROSS,
      symbolSize: 2 * size,
      itemStyle: { color: 'transparent', borderColor: theme.gap, borderWidth: 1.5, borderCap: 'round' },
      data: marks.flatMap(({ index, crosses }) =>
        crosses.map((x) => ({
          value: [index, valueAt(size + ABOVE)],
          symbolOffset: [x - xOf(layout, index), 0],
        })),
      ),
    },
  ]
}
