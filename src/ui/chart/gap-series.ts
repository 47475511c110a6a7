/**
 * Gaps as the library takes them: a quiet hatched band where nothing came, a cross on the axis where a figure would
 * stand. Never a zero. Pure.
 */
import type { CustomSeriesOption } from 'echarts/charts'
import { CustomChart } from 'echarts/charts'
import type { GapMark } from './gaps.ts'
import { stripesOf } from './hatch.ts'
import type { Layout } from './layout.ts'
import { register } from './library.ts'
import type { ChartTheme } from './theme.ts'

register([CustomChart])

/** Size and height of the crosses. */
const crossSize = ({ pitch }: Layout) => Math.min(3.5, Math.max(2, pitch / 4))

export function gapSeries(marks: readonly GapMark[], layout: Layout, theme: ChartTheme): CustomSeriesOption[] {
  if (marks.length === 0) return []
  const { plot } = layout
  const size = crossSize(layout)
  const y = plot.bottom - size - 5
  const cross = (x: number) => ({
    type: 'path' as const,
    shape: {
      pathData: `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`,
    },
    style: { stroke: theme.gap, lineWidth: 1.5, fill: 'none', lineCap: 'round' as const },
  })
  const band = ({ x, width }: NonNullable<GapMark['band']>) => ({
    type: 'rect' as const,
    shape: { x, y: plot.top, width, height: plot.bottom - plot.top },
    style: { fill: theme.background, decal: stripesOf(theme.gridLine) },
  })
  return [
    {
      id: 'gaps',
      type: 'custom',
      silent: true,
      z: 1,
      data: marks.map(({ index }) => [index, 0]),
      renderItem: ({ dataIndex }) => {
        const mark = marks[dataIndex]
        return {
          type: 'group',
          children:
            mark === undefined ? [] : [...(mark.band === null ? [] : [band(mark.band)]), ...mark.crosses.map(cross)],
        }
      },
    },
  ]
}
