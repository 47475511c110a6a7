/** Footscan days of one date by status. */
export interface StatusCounts {
  readonly up: number
  readonly down: number
  readonly closed: number
}

/** @specified and asked by no screen yet */
export const totalOf = ({ up, down, closed }: StatusCounts): number => up + down + closed

/**
 * Percent of the open footscan days that were up: Σ up ÷ Σ open. Null when nothing was open, or more than a number can
 * hold.
 */
export function availabilityOf({ up, down }: StatusCounts): number | null {
  const share = up / (up + down)
  return Number.isFinite(share) ? 100 * share : null
}
