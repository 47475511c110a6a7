/** Names beside points, where neither a point nor a name is yet, and over no line where another side is free. Pure. */
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

export type Side = 'right' | 'left' | 'top' | 'bottom'

/** Between a point and its name, in pixels. */
export const BESIDE = 4
const HALF_LINE = 7
/** A line that passes a name at less touches it. */
const CLEAR_PX = 2

interface Room {
  readonly order: readonly number[]
  readonly within: Area
  /** In the order in which they are tried. */
  readonly sides?: readonly Side[]
  /** Where other things are. */
  readonly taken?: readonly Area[]
  /** Covered by a name only where it would be nowhere else. */
  readonly lines?: readonly Area[]
  readonly measure: Measure
}

/** The side of each point on which its name fits; those that come first in `order` choose first. */
export function sidesOfNames(
  points: readonly NamedPoint[],
  { order, within, sides = ['right', 'left'], taken = [], lines = [], measure }: Room,
): ReadonlyMap<number, Side> {
  const discs = points.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }))
  const words = [...taken]
  const wide = lines.map(({ left, right, top, bottom }) => ({
    left: left - CLEAR_PX,
    right: right + CLEAR_PX,
    top: top - CLEAR_PX,
    bottom: bottom + CLEAR_PX,
  }))
  const found = new Map<number, Side>()
  for (const at of order) {
    const point = points[at]
    if (point === undefined || point.name === null) continue
    const length = measure(point.name)
    const free = sides
      .map((side) => ({ side, box: boxOf(point, length, side) }))
      .filter(
        ({ box }) =>
          isInside(box, within) &&
          !words.some((word) => meet(word, box)) &&
          !discs.some((disc, n) => n !== at && meet(disc, box)),
      )
    const best = free.find(({ box }) => !wide.some((line) => meet(line, box))) ?? free[0]
    if (best === undefined) continue
    words.push(best.box)
    found.set(at, best.side)
  }
  return found
}

function boxOf({ x, y, radius }: NamedPoint, length: number, side: Side): Area {
  const off = radius + BESIDE
  if (side === 'right' || side === 'left') {
    const left = side === 'right' ? x + off : x - off - length
    return { left, right: left + length, top: y - HALF_LINE, bottom: y + HALF_LINE }
  }
  const top = side === 'bottom' ? y + off : y - off - 2 * HALF_LINE
  return { left: x - length / 2, right: x + length / 2, top, bottom: top + 2 * HALF_LINE }
}

const isInside = (box: Area, within: Area) =>
  box.left >= within.left && box.right <= within.right && box.top >= within.top && box.bottom <= within.bottom

const meet = (a: Area, b: Area) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
