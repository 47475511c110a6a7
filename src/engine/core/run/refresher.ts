/**
 * Asks again what a document wants asked every so many seconds. It counts from the answer, so that nothing overlaps;
 * what is due together is asked together; nothing is asked while the page is hidden; and after a failure each wait is
 * twice as long.
 */
import { REFRESH_GATHER_MS, REFRESH_JITTER, REFRESH_MOST_MS } from '../document/constants.ts'
import type { Clock, VisibilityPort } from '../params/ports.ts'
import type { QueryKey } from '../document/model.ts'

/**
 * A query that is asked: `answer` is what came of it, a new object each time; undefined while it is in flight. `at`:
 * when it came, which was earlier for one that was kept.
 */
export interface Followed {
  readonly query: QueryKey
  readonly everyMs: number
  readonly answer: object | undefined
  readonly at: number
  readonly failed: boolean
}

export interface Refresher {
  /** Tells what is asked now and how each stands; what is not told any more is not asked again. */
  follow(all: readonly Followed[]): void
  dispose(): void
}

export interface RefresherOptions {
  readonly clock: Clock
  readonly random: () => number
  readonly visibility?: VisibilityPort
  readonly ask: (queries: readonly QueryKey[]) => void
}

interface Waiting {
  answer: object | undefined
  failures: number
  dueAt: number | undefined
}

export function createRefresher({ clock, random, visibility, ask }: RefresherOptions): Refresher {
  const waiting = new Map<QueryKey, Waiting>()
  let cancel: (() => void) | undefined
  let armedFor = Infinity
  const forget = visibility?.onChange(() => arm())

  /** Never sooner than was asked for: many pages that opened together drift apart. */
  const waitOf = (everyMs: number, failures: number) =>
    Math.max(everyMs, Math.min(REFRESH_MOST_MS, everyMs * 2 ** failures)) * (1 + REFRESH_JITTER * random())

  function arm(): void {
    const dueAt =
      visibility?.hidden() === true
        ? Infinity
        : Math.min(Infinity, ...[...waiting.values()].flatMap((one) => one.dueAt ?? []))
    if (dueAt === armedFor) return
    cancel?.()
    cancel = undefined
    armedFor = dueAt
    if (dueAt !== Infinity) cancel = clock.after(Math.max(0, dueAt - clock.now()), fire)
  }

  function fire(): void {
    cancel = undefined
    armedFor = Infinity
    const until = clock.now() + REFRESH_GATHER_MS
    const due = [...waiting].filter(([, { dueAt }]) => dueAt !== undefined && dueAt <= until)
    for (const [, one] of due) one.dueAt = undefined
    if (due.length > 0) ask(due.map(([query]) => query))
    arm()
  }

  return {
    follow(all) {
      const told = new Set(all.map(({ query }) => query))
      for (const query of waiting.keys()) if (!told.has(query)) waiting.delete(query)
      for (const { query, everyMs, answer, at, failed } of all) {
        const one = waiting.get(query) ?? { answer: undefined, failures: 0, dueAt: undefined }
        waiting.set(query, one)
        if (answer === one.answer) continue
        // On its way already, for a reason of its own: nothing is due before it is there.
        if (answer === undefined) {
          one.dueAt = undefined
          continue
        }
        one.answer = answer
        one.failures = failed ? one.failures + 1 : 0
        one.dueAt = at + waitOf(everyMs, one.failures)
      }
      arm()
    },
    dispose() {
      forget?.()
      cancel?.()
      waiting.clear()
    },
  }
}
