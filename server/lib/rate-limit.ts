/** So many of a kind in a span of time, per key. Counted in memory: a restart forgives. */
import { steadyOf } from './clock.ts'
import type { Clock } from './clock.ts'
import { AppError } from './errors.ts'

/** Bounds the memory an attacker can make us use. */
const KEYS_KEPT = 20_000

export interface Limit {
  readonly most: number
  readonly perMs: number
}

export interface RateLimit {
  /** Whether another would be taken. Counts nothing. */
  hasRoom(key: string): boolean
  /** Counts one. False when there were too many; a refused one is not counted. */
  take(key: string): boolean
  /** Counts one. Throws RATE_LIMITED with the seconds until the oldest expires. */
  require(key: string): void
}

/** The times of the last ones are remembered, so that no two spans side by side allow twice as many. */
export function rateLimit(wall: Clock, { most, perMs }: Limit): RateLimit {
  const clock = steadyOf(wall)
  const taken = new Map<string, readonly number[]>()

  function recent(key: string): readonly number[] {
    const since = clock.now() - perMs
    return (taken.get(key) ?? []).filter((at) => at > since)
  }

  function take(key: string): boolean {
    const before = recent(key)
    if (before.length >= most) return false
    // Deleting first moves the key to the end: the map stays in order of last use.
    taken.delete(key)
    taken.set(key, [...before, clock.now()])
    if (taken.size > KEYS_KEPT)
      for (const oldest of taken.keys()) {
        taken.delete(oldest)
        break
      }
    return true
  }

  return {
    hasRoom: (key) => recent(key).length < most,
    take,
    require(key) {
      if (take(key)) return
      const retryAfterS = Math.max(1, Math.ceil(((recent(key)[0] ?? 0) + perMs - clock.now()) / 1000))
      throw new AppError(
        'RATE_LIMITED',
        `More than ${most} of these in ${Math.round(perMs / 1000)} s; try again in ${retryAfterS} s.`,
        { retryAfterS },
      )
    },
  }
}
