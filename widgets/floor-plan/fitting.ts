import type { Point, Polygon } from './plan.ts'

export interface Room {
  readonly width: number
  readonly height: number
}

/** Whole, in the middle, as large as it can be: from coordinates of the plan to pixels. */
export function fitting(parts: readonly Polygon[], { width, height }: Room, edge = 1): (point: Point) => Point {
  const points = parts.flat(2)
  const ends = (at: 0 | 1) =>
    points.reduce(([low, high], point) => [Math.min(low, point[at]), Math.max(high, point[at])] as const, [
      Infinity,
      -Infinity,
    ] as readonly [number, number])
  const [[left, right], [top, bottom]] = [ends(0), ends(1)]
  const [wide, tall] = [Math.max(right - left, 1e-9), Math.max(bottom - top, 1e-9)]
  const scale = Math.max(0, Math.min((width - 2 * edge) / wide, (height - 2 * edge) / tall))
  const [x, y] = [(width - scale * wide) / 2, (height - scale * tall) / 2]
  return ([across, down]) => [x + scale * (across - left), y + scale * (down - top)]
}
