/** Runs at once, and then not again until some time has passed; what comes in between is dropped. */
export function throttled<Words extends readonly unknown[]>(
  run: (...words: Words) => void,
  everyMs: number,
  now: () => number = () => performance.now(),
): (...words: Words) => void {
  let last = -Infinity
  return (...words) => {
    const at = now()
    if (at - last < everyMs) return
    last = at
    run(...words)
  }
}
