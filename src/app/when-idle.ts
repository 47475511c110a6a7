/** Longest that what is asked behind the figures waits for an idle moment. */
const IDLE_WITHIN_MS = 2000

/** Runs when the page has nothing to do, at the latest after two seconds; answers what cancels it. */
export function whenIdle(run: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, IDLE_WITHIN_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: IDLE_WITHIN_MS })
  return () => cancelIdleCallback(handle)
}
