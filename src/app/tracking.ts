/**
 * Events of users in the page, for the provider's own statistics (spec 1, "Tracking"): queued, posted in batches of
 * five, and the rest by a beacon when the page is hidden. Secrets are taken out before anything is queued
 * (`#domain/scrub`).
 */
import { scrubEvent } from '#domain/scrub'
import type { TrackingEvent } from '#schemas/generated/api/tracking-event.ts'
import { trackingApi } from '../api/tracking.ts'
import { api, tokens } from './api.ts'

/** So many unsent events are posted together. */
export const BATCH = 5
/** Most events kept while the server is away, and most per request. */
const MAX = 200

export type TrackedEvent = TrackingEvent
type Bag = Record<string, string | number | boolean | null>
export interface TrackedPlace {
  readonly path: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly query: Readonly<Record<string, string>>
}

export interface TrackingPorts {
  /** Resolves when the server has them. */
  post(events: readonly TrackedEvent[]): Promise<void>
  /** Hands them to the browser as the page goes; false when it would not take them. */
  beacon(events: readonly TrackedEvent[], token: string): boolean
  token(): string | null
  now(): number
  id(): string
}

const bag = (values: Readonly<Record<string, string | undefined>>): Bag =>
  Object.fromEntries(
    Object.entries(values)
      .slice(0, 40)
      .flatMap(([key, value]) => (value === undefined ? [] : [[key, value.slice(0, 1000)]])),
  )

/** The area of the product an address belongs to: the step after /users, else the first. */
export const moduleOf = (path: string): string => {
  const [first = '', second] = path.split('/').filter(Boolean)
  return (first === 'users' ? (second ?? 'home') : first) || 'home'
}

export function createTracker({ post, beacon, token, now, id }: TrackingPorts) {
  let queue: TrackedEvent[] = []
  let place: TrackedPlace | null = null
  let last: TrackedEvent | null = null
  let sending = false

  async function flush(): Promise<void> {
    if (sending || queue.length < BATCH || token() === null) return
    sending = true
    const batch = queue.slice(0, MAX)
    // A statistic is worth no error message; what could not be sent waits for the next event.
    await post(batch).then(
      () => {
        queue = queue.filter((event) => !batch.includes(event))
      },
      () => undefined,
    )
    sending = false
  }

  function track(event: string, meta: Bag | null = null): void {
    // Readers who are not signed in are not tracked.
    if (token() === null) return
    const routeState =
      place === null ? null : { path: place.path.slice(0, 2000), params: bag(place.params), query: bag(place.query) }
    const made: TrackedEvent = scrubEvent({
      id: id(),
      event: event.slice(0, 120),
      module: place === null ? null : moduleOf(place.path),
      meta,
      routeState,
      timestamp: now(),
      referer:
        last === null
          ? null
          : {
              id: last.id,
              event: last.event,
              module: last.module ?? null,
              ...last.routeState,
              timestamp: last.timestamp,
            },
    })
    last = made
    queue = [...queue.slice(1 - MAX), made]
    void flush()
  }

  return {
    track,
    /** A page was opened. */
    visit(next: TrackedPlace) {
      place = next
      track('navigation')
    },
    /** The page is hidden, perhaps for good. */
    hide() {
      const access = token()
      if (access !== null && queue.length > 0 && !sending && beacon(queue, access)) queue = []
    },
    waiting: () => queue.length,
  }
}

const tracker = createTracker({
  post: trackingApi(api.client).post,
  beacon: (events, token) =>
    navigator.sendBeacon(
      '/api/monitoring/tracking/beacon',
      new Blob([JSON.stringify({ events, access_token: token })], { type: 'application/json' }),
    ),
  token: tokens.get,
  now: Date.now,
  id: () => crypto.randomUUID(),
})

export const trackRoute = tracker.visit
/** Notes what a person did, with a few plain facts about it. */
export const track = tracker.track
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') tracker.hide()
})
