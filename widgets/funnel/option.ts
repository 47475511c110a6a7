/** The bars of each stage, at the foot of its row in the list. Pure. */
import type { ComposeOption } from 'echarts/core'
import { BarChart } from 'echarts/charts'
import type { BarSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import { register } from '#ui/chart/library.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import type { FunnelProjection } from './model.ts'

register([BarChart])

export type StagesOption = ComposeOption<BarSeriesOption | GridComponentOption>

const BAR_PX = 14
const BEFORE_PX = 5
const BETWEEN_PX = 1

export function funnelOption(
  { stages, withReference, max }: Pick<FunnelProjection, 'stages' | 'withReference' | 'max'>,
  { height, first }: { readonly height: number; readonly first: number },
  theme: ChartTheme,
): StagesOption {
  const bars = withReference ? BAR_PX + BETWEEN_PX + BEFORE_PX : BAR_PX
  const band = stages.length > 1 ? Math.max(1, (height - first) / (stages.length - 1)) : height
  const [colour, pale] = [toneOf(theme, 0), toneOf(theme, 0, 'reference')]
  const bar = (id: string, width: number, values: readonly (number | null)[], itemStyle: object): BarSeriesOption => ({
    id,
    type: 'bar',
    silent: true,
    clip: false,
    barWidth: width,
    barGap: `${(100 * BETWEEN_PX) / BAR_PX}%`,
    itemStyle: { borderRadius: 2, ...itemStyle },
    data: values.map((value) => (value === null || value <= 0 ? '-' : value)),
  })
  return {
    // Categories have their bars in their middle, the rows at their foot; the first row has no rate above it.
    grid: { left: 0, right: 1, top: first - bars / 2 - band / 2, height: band * Math.max(1, stages.length) },
    xAxis: { type: 'value', min: 0, max: max > 0 ? max : 1, show: false },
    yAxis: { type: 'category', inverse: true, data: stages.map((_, at) => String(at)), show: false },
    series: [
      bar(
        'comparing',
        BAR_PX,
        stages.map(({ value }) => value),
        { color: colour },
      ),
      ...(withReference
        ? [
            bar(
              'reference',
              BEFORE_PX,
              stages.map(({ reference }) => reference),
              { color: pale, borderColor: colour, borderWidth: 0.75 },
            ),
          ]
        : []),
    ],
  }
}
