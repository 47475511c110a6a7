/** The cloud as a scatter on two axes of values: lines of the whole, traces from before, names where they fit. Pure. */
import type { ComposeOption } from 'echarts/core'
import { LinesChart, ScatterChart } from 'echarts/charts'
import type { LinesSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import { MarkLineComponent, TitleComponent } from 'echarts/components'
import type { GridComponentOption, TitleComponentOption } from 'echarts/components'
import type { UiFormat } from '#ui'
import type { Drawn } from '#ui/chart/chart.tsx'
import { register } from '#ui/chart/library.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import { cellsOf } from './cells.ts'
import { dotsOf } from './dots.ts'
import type { ScatterProjection } from './model.ts'
import { areasOfMeans, COMMON, meanLines, planeOf, planeOption } from './plane.ts'

register([ScatterChart, LinesChart, MarkLineComponent, TitleComponent])

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

export function drawScatter({ withNames, withMeans, ...input }: CloudInput): Drawn {
  const { projection, width, measure } = input
  const { points, mean, density } = projection
  const plane = planeOf(input)
  /** Nothing is drawn of it but the lines. */
  const means = (theme: ChartTheme): ScatterSeriesOption => ({
    ...COMMON,
    id: 'means',
    z: density === null ? 2 : 5,
    data: [],
    ...(withMeans && { markLine: meanLines(plane, mean, theme) }),
  })
  if (density !== null) {
    const { series, spots } = cellsOf(density, plane)
    const option = (theme: ChartTheme): CloudOption => ({
      ...planeOption(plane, input, theme),
      series: [means(theme), series(theme)],
    })
    return { option, spots }
  }
  const { traces, dots, spots } = dotsOf({
    points,
    plane,
    width,
    measure,
    withNames,
    lines: withMeans ? areasOfMeans(plane, mean) : [],
  })
  const option = (theme: ChartTheme): CloudOption => ({
    ...planeOption(plane, input, theme),
    series: [...traces(theme), means(theme), ...dots(theme)],
  })
  return { option, spots }
}
