/**
 * A reader's choices on a dashboard, as a report stores them: a filter that has its default is left out, and keeps
 * its default.
 */
import type { DashboardState } from '#engine'

export function chosenValues({ params }: Pick<DashboardState, 'params'>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([key, { origin, state, value }]) =>
      origin === 'default' || state === 'pending' ? [] : [[key, value ?? null]],
    ),
  )
}
