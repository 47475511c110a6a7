/** Angles of a ring, and which of its parts a point lies on. Pure. */
import type { DonutSlice } from './types.ts'

export interface Arc {
  readonly index: number
  /** 0 at the top, clockwise, in radians. */
  readonly from: number
  readonly to: number
  readonly share: number
}

export interface Ring {
  readonly inner: number
  readonly outer: number
}

/** One arc per slice above zero, in the order given. Shares are of the slices, null counts for nothing. */
export function arcsOf(slices: readonly DonutSlice[]): Arc[] {
  const sum = slices.reduce((total, { value }) => total + Math.max(value ?? 0, 0), 0)
  if (sum <= 0) return []
  let from = 0
  const arcs: Arc[] = []
  for (const [index, { value }] of slices.entries()) {
    const share = Math.max(value ?? 0, 0) / sum
    if (share === 0) continue
    arcs.push({ index, from, to: from + share * 2 * Math.PI, share })
    from += share * 2 * Math.PI
  }
  return arcs
}

/** The slice under a point, measured from the middle; null in the hole and outside. */
export function sliceAt(arcs: readonly Arc[], { inner, outer }: Ring, x: number, y: number): number | null {
  const far = Math.hypot(x, y)
  if (far < inner || far > outer) return null
  const angle = (Math.atan2(x, -y) + 2 * Math.PI) % (2 * Math.PI)
  return arcs.find(({ from, to }) => angle >= from && angle < to)?.index ?? null
}
