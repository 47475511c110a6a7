/** Names beside points: right of them or left, where neither a point nor a name stands yet. Pure. */
import type { Measure } from './plot.ts'

export interface NamedPoint {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** Null for one that bears none, and is in the way all the same. */
  readonly name: string | null
}

export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Between a point and its name, in pixels. */
export const BESIDE = 4
const HALF_LINE = 7

/** The side of each point on which its name fits; those that come first in `order` choose first. */
export function sidesOfNames(
  points: readonly NamedPoint[],
  {
    order,
    within,
    taken = [],
    measure,
  }: {
    readonly order: readonly number[]
    readonly within: Area
    /** Where other things stand. */
    readonly taken?: readonly Area[]
    readonly measure: Measure
  },
): ReadonlyMap<number, 'left' | 'right'> {
  const discs = points.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }))
  const words = [...taken]
  const found = new Map<number, 'left' | 'right'>()
  for (const at of order) {
    const point = points[at]
    if (point === undefined || point.name === null) continue
    const [wide, off] = [measure(point.name), point.radius + BESIDE]
    for (const side of ['right', 'left'] as const) {
      const left = side === 'right' ? point.x + off : point.x - off - wide
      const box = { left, right: left + wide, top: point.y - HALF_LINE, bottom: point.y + HALF_LINE }
      const isInside =
        left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom
      if (!isInside || words.some((word) => meet(word, box)) || discs.some((disc, n) => n !== at && meet(disc, box)))
        continue
      words.push(box)
      found.set(at, side)
      break
    }
  }
  return found
}

const meet = (a: Area, b: Area) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
