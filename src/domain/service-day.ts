const NOON = 720

/** A day of service ends after midnight: it begins after the longest time without a slot that ends in the morning. */
export function inServiceOrder(starts: readonly number[]): number[] {
  const sorted = [...new Set(starts)].toSorted((a, b) => a - b)
  const [first] = sorted
  if (first === undefined) return []
  let [best, widest] = [0, -1]
  for (const [at, start] of sorted.entries()) {
    const gap = at === 0 ? start + 1440 - sorted.at(-1)! : start - sorted[at - 1]!
    if (gap > widest && start < NOON) [best, widest] = [at, gap]
  }
  return [...sorted.slice(best), ...sorted.slice(0, best)]
}

/** `05:00–05:30`; a slot over midnight ends on the clock of the next day. */
export function slotName(start: number, minutes: number): string {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return `${clock(start)}–${clock(start + minutes)}`
}
