import { SETTINGS } from './metrics/settings.ts'

/** People seen at an instant, epoch ms. */
export interface Level {
  readonly at: number
  readonly people: number
}

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
