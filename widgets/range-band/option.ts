/** The three figures as lines, and what lies between the outer two as a band or as a bar a step. Pure. */
import { CustomChart } from 'echarts/charts'
import type { CustomSeriesOption } from 'echarts/charts'
import type { ProjectionContext } from '#engine/types'
import type { CartesianOption } from '#ui'
import { stripesOf } from '#ui/chart/hatch.ts'
import { xOf, yOf } from '#ui/chart/layout.ts'
import type { Layout } from '#ui/chart/plot.ts'
import { register } from '#ui/chart/library.ts'
import { isUnsureAt, valueAt } from '#ui/chart/series.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import type { ChartSeries } from '#ui/chart/types.ts'
import { chartSeries } from '../lib/chart-data.ts'
import { dayAxis } from '../lib/day-labels.ts'
import type { RangeBandOptions } from './generated/options.ts'
import type { BandProjection } from './model.ts'

register([CustomChart])

export function bandOption(
  projection: BandProjection,
  { look }: Pick<Required<RangeBandOptions>, 'look'>,
  { width, context }: { width: number; context: Pick<ProjectionContext, 'locale'> },
): CartesianOption {
  const { steps, field, title } = projection
  return {
    xAxis: {
      ...dayAxis(
        steps.map(({ day }) => day),
        context.locale,
        width,
      ),
      reasons: steps.map(({ reason }) => reason),
      boundaryGap: look === 'bars',
    },
    yAxis: [{ format: field.format, name: title }],
    series: chartSeries(projection).map((one) =>
      one.id === 'mean' ? one : { ...one, width: look === 'bars' ? 0 : 1 },
    ),
    under: (shown, layout, theme) => between(shown, layout, theme, look),
  }
}

/** Part of its colour that what lies between has. */
const FILL = 0.16
/** A bar is as wide as this part of its step, and no wider. */
const [BAR, MAX_BAR_PX] = [0.5, 18]

export interface Piece {
  readonly from: number
  readonly to: number
  readonly isOpen: boolean
}

/** Stretches in which both ends are known; each step that may still change is a separate one. */
export function piecesOf(least: ChartSeries, most: ChartSeries, isBars: boolean): Piece[] {
  const pieces: Piece[] = []
  const count = Math.min(least.data.length, most.data.length)
  const isThere = (at: number) => at >= 0 && at < count && valueAt(least, at) !== null && valueAt(most, at) !== null
  const isOpen = (at: number) => isUnsureAt(least, at) || isUnsureAt(most, at)
  if (isBars) {
    for (let at = 0; at < count; at++) if (isThere(at)) pieces.push({ from: at, to: at, isOpen: isOpen(at) })
    return pieces
  }
  for (let at = 0; at < count; at++) {
    if (!isThere(at)) continue
    if (!isThere(at + 1)) {
      // Without a neighbour it would be a line of no width.
      if (!isThere(at - 1)) pieces.push({ from: at, to: at, isOpen: isOpen(at) })
      continue
    }
    const open = isOpen(at) || isOpen(at + 1)
    const last = pieces.at(-1)
    if (last !== undefined && last.to === at && last.isOpen === open && last.from < at)
      pieces[pieces.length - 1] = { ...last, to: at + 1 }
    else pieces.push({ from: at, to: at + 1, isOpen: open })
  }
  return pieces
}

function between(
  shown: readonly ChartSeries[],
  layout: Layout,
  theme: ChartTheme,
  look: RangeBandOptions['look'],
): CustomSeriesOption[] {
  const [least, most] = ['least', 'most'].map((id) => shown.find((one) => one.id === id))
  if (least === undefined || most === undefined) return []
  const pieces = piecesOf(least, most, look === 'bars')
  const colour = toneOf(theme, least.tone)
  const at = (one: ChartSeries, index: number): [number, number] => [
    xOf(layout, index),
    yOf(layout, 0, valueAt(one, index) ?? 0),
  ]
  const wide = Math.min(MAX_BAR_PX, BAR * layout.pitch)
  return [
    {
      id: 'between',
      type: 'custom',
      silent: true,
      z: 2,
      clip: false,
      data: pieces.map(({ from }) => [from, valueAt(least, from) ?? 0]),
      renderItem: ({ dataIndex }) => {
        const piece = pieces[dataIndex]
        if (piece === undefined) return null
        const { from, to, isOpen } = piece
        const style = isOpen
          ? { fill: 'transparent', opacity: 2.5 * FILL, decal: stripesOf(colour) }
          : { fill: colour, opacity: look === 'bars' ? 2 * FILL : FILL }
        if (from === to) {
          const [[x, low], [, high]] = [at(least, from), at(most, from)]
          return {
            type: 'rect',
            shape: { x: x - wide / 2, y: high, width: wide, height: Math.max(1, low - high), r: 2 },
            style,
          }
        }
        const steps = Array.from({ length: to - from + 1 }, (_, n) => from + n)
        return {
          type: 'polygon',
          shape: {
            points: [...steps.map((index) => at(most, index)), ...steps.toReversed().map((index) => at(least, index))],
          },
          style,
        }
      },
    },
  ]
}
