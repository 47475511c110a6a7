/**
 * What a reader has chosen on a dashboard, as a report keeps it: a filter that has its default is left out, and goes on
 * having it.
 */
import type { DashboardState } from '#engine'

export function chosenValues({ params }: Pick<DashboardState, 'params'>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, { origin, state, value }]) =>
      origin === 'default' || state === 'pending' ? [] : [[key, value ?? null]],
    ),
  )
}
