/** A ring as a pie of the library. Pure. */
import type { ComposeOption } from 'echarts/core'
import type { PieSeriesOption } from 'echarts/charts'
import { PieChart } from 'echarts/charts'
import type { Ring } from './donut-geometry.ts'
import { hatched } from './hatch.ts'
import { register } from './library.ts'
import { type ChartTheme, toneOf } from './theme.ts'
import type { DonutSlice } from './types.ts'

register([PieChart])

export type DonutOption = ComposeOption<PieSeriesOption>

/** Of parts that are not the one that is read. */
const FADED = 0.35
const ESTIMATED = 0.55

export interface DonutInput {
  readonly slices: readonly DonutSlice[]
  readonly ring: Ring
  /** The slice that is read. */
  readonly active: number | null
}

/** One part for each slice above zero, in the order given, clockwise from the top. */
export function donutOption({ slices, ring: { inner, outer }, active }: DonutInput, theme: ChartTheme): DonutOption {
  return {
    series: [
      {
        type: 'pie',
        silent: true,
        radius: [inner, outer],
        center: [outer + 1, outer + 1],
        label: { show: false },
        labelLine: { show: false },
        emptyCircleStyle: { color: theme.gridLine },
        itemStyle: { borderColor: theme.background, borderWidth: 1.5, borderJoin: 'round' },
        data: slices.flatMap(({ label, value, tone, state }, at) => {
          if (value === null || !(value > 0)) return []
          const colour = toneOf(theme, tone)
          const isUnsure = state === 'partial' || state === 'settling'
          const own = state === 'estimated' ? ESTIMATED : 1
          return [
            {
              name: label,
              value,
              itemStyle: {
                ...hatched(isUnsure ? { ground: theme.background, stripes: colour } : { ground: colour }),
                opacity: active === null || active === at ? own : own * FADED,
              },
            },
          ]
        }),
      },
    ],
  }
}
