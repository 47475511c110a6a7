import { instantOf } from '../../../facts/zone.ts'

/** Half of the half hour that the clocks of one zone are changed by; elsewhere it is an hour. */
const NEAR_MS = 15 * 60_000

/**
 * Instant (epoch ms) of a civil time in a zone; or why there is none: it came twice, or was skipped when the clocks
 * went forward.
 */
export function placeCivil(zone: string, civil: number): number | 'TIME_AMBIGUOUS' | 'TIME_UNREADABLE' {
  const placed = instantOf(zone, civil)
  if (placed.kind === 'plain') return placed.instant * 1000
  return placed.kind === 'repeated' ? 'TIME_AMBIGUOUS' : 'TIME_UNREADABLE'
}

/**
 * The same for something that happened just now: of a civil time that came twice, the pass that is near the arrival.
 */
export function placeNear(zone: string, civil: number, nearMs: number): ReturnType<typeof placeCivil> {
  const placed = placeCivil(zone, civil)
  if (placed !== 'TIME_AMBIGUOUS') return placed
  const near = ([0, 1] as const)
    .map((fold) => instantOf(zone, civil, fold).instant * 1000)
    .filter((at) => Math.abs(at - nearMs) <= NEAR_MS)
  return near.length === 1 ? near[0]! : placed
}
