/** The grid of counts of very many points: a box for each cell that has some. Pure. */
import type { ScatterSeriesOption } from 'echarts/charts'
import { hatched } from '#ui/chart/hatch.ts'
import { type Box, spotsOf } from '#ui/chart/items.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { shadeOf } from '../lib/item-charts/shades.ts'
import type { Density } from './density.ts'
import { COMMON, type Plane } from './plane.ts'

export function cellsOf({ cells, xStep, yStep, most }: Density, { x, y }: Plane) {
  const boxes = cells.map((cell) => boxOf(x.at(cell.x), x.at(cell.x + xStep), y.at(cell.y + yStep), y.at(cell.y)))
  return {
    spots: spotsOf(boxes),
    series: (theme: ChartTheme): ScatterSeriesOption => ({
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
    }),
  }
}

/** A hairline of ground between two cells, where they are wide enough for it. */
function boxOf(left: number, right: number, top: number, bottom: number): Box {
  const [wide, tall] = [right - left, bottom - top]
  const gap = Math.min(wide, tall) < 5 ? 0 : 1
  return { x: left + gap / 2, y: top + gap / 2, width: wide - gap, height: tall - gap }
}
