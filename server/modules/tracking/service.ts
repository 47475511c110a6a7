/** Tracking: events of the page, without secrets, kept for 90 days (reliability.md, section 4). */
import { scrubEvent } from '#domain/scrub'
import type { TrackingEvent } from '#schemas/generated/api/tracking-event.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Job } from '../../lib/jobs.ts'
import { rateLimit } from '../../lib/rate-limit.ts'
import type { SessionService } from '../session/service.ts'
import type { Caller } from '../../lib/caller.ts'
import type { TrackingRepo } from './repo.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 90 * DAY_MS
const SWEEP_EVERY_MS = 3_600_000
/** The page sends five at a time; a person who works fast makes a few such batches a minute. */
const BATCHES = 60
const BATCHES_PER_MS = 60_000

interface Parts {
  readonly tracking: TrackingRepo
  readonly sessions: Pick<SessionService, 'resolve'>
  readonly clock: Clock
  readonly quotaMb: number
  /** Addresses of the product: with the host that was asked, where a beacon may come from. */
  readonly publicUrl: string
}

export interface Beacon {
  readonly events: readonly TrackingEvent[]
  readonly token: string
  readonly origin: string | undefined
  readonly host: string
}

export function trackingService({ tracking, sessions, clock, publicUrl, quotaMb }: Parts) {
  /** Characters that each account has sent since its day began. */
  const sent = new Map<number, { since: number; size: number }>()
  const limit = rateLimit(clock, { most: BATCHES, perMs: BATCHES_PER_MS })
  const ownOrigin = new URL(publicUrl).origin

  /** A page of another site can send a beacon too, but it cannot choose its Origin. */
  function requireOwnOrigin(origin: string | undefined, host: string): void {
    const own =
      origin !== undefined &&
      (origin === ownOrigin || (URL.canParse(origin) && host !== '' && new URL(origin).host === host.toLowerCase()))
    if (!own) throw new AppError('ORIGIN_NOT_ALLOWED', 'This is only taken from a page of this product.')
  }

  function requireRoom(user: number, size: number): void {
    const known = sent.get(user)
    const day = known !== undefined && clock.now() - known.since < DAY_MS ? known : { since: clock.now(), size: 0 }
    if (day.size + size > quotaMb * 1_000_000) {
      const retryAfterS = Math.ceil((day.since + DAY_MS - clock.now()) / 1000)
      throw new AppError(
        'RATE_LIMITED',
        `This account has sent ${quotaMb} MB of events in 24 hours; no more are kept for ${retryAfterS} s.`,
        { retryAfterS },
      )
    }
    sent.set(user, { since: day.since, size: day.size + size })
  }

  async function record(
    { scope, user }: Pick<Caller, 'scope' | 'user'>,
    events: readonly TrackingEvent[],
  ): Promise<void> {
    limit.require(String(user.id))
    const scrubbed = events.map(scrubEvent)
    requireRoom(user.id, JSON.stringify(scrubbed).length)
    await tracking.append(scope, scrubbed, clock.now())
  }

  return {
    /** Throws RATE_LIMITED. */
    record,

    /** Throws ORIGIN_NOT_ALLOWED before it looks at the token, SESSION_INVALID, RATE_LIMITED. */
    async beacon({ events, token, origin, host }: Beacon): Promise<void> {
      requireOwnOrigin(origin, host)
      const caller = await sessions.resolve(token)
      if (caller === null) throw new AppError('SESSION_INVALID', 'This session has ended or never was; sign in again.')
      await record(caller, events)
    },
  }
}

/** Deletes what is older than 90 days. */
export const trackingRetention = (tracking: Pick<TrackingRepo, 'sweep'>, clock: Clock): Job => ({
  name: 'tracking retention',
  everyMs: SWEEP_EVERY_MS,
  run: () => tracking.sweep(clock.now() - KEPT_MS),
})

export type TrackingService = ReturnType<typeof trackingService>
