/** Angles and paths of a ring. Pure. */
import type { DonutSlice } from './types.ts'

export interface Arc {
  readonly index: number
  /** 0 at the top, clockwise, in radians. */
  readonly from: number
  readonly to: number
  readonly share: number
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

const at = (radius: number, angle: number): string =>
  `${(radius * Math.sin(angle)).toFixed(3)} ${(-radius * Math.cos(angle)).toFixed(3)}`

/** SVG path of an arc around (0, 0). A whole ring is two halves: an arc cannot end where it begins. */
export function arcPath({ from, to }: Pick<Arc, 'from' | 'to'>, inner: number, outer: number): string {
  if (to - from > 2 * Math.PI - 1e-6) {
    const half = from + Math.PI
    return `${arcPath({ from, to: half }, inner, outer)} ${arcPath({ from: half, to: from + 2 * Math.PI - 1e-4 }, inner, outer)}`
  }
  const large = to - from > Math.PI ? 1 : 0
  return `M${at(outer, from)} A${outer} ${outer} 0 ${large} 1 ${at(outer, to)} L${at(inner, to)} A${inner} ${inner} 0 ${large} 0 ${at(inner, from)} Z`
}
