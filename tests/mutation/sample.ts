/** Some of many, drawn at random and the same every time, so that two runs can be compared. */
export const SEED = 20261122

/** mulberry32: 32 bits of state are enough to shuffle some ten thousand. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** `size` of them at most, in their own order. Another seed draws others. */
export function sampleOf<T>(all: readonly T[], size: number, seed = SEED): T[] {
  const random = randomFrom(seed)
  const drawn = all
    .map((_, at) => ({ at, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .slice(0, size)
  return drawn
    .map(({ at }) => at)
    .toSorted((a, b) => a - b)
    .map((at) => all[at] as T)
}
