/** Answers about a store within a time that a probe waits. */
import { setTimeout } from 'node:timers/promises'

/** A probe gets its answer within 50 ms. */
const PROMPT_MS = 40
/** A store that is busy for so long is not ready; until then what it said last holds. */
const BUSY_MS = 2000

/**
 * The same check, which never takes longer: while it is under way its last answer counts. It is asked once at a time.
 * Before there is one, an answer is waited for.
 */
export function promptly(check: () => Promise<boolean>): () => Promise<boolean> {
  let last: boolean | null = null
  let pending: { readonly since: number; readonly answer: Promise<void> } | null = null

  return async () => {
    pending ??= {
      since: performance.now(),
      answer: check()
        .then(
          (answer) => {
            last = answer
          },
          () => {
            last = false
          },
        )
        .finally(() => {
          pending = null
        }),
    }
    const { since, answer } = pending
    const within = async (ms: number) => {
      const late = new AbortController()
      await Promise.race([answer, setTimeout(ms, undefined, { signal: late.signal }).catch(() => undefined)])
      late.abort()
    }
    await within(last === null ? BUSY_MS : PROMPT_MS)
    // The time may have gone to other work of this thread while the first answer lay there.
    if (last === null) await within(PROMPT_MS)
    return last === true && (pending === null || performance.now() - since < BUSY_MS)
  }
}
