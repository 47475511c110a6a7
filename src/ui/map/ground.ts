/** What lies under the points of a map: land, borders, a net of degrees, and the bar of its scale. Pure. */
import { grainOf } from '../chart/grain.ts'
import type { Mark, Word } from '../chart/scene-types.ts'
import type { ChartTheme } from '../chart/theme.ts'
import {
  latOfY,
  lngOfX,
  metresPerPixel,
  netStep,
  scaleBar,
  toPixel,
  xOfLng,
  yOfLat,
  type Extent,
  type View,
} from './mercator.ts'
import type { Land, Outline } from './topology.ts'

/**
 * Natural Earth at 1 : 50 million is some kilometres off its coasts: nearer than this it would put a harbour into the
 * sea.
 */
const PLAIN_BELOW_M = 450
/** Above it the coarse land looks no different. */
const COARSE_ABOVE_M = 12_000

/** Which land a view can show; null = none that would be true. */
export const detailOf = (view: View): 'coarse' | 'fine' | null => {
  const metres = metresPerPixel(view)
  return metres < PLAIN_BELOW_M ? null : metres > COARSE_ABOVE_M ? 'coarse' : 'fine'
}

export interface GroundInput {
  readonly view: View
  readonly extent: Extent
  readonly land: Land | null
  readonly theme: ChartTheme
  readonly ratio: number
}

export function groundMarks({ view, extent, land, theme, ratio }: GroundInput): Mark[] {
  const { width, height } = extent
  const { hair, snap } = grainOf(ratio)
  const at = toPixel(view, extent)
  const marks: Mark[] = []
  const rings = land === null ? null : shapeOf(land.rings, view, extent)
  const borders = land === null ? null : shapeOf(land.borders, view, extent)
  if (rings !== null)
    marks.push({ shape: rings, fill: theme.gridLine, stroke: { colour: theme.axisLine, width: 0.75 } })
  if (borders !== null) marks.push({ shape: borders, stroke: { colour: theme.background, width: 1.25 } })
  const step = netStep(view)
  const [west, east] = [lngOfX(view.x - width / 2 / view.scale), lngOfX(view.x + width / 2 / view.scale)]
  const [north, south] = [latOfY(view.y - height / 2 / view.scale), latOfY(view.y + height / 2 / view.scale)]
  const boxes: number[] = []
  for (let n = Math.ceil(Math.max(-180, west) / step); n * step <= Math.min(180, east); n++)
    boxes.push(snap(at({ x: xOfLng(n * step), y: 0 }).x), hair, height, 0)
  for (let n = Math.ceil(Math.max(-84, south) / step); n * step <= Math.min(84, north); n++) {
    const y = snap(at({ x: 0, y: yOfLat(n * step) }).y)
    boxes.push(0, width, y, y + hair)
  }
  marks.push({
    shape: { kind: 'boxes', boxes: Float64Array.from(boxes), radius: 0 },
    fill: theme.axisLine,
    alpha: 0.35,
  })
  return marks
}

/** Nearer than this a point adds nothing. */
const APART_PX = 0.8

/** Outlines that are in sight, in pixels, without the points that nobody could tell apart. */
function shapeOf(outlines: readonly Outline[], view: View, extent: Extent): Mark['shape'] | null {
  const half = { x: extent.width / 2 / view.scale, y: extent.height / 2 / view.scale }
  const [left, right, top, bottom] = [view.x - half.x, view.x + half.x, view.y - half.y, view.y + half.y]
  const points: number[] = []
  const ends: number[] = []
  for (const { points: line, box } of outlines) {
    if (box[0] > right || box[2] < left || box[1] > bottom || box[3] < top) continue
    let [px, py] = [Number.NaN, Number.NaN]
    for (let at = 0; at < line.length; at += 2) {
      const x = extent.width / 2 + ((line[at] ?? 0) - view.x) * view.scale
      const y = extent.height / 2 + ((line[at + 1] ?? 0) - view.y) * view.scale
      if (Math.abs(x - px) < APART_PX && Math.abs(y - py) < APART_PX && at < line.length - 2) continue
      points.push(x, y)
      ;[px, py] = [x, y]
    }
    ends.push(points.length / 2)
  }
  return ends.length === 0 ? null : { kind: 'lines', points: Float64Array.from(points), ends: Uint32Array.from(ends) }
}

/** Bottom right: how long so many pixels are. */
export function scaleMarks(
  { view, extent: { width, height }, theme, ratio }: Omit<GroundInput, 'land'>,
  write: (metres: number) => string,
): { marks: Mark[]; words: Word[] } {
  const { hair, snap } = grainOf(ratio)
  const { metres, px } = scaleBar(view, Math.min(110, width / 3))
  const [right, foot] = [width - 8, snap(height - 8)]
  const bar = [
    right - px,
    px,
    foot,
    foot + 2 * hair,
    right - px,
    hair,
    foot,
    foot - 5,
    right - hair,
    hair,
    foot,
    foot - 5,
  ]
  return {
    marks: [
      {
        shape: { kind: 'boxes', boxes: Float64Array.of(right - px - 6, px + 12, height, foot - 22), radius: 0 },
        fill: theme.background,
        alpha: 0.72,
      },
      { shape: { kind: 'boxes', boxes: Float64Array.from(bar), radius: 0 }, fill: theme.muted },
    ],
    words: [{ text: write(metres), x: right, y: foot - 8, align: 'right' }],
  }
}
