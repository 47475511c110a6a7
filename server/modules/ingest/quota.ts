/** Messages per key: a bucket that fills up again, so that a device may send what it kept and may not send for ever. */
import { AppError } from '../../lib/errors.ts'

export interface Quota {
  readonly perS: number
  readonly burst: number
}

const KEYS_KEPT = 20_000

export function createQuota(monotonic: () => number = () => performance.now()) {
  const buckets = new Map<string, { left: number; at: number }>()
  return {
    /** Throws RATE_LIMITED with the seconds until there is room. */
    require(key: string, { perS, burst }: Quota): void {
      const now = monotonic()
      const bucket = buckets.get(key) ?? { left: burst, at: now }
      bucket.left = Math.min(burst, bucket.left + ((now - bucket.at) / 1000) * perS)
      bucket.at = now
      if (!buckets.has(key)) {
        if (buckets.size >= KEYS_KEPT)
          for (const oldest of buckets.keys()) {
            buckets.delete(oldest)
            break
          }
        buckets.set(key, bucket)
      }
      if (bucket.left < 1) {
        const retryAfterS = Math.max(1, Math.ceil((1 - bucket.left) / perS))
        throw new AppError(
          'RATE_LIMITED',
          `This key may send ${perS} messages a second; try again in ${retryAfterS} s.`,
          { retryAfterS },
        )
      }
      bucket.left -= 1
    },
  }
}
