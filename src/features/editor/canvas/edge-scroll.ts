/**
 * Scrolling while a gesture is near the edge of what scrolls: the nearer the faster, and never beyond the page as it
 * was when the gesture began.
 */

/** So near to the edge, the page scrolls. */
export const EDGE_PX = 48
const FASTEST_PX = 14
/** A pointer that began at the edge has to go on towards it: making something wider there must not make it longer. */
const PULL_PX = 16
/**
 * A gesture makes the page longer, and a longer page scrolls further: this much is taken of that, or it would never
 * end.
 */
const ROOM_PX = 104

export interface EdgePlace {
  /** Edges of what scrolls, and the pointer now and when the gesture began. */
  readonly top: number
  readonly bottom: number
  readonly y: number
  readonly startY: number
  readonly scrollTop: number
  /** How far the page could be scrolled when the gesture began. */
  readonly startMax: number
}

/** Pixels to scroll in this frame. */
export function edgeScroll({ top, bottom, y, startY, scrollTop, startMax }: EdgePlace): number {
  const depth = y < top + EDGE_PX ? y - top - EDGE_PX : Math.max(0, y - bottom + EDGE_PX)
  if (depth === 0 || depth * (y - startY) <= 0 || Math.abs(y - startY) < PULL_PX) return 0
  const step = Math.max(-FASTEST_PX, Math.min(FASTEST_PX, Math.round((depth / EDGE_PX) * FASTEST_PX)))
  return Math.max(-scrollTop, Math.min(step, Math.max(0, startMax + ROOM_PX - scrollTop)))
}
