/** Shared parts of drills that measure waiting: requests at a rate, and the order of what they took. */
import { setTimeout as pause } from 'node:timers/promises'

/** So many a second for so long, whether or not the ones before have been answered. */
export async function atRate<T>(aSecond: number, seconds: number, one: (n: number) => Promise<T>): Promise<T[]> {
  const began = performance.now()
  const sent: Promise<T>[] = []
  while (performance.now() - began < seconds * 1000) {
    while (sent.length < ((performance.now() - began) / 1000) * aSecond) {
      const next = one(sent.length)
      // A failure is reported at the end: before it, the failure would be unhandled, and the drill would end without
      // its servers.
      next.catch(() => undefined)
      sent.push(next)
    }
    await pause(2)
  }
  return Promise.all(sent)
}

/** The value that a share of all lies below: 0.5 = the middle one, 1 = the largest. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
