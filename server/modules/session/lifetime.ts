/** How long sessions live. */
import type { StillOpen } from './open-sessions-repo.ts'

export const IDLE_MS = 2 * 3_600_000
export const ABSOLUTE_MS = 12 * 3_600_000
/** So long a password counts as just shown. */
export const CONFIRMED_MS = 15 * 60_000
/** How stale "last seen" may be; a write per request would cost a disk sync each. */
export const SEEN_EVERY_MS = 60_000

/** Which sessions have not ended by themselves. */
export const stillOpenAt = (now: number): StillOpen => ({ createdAfter: now - ABSOLUTE_MS, seenAfter: now - IDLE_MS })
