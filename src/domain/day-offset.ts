/** How the days of one period lie on the days of another, where no holiday says otherwise (see `day-map.ts`). */
const WEEK = 7

/**
 * By how many days the reference is moved so that its weekdays meet those of the period: day `i` of the period lies on
 * day `i + offset` of the reference, -3 to 3. 0 for less than a week, whose days lie on each other in their order. Days
 * since 1970.
 */
export function dayOffset(
  comparing: { readonly from: number; readonly to: number },
  reference: { readonly from: number; readonly to: number },
): number {
  if (comparing.to - comparing.from + 1 < WEEK || reference.to - reference.from + 1 < WEEK) return 0
  return ((((comparing.from - reference.from) % WEEK) + WEEK + 3) % WEEK) - 3
}
