/**
 * The challenge for a passkey: random, for one browser (a sealed cookie), for two minutes, once. Used ones are kept in
 * memory as long as their cookie could come back; after a restart only the counter of the passkey protects.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import type { Secrets } from '../../lib/secrets.ts'

export const CHALLENGE_S = 120
const PLACE = 'cookie:passkey'
/** Bounds the memory an attacker can make us use. */
const MAX = 20_000

interface Kept {
  readonly challenge: string
  /** Who registers; null = a sign-in. */ readonly userId: number | null
  readonly until: number
}

export function passkeyChallenges(secrets: Pick<Secrets, 'seal' | 'open'>, clock: Clock) {
  const used = new Map<string, number>()

  function read(cookie: string | null): Kept | null {
    if (cookie === null) return null
    try {
      return JSON.parse(secrets.open(cookie, PLACE)) as Kept
    } catch {
      return null
    }
  }

  return {
    /** `kept`: what the browser holds until it answers. */
    make(userId: number | null): { challenge: string; kept: string } {
      const challenge = randomBytes(32).toString('base64url')
      const kept: Kept = { challenge, userId, until: clock.now() + CHALLENGE_S * 1000 }
      return { challenge, kept: secrets.seal(JSON.stringify(kept), PLACE) }
    },

    /**
     * The challenge in this cookie, once; null when there is none, it is too old, was used, or is for something else.
     */
    take(cookie: string | null, userId: number | null): string | null {
      const [kept, now] = [read(cookie), clock.now()]
      for (const [challenge, until] of used) if (until <= now || used.size > MAX) used.delete(challenge)
      if (kept === null || kept.until <= now || kept.userId !== userId || used.has(kept.challenge)) return null
      used.set(kept.challenge, kept.until)
      return kept.challenge
    },
  }
}

export type PasskeyChallenges = ReturnType<typeof passkeyChallenges>
