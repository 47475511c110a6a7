/**
 * People inside, now (metrics.md 5.7): what came in less what went out since the reset of the business day, corrected
 * by the drift that doors are known for, never below zero, and never without saying how far it can be trusted.
 */
import { median } from './median.ts'
import { SETTINGS } from './metrics/settings.ts'

/** Counts of the doors of a local since the reset. */
export interface Crossings {
  readonly ins: number
  readonly outs: number
}

/**
 * People left over at the reset, as a share of those who came in: the median of the last days; 0 while too few days are
 * known.
 */
export function driftOf(days: readonly Crossings[]): number {
  const shares = days.filter(({ ins }) => ins > 0).map(({ ins, outs }) => (ins - outs) / ins)
  if (shares.length === 0 || shares.length < SETTINGS.driftMinDays.value) return 0
  // A door that loses more than this is no drift: it counts one way only.
  return Math.max(-MAX_DRIFT, Math.min(MAX_DRIFT, median(shares)))
}
const MAX_DRIFT = 0.15

export interface Inside {
  /** Whole people, at least 0. */
  readonly people: number
  /** In less out, as counted: may be negative. */
  readonly raw: number
  /** People removed by the correction (added, when negative). */
  readonly drift: number
}

export function insideOf({ ins, outs }: Crossings, share: number): Inside {
  const raw = ins - outs
  const drift = Math.round(ins * share)
  return { people: Math.max(0, raw - drift), raw, drift }
}

/** A local without a capacity: 1.2 times the most that was seen; null when nothing was. */
export const inferredCapacity = (maxSeen: number | null): number | null =>
  maxSeen === null || maxSeen <= 0 ? null : Math.ceil(maxSeen * SETTINGS.inferredCapacityFactor.value)

/** A door that reports every so many seconds is silent when its last word is older than this. */
export const staleAfterS = (reportS: number): number => Math.max(SETTINGS.occupancyStaleS.value, 2 * reportS)

// ---------------------------------------------------------------- minutes

/** People who crossed between two instants, epoch ms; `from` = `to` for a single passage. */
export interface Span extends Crossings {
  readonly from: number
  readonly to: number
}

const MINUTE_MS = 60_000

/**
 * Spreads spans evenly over minutes. A minute before `begin` or from `end` on is left out. Sums may be fractions: round
 * where they are added up.
 */
export function minutesOf(spans: readonly Span[], begin: number, end: number): Crossings[] {
  const minutes = Array.from({ length: Math.max(0, Math.ceil((end - begin) / MINUTE_MS)) }, () => ({ ins: 0, outs: 0 }))
  for (const { from, to, ins, outs } of spans) {
    const first = Math.max(0, Math.floor((from - begin) / MINUTE_MS))
    const last = Math.min(minutes.length - 1, from === to ? first : Math.ceil((to - begin) / MINUTE_MS) - 1)
    if (from === to && from < begin) continue
    for (let at = first; at <= last; at++) {
      const minute = minutes[at]
      if (minute === undefined) continue
      const lo = begin + at * MINUTE_MS
      const share = from === to ? 1 : Math.max(0, Math.min(to, lo + MINUTE_MS) - Math.max(from, lo)) / (to - from)
      minute.ins += ins * share
      minute.outs += outs * share
    }
  }
  return minutes
}
