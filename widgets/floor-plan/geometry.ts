/** A plan brought into its room, and what lies inside of its polygons. Pure. */
import type { Point, Polygon } from './plan.ts'

/** Twice the area, above zero when it turns clockwise on a screen. */
const turn = (ring: readonly Point[]): number =>
  ring.reduce((sum, [x, y], at) => {
    const [u, v] = ring[(at + 1) % ring.length] as Point
    return sum + x * v - u * y
  }, 0)

/** Holes turn the other way than the ring around them, so that they stay empty however they are filled. */
export const pathOf = (parts: readonly Polygon[]): string =>
  parts
    .flatMap((rings) =>
      rings.map((ring, at) => {
        const ordered = turn(ring) >= 0 === (at === 0) ? ring : ring.toReversed()
        return `M${ordered.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`
      }),
    )
    .join('')

/** Where a horizontal line crosses the rings, from left to right. */
function crossings(rings: Polygon, y: number): number[] {
  return rings
    .flatMap((ring) =>
      ring.flatMap(([x, top], at): number[] => {
        const [u, bottom] = ring[(at + 1) % ring.length] as Point
        return top <= y === bottom <= y ? [] : [x + ((y - top) / (bottom - top)) * (u - x)]
      }),
    )
    .sort((a, b) => a - b)
}

export const isInside = (parts: readonly Polygon[], x: number, y: number): boolean =>
  parts.some((rings) => crossings(rings, y).filter((at) => at <= x).length % 2 === 1)

interface Span {
  readonly from: number
  readonly to: number
}

/** The longest stretch of a line inside of the rings. */
function widest(rings: Polygon, y: number): Span | null {
  const at = crossings(rings, y)
  let best: Span | null = null
  for (let n = 0; n + 1 < at.length; n += 2) {
    const [from, to] = [at[n] as number, at[n + 1] as number]
    if (best === null || to - from > best.to - best.from) best = { from, to }
  }
  return best
}

export interface Place {
  readonly x: number
  readonly y: number
  /** Free to both sides of it together, over the height asked for. */
  readonly room: number
}

const LINES = 12

/** Where in the largest part words of a height have the most room; the middle of the lines that are as good. */
export function placeIn(parts: readonly Polygon[], height: number): Place | null {
  const [rings] = parts.toSorted((a, b) => Math.abs(turn(b[0] ?? [])) - Math.abs(turn(a[0] ?? [])))
  if (rings?.[0] === undefined) return null
  const ys = rings[0].map(([, y]) => y)
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const middle = (top + bottom) / 2
  let best: Place | null = null
  for (let n = 1; n < LINES; n++) {
    const y = top + (n / LINES) * (bottom - top)
    const spans = [y - height / 2, y, y + height / 2].map((line) => widest(rings, line))
    const own = spans[1]
    if (own === null || own === undefined) continue
    const from = Math.max(...spans.map((span) => span?.from ?? own.to))
    const to = Math.min(...spans.map((span) => span?.to ?? own.from))
    const room = Math.max(0, to - from)
    const x = room > 0 ? (from + to) / 2 : (own.from + own.to) / 2
    const isBetter =
      best === null ||
      room > best.room + 1 ||
      (room > best.room - 1 && Math.abs(y - middle) < Math.abs(best.y - middle))
    if (isBetter) best = { x, y, room }
  }
  return best
}
