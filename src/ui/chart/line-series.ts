/** Lines and areas as the library takes them: what is sure in one series, what may still change in another. Pure. */
import type { LineSeriesOption } from 'echarts/charts'
import { LineChart } from 'echarts/charts'
import { MarkAreaComponent } from 'echarts/components'
import { axisOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { register } from './library.ts'
import { downsample, linePartsOf, type Runs } from './lines.ts'
import { markOf, type Spans, stackOf } from './series.ts'
import { type ChartTheme, toneOf } from './theme.ts'
import type { ChartSeries } from './types.ts'

register([LineChart, MarkAreaComponent])

/** Part of its colour that an area has: alone, of the reference, in a stack. What may still change has half of it. */
const AREA = { alone: 0.13, reference: 0.06, stacked: 0.82 } as const
/** Points a pixel from which on a line is thinned to the lowest and highest of each. */
const DENSE = 2

type Point = NonNullable<LineSeriesOption['data']>[number]

/** The points of each run one after the other, place and height in turns, and a hole between two runs. */
function packedOf({ at, ends }: Runs, to: Float64Array): Float64Array {
  const packed = new Float64Array(2 * (at.length + Math.max(0, ends.length - 1)))
  let begin = 0
  let next = 0
  for (const end of ends) {
    if (begin > 0) {
      packed[next++] = at[begin] ?? 0
      packed[next++] = Number.NaN
    }
    for (; begin < end; begin++) {
      const index = at[begin] ?? 0
      packed[next++] = index
      packed[next++] = to[index] ?? Number.NaN
    }
  }
  return packed
}

/** The same one by one: for a line of which some points have a look of their own. */
const pointsOf = (packed: Float64Array): Point[] =>
  Array.from({ length: packed.length / 2 }, (_, n) => {
    const height = packed[2 * n + 1] ?? Number.NaN
    return [packed[2 * n] ?? 0, Number.isNaN(height) ? '-' : height]
  })

/**
 * The library takes a list of numbers as it is, where it would copy every point of another one twice. Its types know
 * only lists of points.
 */
const asPoints = (packed: Float64Array) => packed as unknown as Point[]

const stackMates = (one: ChartSeries, all: ReadonlyMap<ChartSeries, Spans>): number =>
  [...all.keys()].filter((other) => other.stack !== undefined && stackOf(other) === stackOf(one)).length

/** Of so many veils over each other, which together let half through. */
const veil = (count: number) => 1 - 0.5 ** (1 / Math.max(1, count))

const runsOf = ({ at, ends }: Runs) =>
  Array.from(ends, (end, n) => ({ from: at[n === 0 ? 0 : (ends[n - 1] ?? 0)] ?? 0, to: at[end - 1] ?? 0 }))

const DOTS = { symbol: 'none', showSymbol: true, showAllSymbol: true } as const

const dot = (index: number, to: Float64Array, symbolSize: number, itemStyle: LineSeriesOption['itemStyle']): Point => ({
  value: [index, to[index] ?? '-'],
  symbol: 'circle',
  symbolSize,
  itemStyle,
})

/**
 * Sure pieces are whole (dashed in the reference period), unsure ones dotted with open points; a point without
 * neighbours is a dot. An area lies under both, in a stack on what it stands on.
 */
export function lineSeries(
  one: ChartSeries,
  all: ReadonlyMap<ChartSeries, Spans>,
  layout: Layout,
  theme: ChartTheme,
): LineSeriesOption[] {
  const spans = all.get(one) ?? { from: new Float64Array(), to: new Float64Array() }
  const isReference = one.period === 'reference'
  const colour = toneOf(theme, one.tone, one.period, 'line')
  const width = one.width ?? (isReference ? 1.75 : 2.25)
  const isEdge = one.width !== undefined
  const parted = linePartsOf(one, spans)
  const { alone, open } = parted
  const room = layout.plot.right - layout.plot.left
  const isDense = spans.to.length > DENSE * room
  const [sure, unsure] = [parted.sure, parted.unsure].map((runs) =>
    isDense ? downsample(runs, spans.to, spans.to.length / Math.max(1, room)) : runs,
  ) as [Runs, Runs]
  const common: LineSeriesOption = {
    type: 'line',
    name: one.name,
    yAxisIndex: axisOf(one, layout),
    silent: true,
    dimensions: ['x', 'y'],
    z: isReference ? 4 : 5,
    // A line that has no dots of its own is not asked for each point whether it has one.
    showSymbol: false,
  }
  const isStacked = one.stack !== undefined
  const withArea = markOf(one) === 'area'
  const opacity = isReference ? AREA.reference : AREA.alone
  const areaStyle = (share: number) =>
    withArea && !isStacked ? { areaStyle: { color: colour, opacity: opacity * share } } : {}
  const endLabel = layout.endLabels.has(one.id)
    ? {
        endLabel: {
          show: true,
          // A text would be a template: names may hold braces.
          formatter: () => one.name,
          distance: 8,
          width: layout.width - layout.plot.right - 8,
          overflow: 'truncate' as const,
          color: isReference ? theme.muted : theme.text,
          fontWeight: isReference ? 420 : 600,
        },
      }
    : {}
  const last = spans.to.length - 1
  const endsOpen = open.includes(last)
  const ring = { color: theme.background, borderColor: colour, borderWidth: 1.5 }
  const disc = { color: colour, borderColor: theme.background, borderWidth: 1.5 }
  const opened = open.length <= room && !isEdge ? open : new Uint32Array()
  const parts: LineSeriesOption[] = []
  if (withArea && isStacked)
    parts.push({
      ...common,
      // It would draw over a hole.
      ...(isDense && !one.data.includes(null) && one.breaks === undefined && { sampling: 'minmax' }),
      id: `${one.id}:area`,
      stack: stackOf(one),
      lineStyle: { width: 0, color: colour },
      areaStyle: { color: colour, opacity: AREA.stacked },
      z: 2,
      // A hole stands before the point it leads to: of two at one place the library stacks on the last.
      data: one.data.flatMap((value, index): Point[] => [
        ...(one.breaks?.has(index) === true ? [[index, '-']] : []),
        [index, Number.isNaN(spans.to[index]) ? '-' : (value ?? '-')],
      ]),
      markArea: {
        silent: true,
        z: 3,
        itemStyle: { color: theme.background, opacity: veil(stackMates(one, all)) },
        data: runsOf(parted.unsure).map(({ from, to }) => [{ xAxis: from }, { xAxis: to }]),
      },
    })
  const withDots = alone.length > 0 && !isEdge
  const surePacked = packedOf(sure, spans.to)
  const surePoints = withDots ? pointsOf(surePacked) : asPoints(surePacked)
  if (withDots) {
    for (const index of alone) surePoints.push([index, '-'], dot(index, spans.to, 7, disc), [index, '-'])
  }
  if (surePoints.length > 0)
    parts.push({
      ...common,
      ...(withDots ? DOTS : {}),
      ...(endsOpen ? {} : endLabel),
      id: one.id,
      lineStyle: { color: colour, width, type: isReference ? [5, 4] : 'solid', cap: 'round', join: 'round' },
      ...areaStyle(1),
      data: surePoints,
    })
  const unsurePacked = packedOf(unsure, spans.to)
  const unsurePoints = opened.length > 0 ? pointsOf(unsurePacked) : asPoints(unsurePacked)
  if (opened.length > 0) {
    const isDrawn = new Set(opened)
    const joined = new Set(unsure.at)
    unsurePoints.forEach((point, n) => {
      const index = Array.isArray(point) && point[1] !== '-' ? Number(point[0]) : -1
      if (isDrawn.has(index)) unsurePoints[n] = dot(index, spans.to, 6, ring)
    })
    for (const index of opened)
      if (!joined.has(index)) unsurePoints.push([index, '-'], dot(index, spans.to, 6, ring), [index, '-'])
  }
  if (unsurePoints.length > 0)
    parts.push({
      ...common,
      ...(opened.length > 0 ? DOTS : {}),
      ...(endsOpen ? endLabel : {}),
      id: `${one.id}:unsure`,
      lineStyle: { color: colour, width: width * 0.85, type: [1.5, 4], cap: 'round', join: 'round' },
      ...areaStyle(0.5),
      data: unsurePoints,
    })
  return parts
}
