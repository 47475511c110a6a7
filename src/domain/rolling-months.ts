/** Sums of months that are known as months or as quarters (metrics.md 5.8). A sum with a hole in it is not known. */

/** A figure that covers 1 or 3 months, from `month` on (months since year 0). */
export interface MonthFigure {
  readonly month: number
  readonly months: number
  readonly figure: number
}

export interface MonthSeries {
  /** Sum of the months that end with one; null when a part of it is not known. A quarter is never divided. */
  sum(end: number, months: number): number | null
  /** First and last month that is covered; null when there is none. */
  readonly span: { readonly first: number; readonly last: number } | null
}

export function monthSeries(figures: readonly MonthFigure[]): MonthSeries {
  const months = new Map<number, number>()
  /** By their last month. */
  const quarters = new Map<number, number>()
  for (const { month, months: length, figure } of figures) {
    const [into, at] = length === 1 ? [months, month] : [quarters, month + length - 1]
    into.set(at, (into.get(at) ?? 0) + figure)
  }
  const ends = figures.flatMap(({ month, months: length }) => [month, month + length - 1])
  return {
    span: ends.length === 0 ? null : { first: Math.min(...ends), last: Math.max(...ends) },
    sum(end, length) {
      let [sum, at] = [0, end]
      while (at > end - length) {
        const [month, quarter] = [months.get(at), quarters.get(at)]
        if (month !== undefined) [sum, at] = [sum + month, at - 1]
        else if (quarter !== undefined && at - 3 >= end - length) [sum, at] = [sum + quarter, at - 3]
        else return null
      }
      return sum
    },
  }
}

/** Several places as one: a sum that one of them does not know is not known. */
export function together(all: readonly MonthSeries[]): MonthSeries {
  const spans = all.flatMap(({ span }) => span ?? [])
  const first = Math.min(...spans.map((span) => span.first))
  const last = Math.max(...spans.map((span) => span.last))
  return {
    span: spans.length === 0 ? null : { first, last },
    sum(end, length) {
      const sums = all.map((series) => series.sum(end, length))
      const known = sums.flatMap((sum) => sum ?? [])
      return known.length < all.length || all.length === 0 ? null : known.reduce((a, b) => a + b, 0)
    },
  }
}
