/**
 * Numbers that look random and are a function of what they are for: the same seed, local and day always give the same
 * day, independent of what is generated before it, so that a later start only adds the hours that are new.
 */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** Mean 0, deviation 1. */
  normal(): number
  /** A count around a mean, with the spread of people who come independently of each other. */
  count(mean: number): number
  /** The whole number below or above, so that the mean stays. */
  whole(value: number): number
}

/** A stream of its own for each combination of keys. */
export function random(...keys: number[]): Random {
  let state = 0x9e3779b9
  for (const key of keys) {
    state = Math.imul(state ^ (key | 0), 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state, 0xc2b2ae35) ^ (state >>> 16)
  }
  // mulberry32, public domain (T. Ettinger).
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  // The sum of four uniform numbers is near enough to a bell and three times quicker than logarithms.
  const normal = () => (next() + next() + next() + next() - 2) * 1.7320508
  const whole = (value: number) => Math.floor(value + next())
  return {
    next,
    normal,
    whole,
    count: (mean) => (mean <= 0 ? 0 : Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))),
  }
}
