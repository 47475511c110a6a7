/**
 * People inside by the minute (metrics.md 5.7): sums of several zones of the same minute, and what a stretch of minutes
 * comes to.
 */

/** One value a minute; null = not known. */
export type Course = readonly (number | null)[]

/** People in several zones at the same time; a minute that one of them does not know is not known. */
export function together(courses: readonly Course[]): (number | null)[] {
  const [first, ...others] = courses
  return (first ?? []).map((value, at) =>
    others.reduce<number | null>((sum, other) => {
      const more = other[at] ?? null
      return sum === null || more === null ? null : sum + more
    }, value),
  )
}

export interface CourseFigures {
  readonly min: number | null
  readonly mean: number | null
  /** Of zones: the most at one time, not the sum of the most of each. */
  readonly peak: number | null
  /** Minutes that are known. */
  readonly known: number
}

/** Figures of the known minutes; null without any. */
export function figuresOf(course: Course): CourseFigures {
  const known = course.filter((value) => value !== null)
  if (known.length === 0) return { min: null, mean: null, peak: null, known: 0 }
  return {
    min: known.reduce((least, value) => Math.min(least, value), Infinity),
    mean: known.reduce((sum, value) => sum + value, 0) / known.length,
    peak: known.reduce((most, value) => Math.max(most, value), -Infinity),
    known: known.length,
  }
}
