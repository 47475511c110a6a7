/** The cloud as a scene: grid, lines of the whole, traces, points, names where they fit. Pure. */
import type { Drawn } from '#ui/chart/scene-chart.tsx'
import { grainOf } from '#ui/chart/grain.ts'
import { scaleOf } from '#ui/chart/scale.ts'
import type { Mark, Scene, Word } from '#ui/chart/scene-types.ts'
import { type ChartTheme, toneOf } from '#ui/chart/theme.ts'
import type { UiFormat } from '#ui'
import type { ScatterProjection } from './model.ts'

interface DrawInput {
  readonly projection: ScatterProjection
  readonly width: number
  readonly height: number
  readonly measure: (text: string) => number
  readonly format: UiFormat
  readonly withNames: boolean
  readonly withMeans: boolean
}

const PLAIN_RADIUS = 5
const [LEAST_RADIUS, MOST_RADIUS] = [3, 18]
/** From so many points on they are small and nameless. */
const CROWD = 400
const REACH_PX = 14
const TOP_PX = 26
const BOTTOM_PX = 24

export function drawScatter({
  projection: { points, x, y, mean },
  width,
  height,
  measure,
  format,
  withNames,
  withMeans,
}: DrawInput): Drawn {
  const extent = (pick: (point: { x: number; y: number }) => number) =>
    points.reduce(
      ([low, high], point) => {
        const ends = [pick(point), ...(point.before === null ? [] : [pick(point.before)])]
        return [Math.min(low, ...ends), Math.max(high, ...ends)] as const
      },
      [Infinity, -Infinity] as readonly [number, number],
    )
  const [xs, ys] = [extent((point) => point.x), extent((point) => point.y)]
  const yScale = scaleOf({
    low: ys[0],
    high: ys[1],
    fromZero: false,
    format: y.format,
    steps: Math.max(2, Math.round((height - TOP_PX - BOTTOM_PX) / 52)),
  })
  const yAxis = format.axis(y.format, yScale.max, yScale.step)
  const left = Math.ceil(Math.max(...yScale.ticks.map((tick) => measure(yAxis.write(tick))))) + 10
  const plot = { left, right: width - 14, top: TOP_PX, bottom: Math.max(TOP_PX + 10, height - BOTTOM_PX - 14) }
  const xScale = scaleOf({
    low: xs[0],
    high: xs[1],
    fromZero: false,
    format: x.format,
    steps: Math.max(2, Math.round((plot.right - plot.left) / 90)),
  })
  const xAxis = format.axis(x.format, xScale.max, xScale.step)
  const px = (value: number) =>
    plot.left + ((value - xScale.min) / (xScale.max - xScale.min || 1)) * (plot.right - plot.left)
  const py = (value: number) =>
    plot.bottom - ((value - yScale.min) / (yScale.max - yScale.min || 1)) * (plot.bottom - plot.top)
  const largest = points.reduce((most, { size }) => Math.max(most, size ?? 0), 0)
  const isCrowd = points.length > CROWD
  // The area stands for the value, so the radius goes with its root.
  const radii = points.map(({ size }) =>
    isCrowd
      ? 2
      : size === null || largest <= 0
        ? PLAIN_RADIUS
        : Math.max(LEAST_RADIUS, MOST_RADIUS * Math.sqrt(Math.max(0, size) / largest)),
  )
  const places = points.map((point) => ({ x: px(point.x), y: py(point.y) }))
  // From left to right, as the keys go.
  const order = points.map((_, at) => at).sort((a, b) => (places[a]?.x ?? 0) - (places[b]?.x ?? 0))
  const rank = new Map(order.map((at, n) => [at, n]))

  const scene = (theme: ChartTheme, ratio: number): Scene => {
    const { hair, snap } = grainOf(ratio)
    const rule = (boxes: number[]): Mark['shape'] => ({ kind: 'boxes', boxes: Float64Array.from(boxes), radius: 0 })
    const colour = toneOf(theme, 0)
    const dots = (chosen: readonly number[], radius: number): Mark['shape'] => ({
      kind: 'dots',
      points: Float64Array.from(chosen.flatMap((at) => [places[at]?.x ?? 0, places[at]?.y ?? 0])),
      radius,
    })
    const traces = points.flatMap(({ before }, at) =>
      before === null ? [] : [px(before.x), py(before.y), places[at]?.x ?? 0, places[at]?.y ?? 0],
    )
    const isOpen = (at: number) => points[at]?.isOpen === true
    const named = withNames && !isCrowd ? names(theme) : []
    const byRadius = new Map<string, number[]>()
    // The large ones first, so that small ones stand on them.
    for (const at of order.toSorted((a, b) => (radii[b] ?? 0) - (radii[a] ?? 0))) {
      const key = `${radii[at]} ${isOpen(at)}`
      const alike = byRadius.get(key)
      if (alike === undefined) byRadius.set(key, [at])
      else alike.push(at)
    }
    return {
      width,
      height,
      ratio,
      font: `420 ${theme.fontSize}px ${theme.font}`,
      marks: [
        {
          shape: rule(
            yScale.ticks.flatMap((tick) => [plot.left, plot.right - plot.left, snap(py(tick)), snap(py(tick)) + hair]),
          ),
          fill: theme.gridLine,
        },
        {
          shape: rule(xScale.ticks.flatMap((tick) => [snap(px(tick)), hair, plot.bottom, plot.top])),
          fill: theme.gridLine,
        },
        {
          shape: rule([
            plot.left,
            plot.right - plot.left,
            snap(plot.bottom),
            snap(plot.bottom) + hair,
            snap(plot.left),
            hair,
            plot.bottom,
            plot.top,
          ]),
          fill: theme.axisLine,
        },
        ...(withMeans ? meanLines(theme) : []),
        ...(traces.length === 0
          ? []
          : [
              {
                shape: {
                  kind: 'lines',
                  points: Float64Array.from(traces),
                  ends: Uint32Array.from({ length: traces.length / 4 }, (_, n) => 2 * n + 2),
                },
                stroke: { colour: toneOf(theme, 0, 'reference', 'line'), width: 1.25, dash: [3, 3] },
              } satisfies Mark,
            ]),
        ...(traces.length === 0 || isCrowd
          ? []
          : [
              {
                shape: {
                  kind: 'dots',
                  points: Float64Array.from(
                    points.flatMap(({ before }) => (before === null ? [] : [px(before.x), py(before.y)])),
                  ),
                  radius: 2.5,
                },
                fill: theme.background,
                stroke: { colour: toneOf(theme, 0, 'reference', 'line'), width: 1.25 },
              } satisfies Mark,
            ]),
        ...[...byRadius].map(([key, chosen]): Mark => ({
          shape: dots(chosen, Number(key.split(' ')[0])),
          fill: key.endsWith('true') ? theme.background : colour,
          ...(isCrowd
            ? { alpha: 0.6 }
            : {
                alpha: 0.9,
                stroke: {
                  colour: key.endsWith('true') ? colour : theme.background,
                  width: 1.5,
                  ...(key.endsWith('true') && { dash: [2, 1.5] }),
                },
              }),
        })),
        // A name stands on the ground, whatever line runs there.
        ...(named.length === 0
          ? []
          : [
              {
                shape: rule(
                  named.flatMap(({ text, x: at, y: foot }) => [at - 1, measure(text) + 2, foot + 4, foot - 10]),
                ),
                fill: theme.background,
                alpha: 0.85,
              } satisfies Mark,
            ]),
      ],
      words: [...words(theme), ...named],
      wordColour: theme.muted,
    }
  }

  function meanLines(theme: ChartTheme): Mark[] {
    const lines = [
      ...(mean.x === null || mean.x < xScale.min || mean.x > xScale.max
        ? []
        : [[px(mean.x), plot.top, px(mean.x), plot.bottom]]),
      ...(mean.y === null || mean.y < yScale.min || mean.y > yScale.max
        ? []
        : [[plot.left, py(mean.y), plot.right, py(mean.y)]]),
    ]
    return lines.map((line): Mark => ({
      shape: { kind: 'lines', points: Float64Array.from(line), ends: Uint32Array.of(2) },
      stroke: { colour: theme.muted, width: 1, dash: [5, 4] },
    }))
  }

  function words(theme: ChartTheme): Word[] {
    const half = 0.36 * theme.fontSize
    const unit = (label: string, axis: string) => [label, axis].filter(Boolean).join(', ')
    const found: Word[] = [
      { text: unit(y.label, yAxis.unit), x: 0, y: 12, align: 'left' },
      { text: unit(x.label, xAxis.unit), x: plot.right, y: height - 4, align: 'right' },
      ...yScale.ticks.map((tick): Word => ({
        text: yAxis.write(tick),
        x: plot.left - 8,
        y: py(tick) + half,
        align: 'right',
      })),
      ...xScale.ticks.flatMap((tick): Word[] => {
        const text = xAxis.write(tick)
        return [{ text, x: Math.min(width - measure(text) / 2 - 2, px(tick)), y: plot.bottom + 16, align: 'center' }]
      }),
    ]
    return found
  }

  /** Beside the point, right or left, where neither a point nor a name stands yet. */
  function names(theme: ChartTheme): Word[] {
    const taken = places.map(({ x: at, y: up }, n) => ({
      x0: at - (radii[n] ?? 0),
      x1: at + (radii[n] ?? 0),
      y0: up - (radii[n] ?? 0),
      y1: up + (radii[n] ?? 0),
    }))
    return order.toReversed().flatMap((at): Word[] => {
      const { x: middle, y: up } = places[at] ?? { x: 0, y: 0 }
      const [text, wide, radius] = [points[at]?.name ?? '', measure(points[at]?.name ?? ''), (radii[at] ?? 0) + 4]
      for (const x0 of [middle + radius, middle - radius - wide]) {
        const box = { x0, x1: x0 + wide, y0: up - 7, y1: up + 7 }
        if (
          x0 < plot.left + 2 ||
          box.x1 > width ||
          box.y0 < plot.top ||
          box.y1 > plot.bottom ||
          taken.some(
            (other, n) => n !== at && other.x0 < box.x1 && other.x1 > box.x0 && other.y0 < box.y1 && other.y1 > box.y0,
          )
        )
          continue
        taken.push(box)
        return [{ text, x: x0, y: up + 0.36 * theme.fontSize, align: 'left', colour: theme.text }]
      }
      return []
    })
  }

  return {
    count: points.length,
    scene,
    isRound: true,
    boxOf: (spot) => {
      const [place, radius] = [places[spot] ?? { x: 0, y: 0 }, (radii[spot] ?? 0) + 3]
      return { x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius }
    },
    spotAt: (at, up) => {
      let best: { spot: number; far: number } | null = null
      for (const [spot, place] of places.entries()) {
        const far = Math.hypot(place.x - at, place.y - up) - (radii[spot] ?? 0)
        if (far < REACH_PX && (best === null || far < best.far)) best = { spot, far }
      }
      return best?.spot ?? null
    },
    step: (spot, direction) =>
      order[(rank.get(spot) ?? 0) + (direction === 'right' || direction === 'up' ? 1 : -1)] ?? null,
  }
}
