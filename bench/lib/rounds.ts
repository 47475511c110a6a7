/**
 * Rounds in which all contestants take turns, so that a slow moment of the machine hits all of them. Medians are kept.
 */
export interface Contestant {
  readonly name: string
  /** Does the work once; what it returns goes to `check` after the clock has stopped. */
  readonly work: () => unknown
  /** A number that must be the same for everybody. */
  readonly check: (result: never) => number
}

export interface Timing {
  readonly name: string
  readonly ms: number
  readonly checksum: number
}

const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] as number

/** Quick work is repeated inside a round until it fills this much: the clock of a page is coarse. */
const ROUND_MS = 4
const MAX_REPEATS = 40

export async function compete(contestants: readonly Contestant[], rounds: number): Promise<Timing[]> {
  const times = contestants.map(() => [] as number[])
  const checksums: number[] = []
  const repeats: number[] = []
  for (const [i, { work, check }] of contestants.entries()) {
    checksums[i] = check((await work()) as never)
    const once = await timed(work, 1)
    repeats[i] = Math.max(1, Math.min(MAX_REPEATS, Math.ceil(ROUND_MS / Math.max(once, 0.05))))
  }
  for (let round = 0; round < rounds; round++) {
    for (const [i, { work }] of contestants.entries()) times[i]?.push(await timed(work, repeats[i] as number))
  }
  return contestants.map(({ name }, i) => ({
    name,
    ms: median(times[i] as number[]),
    checksum: checksums[i] as number,
  }))
}

async function timed(work: () => unknown, repeats: number): Promise<number> {
  const started = performance.now()
  for (let i = 0; i < repeats; i++) {
    const result = work()
    if (result instanceof Promise) await result
  }
  return (performance.now() - started) / repeats
}
