/**
 * Five figures of a spread, as Tukey drew them: the whiskers end at the last value within one and a half times the
 * middle half.
 */
export interface Spread {
  readonly n: number
  readonly low: number
  readonly q1: number
  readonly median: number
  readonly q3: number
  readonly high: number
  /** Beyond the whiskers, ascending. */
  readonly outliers: readonly number[]
}

const REACH = 1.5

/** Null without values. Quartiles are interpolated between neighbours, as spreadsheets and R's default do. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length === 0) return null
  const sorted = Float64Array.from(values).sort()
  const at = (share: number) => {
    const place = (sorted.length - 1) * share
    const [below, above] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number]
    const part = place - Math.floor(place)
    // Not `below + part * (above - below)`: the difference of two huge figures of different sign is none.
    return below * (1 - part) + above * part
  }
  const [q1, median, q3] = [at(0.25), at(0.5), at(0.75)]
  const reach = REACH * (q3 - q1)
  const inside = sorted.filter((value) => value >= q1 - reach && value <= q3 + reach)
  const [low, high] = [inside[0] ?? q1, inside.at(-1) ?? q3]
  return {
    n: sorted.length,
    low: Math.min(low, q1),
    q1,
    median,
    q3,
    high: Math.max(high, q3),
    outliers: [...sorted].filter((value) => value < low || value > high),
  }
}
