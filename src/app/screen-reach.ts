/** Calls to a server that may be away: each gives up after a minute, and all that wait for it share one wait. */
import type { Clock } from '#engine'

/** A server that is away is asked again after the first of these, and in the end every minute. */
const AGAIN_MS = [5000, 15_000, 30_000, 60_000] as const
const ANSWER_MS = 60_000
/** A gateway without its server, or maintenance. */
const AWAY = [502, 503, 504]

interface ReachPorts {
  readonly fetch: typeof fetch
  readonly clock: Clock
  /** Since when the server gives no answer, epoch ms; null while it does. */
  readonly awaySince: () => number | null
  readonly onAway: (since: number | null) => void
}

export function createReach({ fetch: call, clock, awaySince, onAway }: ReachPorts) {
  let waiting: Promise<void> | null = null
  let misses = 0

  function answered(): void {
    misses = 0
    if (awaySince() !== null) onAway(null)
  }

  /** Resolves when it is time to ask again; all that wait share one wait. */
  function away(): Promise<void> {
    if (awaySince() === null) onAway(clock.now())
    waiting ??= new Promise((done) => {
      clock.after(AGAIN_MS[Math.min(misses, AGAIN_MS.length - 1)] ?? ANSWER_MS, () => {
        waiting = null
        done()
      })
      misses += 1
    })
    return waiting
  }

  /** One try; null when the server is away. Rejects when the caller gave up. */
  async function attempt(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response | null> {
    const limit = AbortSignal.timeout(ANSWER_MS)
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit
    const answer = await call(input, { ...init, signal }).catch((cause: unknown) => {
      if (init.signal?.aborted) throw cause
      return null
    })
    return answer === null || AWAY.includes(answer.status) ? null : answer
  }

  return { answered, away, attempt }
}
