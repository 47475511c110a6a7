/**
 * People inside by the minute (metrics.md 5.7): what sensors or files said at instants, interpolated over short gaps,
 * never over a long one; sums of several zones of the same minute; and what a stretch of minutes comes to.
 */
import { SETTINGS } from './metrics/settings.ts'

/** People seen at an instant, epoch ms. */
export interface Level {
  readonly at: number
  readonly people: number
}

/** One value a minute; null = not known. */
export type Course = readonly (number | null)[]

const MINUTE_MS = 60_000

/**
 * The level of each minute of [begin, end): the last one said within it, else interpolated between its neighbours when
 * they are at most `gapMin` minutes apart, else null. Levels may come in any order.
 */
export function courseOf(
  levels: readonly Level[],
  begin: number,
  end: number,
  gapMin: number = SETTINGS.occupancyGapMin.value,
): (number | null)[] {
  const sorted = levels.toSorted((a, b) => a.at - b.at)
  const course: (number | null)[] = []
  let next = 0
  for (let from = begin; from < end; from += MINUTE_MS) {
    while (next < sorted.length && sorted[next]!.at < from + MINUTE_MS) next += 1
    const before = sorted[next - 1]
    const after = sorted[next]
    if (before !== undefined && before.at >= from) course.push(before.people)
    else course.push(between(before, after, from, gapMin))
  }
  return course
}

function between(before: Level | undefined, after: Level | undefined, at: number, gapMin: number): number | null {
  if (before === undefined || after === undefined || after.at - before.at > gapMin * MINUTE_MS) return null
  return before.people + ((after.people - before.people) * (at - before.at)) / (after.at - before.at)
}

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

/** What known minutes come to; nothing of none. */
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
