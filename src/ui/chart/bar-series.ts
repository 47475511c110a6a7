/** Bars as the library takes them, each by how finished it is. Pure. */
import type { BarSeriesOption } from 'echarts/charts'
import { BarChart } from 'echarts/charts'
import { hatched, type Hatch } from './hatch.ts'
import { axisOf, yOf } from './layout.ts'
import type { Layout } from './plot.ts'
import { register } from './library.ts'
import { isUnsureAt, slotsOf, stackOf, stateAt, valueAt } from './series.ts'
import { type ChartTheme, toneOf } from './theme.ts'
import type { ChartSeries } from './types.ts'

register([BarChart])

/** Widest bar, in pixels. */
const MAX = 30
/** Part of a category that its bars fill. */
const FILLED = 0.72
/** Between two bars, in bars. */
const GAP = 0.1
/** An outline needs room: on thinner bars it would be all there is. */
const OUTLINED_FROM = 5
/** Thinner bars have no corners either. */
const HAIRLINE = 4
/** Less high, the hairline between parts of a stack would be all of a part. */
const LEAST_WITH_HAIR = 4
/** Corners of bars up to a width, in pixels. */
const CORNERS = [
  [4, 0],
  [8, 1],
  [Number.POSITIVE_INFINITY, 2],
] as const

/** Pixels of one of `slots` bars side by side: whole ones, so that no edge lies between two pixels. */
export function barWidth(pitch: number, slots: number): number {
  const wanted = Math.min(MAX, (FILLED * pitch) / Math.max(1, slots + GAP * (slots - 1)))
  return wanted < 2 ? wanted : Math.floor(wanted)
}

/** From the middle of a category to the middle of one of its bars. */
export const slotShift = (pitch: number, slots: number, slot: number): number =>
  (slot - (slots - 1) / 2) * barWidth(pitch, slots) * (1 + GAP)

type BarLook = Hatch & { readonly outline?: string; readonly dash?: readonly number[]; readonly opacity?: number }

/**
 * The comparing period is solid, the reference pale in an outline. Partial is striped, settling striped over its full
 * colour, estimated pale and dotted.
 */
function looksOf(one: ChartSeries, theme: ChartTheme) {
  const isReference = one.period === 'reference'
  const solid = toneOf(theme, one.tone)
  const pale = toneOf(theme, one.tone, 'reference')
  const own = isReference ? pale : solid
  return {
    final: isReference ? { ground: pale, outline: solid } : { ground: solid },
    partial: { ground: theme.background, stripes: own, outline: own },
    settling: { ground: own, stripes: isReference ? theme.background : pale },
    estimated: { ground: pale, outline: solid, dash: [2, 2], opacity: 0.75 },
  } satisfies Record<string, BarLook>
}

function itemStyle({ outline, dash, opacity, ...hatch }: BarLook, width: number) {
  return {
    ...hatched(hatch),
    ...(outline !== undefined && width >= OUTLINED_FROM
      ? { borderColor: outline, borderWidth: 1, ...(dash && { borderType: [...dash] }) }
      : {}),
    ...(opacity !== undefined && { opacity }),
  }
}

/** Null and zero have no bar; something is never drawn as nothing. */
export function barSeries(
  one: ChartSeries,
  all: readonly ChartSeries[],
  layout: Layout,
  theme: ChartTheme,
): BarSeriesOption[] {
  const width = barWidth(layout.pitch, slotsOf(all).length)
  return width < HAIRLINE ? hairlineSeries(one, all, width, layout, theme) : [singleBars(one, width, layout, theme)]
}

const common = (one: ChartSeries, width: number, layout: Layout): BarSeriesOption => ({
  name: one.name,
  type: 'bar',
  yAxisIndex: axisOf(one, layout),
  silent: true,
  z: one.period === 'reference' ? 2 : 3,
  barWidth: width,
  barGap: `${100 * GAP}%`,
  barMinHeight: 1,
})

/**
 * Hairline bars have neither corners nor outlines of their own: all of one look are one shape, a hundred times as
 * quick as one shape each. What is not final stands in the place of its bar.
 */
function hairlineSeries(
  one: ChartSeries,
  all: readonly ChartSeries[],
  width: number,
  layout: Layout,
  theme: ChartTheme,
): BarSeriesOption[] {
  const looks = looksOf(one, theme)
  const points = new Map<keyof typeof looks, [number, number][]>([['final', []]])
  const add = (index: number) => {
    const value = valueAt(one, index)
    if (value === null || value === 0) return
    const state = stateAt(one, index)
    const look = state in looks ? (state as keyof typeof looks) : 'final'
    const own = points.get(look) ?? []
    points.set(look, own)
    own.push([index, value])
  }
  if (layout.pitch >= 1) for (let index = 0; index < one.data.length; index++) add(index)
  else highestOfEach(stackMates(one, all), 1 / layout.pitch).forEach(add)
  return [...points].map(([look, data]) => ({
    ...common(one, width, layout),
    id: look === 'final' ? one.id : `${one.id}:${look}`,
    stack: one.stack === undefined ? `hairlines|${one.id}` : stackOf(one),
    large: true,
    largeThreshold: 0,
    progressive: 0,
    itemStyle: itemStyle(looks[look], width),
    data,
  }))
}

const stackMates = (one: ChartSeries, all: readonly ChartSeries[]): readonly ChartSeries[] =>
  one.stack === undefined ? [one] : all.filter((other) => other.stack !== undefined && stackOf(other) === stackOf(one))

/**
 * Of the categories of each pixel the one whose bar reaches highest, and the one that reaches lowest below zero: they
 * cover the others. The same for all of a stack. The library needs a second for 100,000 bars, and 31 for 500,000.
 */
function highestOfEach(mates: readonly ChartSeries[], perPixel: number): number[] {
  const count = Math.max(0, ...mates.map(({ data }) => data.length))
  const kept: number[] = []
  for (let begin = 0, pixel = 1; begin < count; pixel++) {
    const end = Math.min(count, Math.max(begin + 1, Math.round(pixel * perPixel)))
    let [high, low, highAt, lowAt] = [0, 0, -1, -1]
    for (let index = begin; index < end; index++) {
      let [up, down] = [0, 0]
      for (const mate of mates) {
        const value = valueAt(mate, index) ?? 0
        if (value > 0) up += value
        else down += value
      }
      if (up > high) [high, highAt] = [up, index]
      if (down < low) [low, lowAt] = [down, index]
    }
    for (const at of new Set([Math.min(highAt, lowAt), Math.max(highAt, lowAt)])) if (at >= 0) kept.push(at)
    begin = end
  }
  return kept
}

function singleBars(one: ChartSeries, width: number, layout: Layout, theme: ChartTheme): BarSeriesOption {
  const looks = looksOf(one, theme)
  const radius = one.stack === undefined ? (CORNERS.find(([below]) => width < below)?.[1] ?? 0) : 0
  const pixels = (value: number) =>
    Math.abs(yOf(layout, axisOf(one, layout), value) - yOf(layout, axisOf(one, layout), 0))
  const corners = (value: number) => (value < 0 ? [0, 0, radius, radius] : [radius, radius, 0, 0])
  return {
    ...common(one, width, layout),
    id: one.id,
    ...(one.stack !== undefined && { stack: stackOf(one) }),
    itemStyle: {
      // Parts of a stack leave a hairline between them.
      ...(one.stack !== undefined && width >= OUTLINED_FROM && { borderColor: theme.background, borderWidth: 1 }),
      ...itemStyle(looks.final, width),
      borderRadius: corners(1),
    },
    data: one.data.map((_, index) => {
      const value = valueAt(one, index)
      if (value === null || value === 0) return '-'
      const state = stateAt(one, index)
      const isTiny = one.stack !== undefined && pixels(value) < LEAST_WITH_HAIR
      if (!isUnsureAt(one, index) && !isTiny && (value > 0 || radius === 0)) return value
      const look = looks[state as keyof typeof looks] ?? looks.final
      return {
        value,
        itemStyle: { ...itemStyle(look, width), borderRadius: corners(value), ...(isTiny && { borderWidth: 0 }) },
      }
    }),
  }
}
