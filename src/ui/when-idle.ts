/** Longest that what the page may do later waits for an idle moment. */
const IDLE_WITHIN_MS = 2000

/** Runs when the page has nothing to do, after `afterMs` and within two seconds; the answer cancels it. */
export function whenIdle(run: () => void, afterMs = 0): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, IDLE_WITHIN_MS)
    return () => clearTimeout(timer)
  }
  let idle: number | undefined
  const ask = () => {
    idle = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS - afterMs })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  if (afterMs > 0) timer = setTimeout(ask, afterMs)
  else ask()
  return () => {
    clearTimeout(timer)
    if (idle !== undefined) cancelIdleCallback(idle)
  }
}
