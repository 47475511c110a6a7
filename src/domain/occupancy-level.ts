import { SETTINGS } from './metrics/settings.ts'

// ---------------------------------------------------------------- levels

/** low: free; mid: filling up; high: almost full; over: at the capacity or beyond. */
const LEVELS = ['low', 'mid', 'high', 'over'] as const
export type OccupancyLevel = (typeof LEVELS)[number]

/** Percent of the capacity from which a level begins. */
export interface LevelEdges {
  readonly mid: number
  readonly high: number
}

const FULL = 100

/**
 * The level after a row of shares (percent, oldest first, null = not known). It goes up as soon as an edge is reached
 * and down only some points below it, so that a figure that sways about an edge does not flicker.
 */
export function levelAfter(shares: readonly (number | null)[], { mid, high }: LevelEdges): OccupancyLevel | null {
  const edges = [-Infinity, mid, high, FULL]
  let at: number | null = null
  for (const share of shares) {
    if (share === null) continue
    let next = edges.findLastIndex((edge) => share >= edge)
    if (at !== null && next < at)
      next = Math.min(
        at,
        edges.findLastIndex((edge) => share >= edge - SETTINGS.levelHysteresis.value),
      )
    at = next
  }
  return at === null ? null : (LEVELS[at] ?? null)
}
