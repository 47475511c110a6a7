/** The shapes of one series: bars by how finished they are, or a line with its area and its points. Pure. */
import { BAR_LOOKS, barBoxes, type BarLook, type BarPlace } from './bars.ts'
import { type Layout, xOf, yOf } from './layout.ts'
import { linePartsOf, type Runs, thinned } from './lines.ts'
import type { Mark } from './scene-types.ts'
import type { Spans } from './series.ts'
import { type ChartTheme, toneOf } from './theme.ts'
import type { ChartSeries } from './types.ts'

/** An outline needs room: on thinner bars it would be all there is. */
const OUTLINED_FROM = 5
/** Corners of bars up to a width, in pixels. */
const CORNERS = [
  [4, 0],
  [8, 1],
  [Number.POSITIVE_INFINITY, 2],
] as const

/**
 * The comparing period is solid, the reference pale in an outline. Partial is striped, settling striped over its full
 * colour, estimated pale and dotted.
 */
export function barMarks(one: ChartSeries, spans: Spans, place: BarPlace, theme: ChartTheme): Mark[] {
  const isReference = one.period === 'reference'
  const solid = toneOf(theme, one.tone)
  const pale = toneOf(theme, one.tone, 'reference')
  const own = isReference ? pale : solid
  const { hair } = place.grain
  const boxes = barBoxes(one, spans, place)
  const width = boxes.values().next().value?.[1] ?? 0
  const outline = (colour: string, dash?: readonly number[]) =>
    width < OUTLINED_FROM ? {} : { stroke: { colour, width: hair, ...(dash && { dash }) } }
  const looks: Record<BarLook, Omit<Mark, 'shape'>> = {
    final: isReference ? { fill: pale, ...outline(solid) } : { fill: solid },
    partial: { fill: { stripes: own, on: theme.background }, ...outline(own) },
    settling: { fill: { stripes: isReference ? theme.background : pale, on: own } },
    estimated: { fill: pale, ...outline(solid, [2 * hair, 2 * hair]), alpha: 0.75 },
  }
  const radius = one.stack !== undefined ? 0 : (CORNERS.find(([below]) => width < below)?.[1] ?? 0)
  return BAR_LOOKS.flatMap((look) => {
    const found = boxes.get(look)
    return found === undefined ? [] : [{ shape: { kind: 'boxes', boxes: found, radius }, ...looks[look] }]
  })
}

/** Part of its colour that an area has: alone, of the reference, in a stack. What may still change has half of it. */
const AREA = { alone: 0.13, reference: 0.06, stacked: 0.82 } as const

/**
 * Sure pieces are whole (dashed in the reference period), unsure ones dotted with open points; a point without
 * neighbours is a dot.
 */
export function lineMarks(one: ChartSeries, spans: Spans, layout: Layout, theme: ChartTheme): Mark[] {
  const isReference = one.period === 'reference'
  const colour = toneOf(theme, one.tone, one.period, 'line')
  const width = isReference ? 1.75 : 2.25
  const axis = one.axis ?? 0
  const scale = layout.axes[axis]?.scale
  const x = (index: number) => xOf(layout, index)
  const y = (index: number) => yOf(layout, axis, spans.to[index] ?? 0)
  // An axis without zero has no ground; its lower end stands in.
  const ground = (index: number) =>
    yOf(layout, axis, Math.max(scale?.min ?? 0, Math.min(scale?.max ?? 0, spans.from[index] ?? 0)))
  const points = (at: Uint32Array) => pairs(at, x, y)
  const { sure, unsure, alone, open } = linePartsOf(one, spans)
  const [surely, unsurely] = [thinned(sure, x, y), thinned(unsure, x, y)]
  const marks: Mark[] = []
  if (one.mark === 'area') {
    const alpha = one.stack !== undefined ? AREA.stacked : isReference ? AREA.reference : AREA.alone
    for (const [runs, share] of [
      [surely, 1],
      [unsurely, 0.5],
    ] as const) {
      if (runs.ends.length > 0) marks.push({ shape: areaOf(runs, x, y, ground), fill: colour, alpha: alpha * share })
    }
  }
  if (surely.ends.length > 0)
    marks.push({
      shape: { kind: 'lines', points: points(surely.at), ends: surely.ends },
      stroke: { colour, width, ...(isReference && { dash: [5, 4] }) },
    })
  if (unsurely.ends.length > 0)
    marks.push({
      shape: { kind: 'lines', points: points(unsurely.at), ends: unsurely.ends },
      stroke: { colour, width: width * 0.85, dash: [1.5, 4] },
    })
  // In a ring of the background a dot is seen in front of bars too.
  if (alone.length > 0)
    marks.push({
      shape: { kind: 'dots', points: points(alone), radius: 3.5 },
      fill: colour,
      stroke: { colour: theme.background, width: 1.5 },
    })
  if (open.length > 0 && open.length <= layout.plot.right - layout.plot.left)
    marks.push({
      shape: { kind: 'dots', points: points(open), radius: 3 },
      fill: theme.background,
      stroke: { colour, width: 1.5 },
    })
  return marks
}

function pairs(at: Uint32Array, x: (index: number) => number, y: (index: number) => number): Float64Array {
  const points = new Float64Array(2 * at.length)
  at.forEach((index, n) => points.set([x(index), y(index)], 2 * n))
  return points
}

/** Each run there along its values, and back along its ground. */
function areaOf(
  { at, ends }: Runs,
  x: (index: number) => number,
  y: (index: number) => number,
  ground: (index: number) => number,
): Mark['shape'] {
  const points = new Float64Array(4 * at.length)
  let begin = 0
  for (const end of ends) {
    const run = at.subarray(begin, end)
    points.set(pairs(run, x, y), 4 * begin)
    points.set(pairs(run.toReversed(), x, ground), 2 * (begin + end))
    begin = end
  }
  return { kind: 'lines', points, ends: ends.map((end) => 2 * end) }
}
