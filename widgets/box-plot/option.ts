/** Horizontal boxes, one for each row of the list, on the scale above it. Pure. */
import type { ComposeOption } from 'echarts/core'
import { BoxplotChart, ScatterChart } from 'echarts/charts'
import type { BoxplotSeriesOption, ScatterSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import { register } from '#ui/chart/library.ts'
import type { Scale } from '#ui/chart/scale.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { Box } from './model.ts'

register([BoxplotChart, ScatterChart])

export type BoxesOption = ComposeOption<BoxplotSeriesOption | ScatterSeriesOption | GridComponentOption>

/** Colours in the place of the palette: of the lines, of a box, of one that holds estimates. */
export const TONES = [
  'var(--tone-0)',
  'color-mix(in oklab, var(--tone-0) 30%, var(--raised))',
  'color-mix(in oklab, var(--tone-0) 12%, var(--raised))',
]
const [LINE, BOX, ESTIMATED] = [0, 1, 2]

/** Of fewer values a box would say more than is known. */
export const LEAST_VALUES = 5
/** Parts of a row. */
const [BOX_PART, MEDIAN_PART] = [0.52, 0.6]
const MEDIAN_PX = 3
const NONE = [NaN, NaN, NaN, NaN, NaN]

export function boxesOption(
  boxes: readonly Box[],
  scale: Pick<Scale, 'min' | 'max' | 'ticks'>,
  { height }: { readonly height: number },
  theme: ChartTheme,
): BoxesOption {
  const tone = (at: number) => theme.tones[at] ?? theme.others
  const band = height / Math.max(1, boxes.length)
  const whole = boxes.flatMap((box, row) =>
    box.spread === null || box.values.length < LEAST_VALUES ? [] : [{ ...box, spread: box.spread, row }],
  )
  const dots = boxes.flatMap(({ values, spread }, row) =>
    (values.length < LEAST_VALUES ? values : (spread?.outliers ?? [])).map((value) => [value, row]),
  )
  return {
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: {
      type: 'value',
      min: scale.min,
      max: scale.max,
      axisLabel: { show: false },
      axisTick: { customValues: [...scale.ticks] },
    },
    yAxis: { type: 'category', inverse: true, data: boxes.map((_, row) => String(row)), show: false },
    series: [
      {
        id: 'boxes',
        type: 'boxplot',
        silent: true,
        clip: false,
        boxWidth: [0, BOX_PART * band],
        // Every row has its place; what has no box is none.
        data: boxes.map(({ spread, values, state }) =>
          spread === null || values.length < LEAST_VALUES
            ? { value: NONE }
            : {
                value: [spread.low, spread.q1, spread.median, spread.q3, spread.high],
                itemStyle: {
                  color: tone(state === 'estimated' ? ESTIMATED : BOX),
                  borderColor: tone(LINE),
                  borderWidth: 1.25,
                  ...(state === 'estimated' && { borderType: [2, 2] }),
                },
              },
        ),
      },
      {
        id: 'medians',
        type: 'scatter',
        silent: true,
        clip: false,
        symbol: 'rect',
        symbolSize: [MEDIAN_PX, MEDIAN_PART * band],
        itemStyle: { color: tone(LINE), borderWidth: 0, opacity: 1 },
        z: 3,
        data: whole.map(({ spread, row }) => [spread.median, row]),
      },
      {
        id: 'dots',
        type: 'scatter',
        silent: true,
        clip: false,
        progressive: 0,
        symbolSize: 5.5,
        itemStyle: { color: theme.background, borderColor: tone(LINE), borderWidth: 1.5, opacity: 1 },
        z: 4,
        data: dots,
      },
    ],
  }
}
