/** The steps as bars that lie and begin where the one before has ended, one for each row of the list. Pure. */
import type { ComposeOption } from 'echarts/core'
import { CustomChart } from 'echarts/charts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { GridComponentOption } from 'echarts/components'
import { register } from '#ui/chart/library.ts'
import type { ChartTheme } from '#ui/chart/theme.ts'
import type { Step, WaterfallProjection } from './model.ts'

register([CustomChart])

export type StepsOption = ComposeOption<CustomSeriesOption | GridComponentOption>

/** Colours in the place of the palette. */
export const TONES = ['var(--tone-0)', 'var(--good)', 'var(--bad-solid)', 'var(--line-strong)']
const [TOTAL, GOOD, BAD, LINK] = [0, 1, 2, 3]

/** Part of a row that its bar fills. */
const FILLED = 0.6
/** A bar is never less than this, in pixels. */
const LEAST_PX = 2
/** Where the begin of a total lies out of sight, its bar is torn here. */
const TORN_PX = [8, 14]

export function waterfallOption(projection: WaterfallProjection, theme: ChartTheme): StepsOption {
  const { steps } = projection
  const [low, high] = viewOf(projection)
  const tone = (at: number) => theme.tones[at] ?? theme.others
  const held = (value: number) => Math.max(low, Math.min(high, value))
  const colourOf = ({ kind, judgement }: Step) =>
    judgement === 'good' ? tone(GOOD) : judgement === 'bad' ? tone(BAD) : kind === 'total' ? tone(TOTAL) : theme.others
  return {
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: { type: 'value', min: low, max: high, show: false },
    yAxis: { type: 'category', inverse: true, data: steps.map((_, row) => String(row)), show: false },
    series: [
      {
        id: 'steps',
        type: 'custom',
        silent: true,
        clip: false,
        encode: { x: [0, 1], y: 2 },
        data: steps.flatMap(({ value, from, to }, row) => (value === null ? [] : [[held(from), held(to), row]])),
        renderItem: (_params, api) => {
          const row = Number(api.value(2))
          const step = steps[row]
          const [x1 = 0, y = 0] = api.coord([api.value(0), row])
          const [x2 = 0] = api.coord([api.value(1), row])
          const [, band = 0] = (api.size?.([0, 1]) ?? []) as number[]
          if (step === undefined) return { type: 'group', children: [] }
          const tall = FILLED * band
          const colour = colourOf(step)
          const isOpen = ['partial', 'settling', 'estimated'].includes(step.state) || step.isUneven
          const line = (from: readonly [number, number], to: readonly [number, number], style: object) => ({
            type: 'line' as const,
            shape: { x1: from[0], y1: from[1], x2: to[0], y2: to[1] },
            style,
          })
          return {
            type: 'group',
            children: [
              {
                type: 'rect',
                shape: {
                  x: Math.min(x1, x2),
                  y: y - tall / 2,
                  width: Math.max(LEAST_PX, Math.abs(x2 - x1)),
                  height: tall,
                  r: 2,
                },
                style: {
                  fill: colour,
                  ...(isOpen && { fillOpacity: 0.45, stroke: colour, lineWidth: 1, lineDash: [3, 2] }),
                },
              },
              ...(step.kind === 'total' && low > 0
                ? TORN_PX.map((at) =>
                    line([at + 4, y - 0.36 * band], [at, y + 0.36 * band], { stroke: theme.background, lineWidth: 3 }),
                  )
                : []),
              ...(row + 1 < steps.length
                ? [
                    line([x2, y + tall / 2], [x2, y + band - tall / 2], {
                      stroke: tone(LINK),
                      lineWidth: 1,
                      lineDash: [2, 2],
                    }),
                  ]
                : []),
            ],
          }
        },
      },
    ],
  }
}

/**
 * Totals are far larger than what changes them: their bars then begin beyond the view, and their begin is drawn torn.
 */
export function viewOf({ steps, isDifference }: Pick<WaterfallProjection, 'steps' | 'isDifference'>): [number, number] {
  const ends = steps.flatMap(({ kind, from, to }) => (kind === 'total' && isDifference ? [to] : [from, to]))
  const [low, high] = ends.reduce(([a, b], end) => [Math.min(a, end), Math.max(b, end)], [Infinity, -Infinity])
  if (!Number.isFinite(low)) return [0, 1]
  if (!isDifference || low <= 0 || high - low > 0.35 * high) return [Math.min(0, low), Math.max(0, high) || 1]
  const pad = (high - low) * 0.35 || Math.abs(high) * 0.1 || 1
  return [low - pad, high + pad * 0.2]
}
