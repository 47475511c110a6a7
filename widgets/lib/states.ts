/**
 * Which stories show which state of the engine; a new state of the engine has to be added here. `Ready` is a widget's
 * own, the others are of all widgets (`states.stories.tsx`).
 */
import type { WidgetState } from '#engine/types'

/** State -> stories of it. A hidden widget is not drawn. */
export const STATE_STORIES = {
  blocked: ['Blocked'],
  queued: ['Queued'],
  loading: ['Loading', 'Stale'],
  ready: ['Ready', 'Partial'],
  empty: ['Empty'],
  error: ['Error'],
  quarantined: ['Quarantined'],
  hidden: [],
} as const satisfies Readonly<Record<WidgetState['kind'], readonly string[]>>

/**
 * The same figures in other circumstances: a small and a large place, a phone, long names, paper, a report, and the
 * table twin of the drawing.
 */
export const VARIANT_STORIES = ['Large', 'MinSize', 'Phone', 'LongText', 'Printed', 'Reported', 'AsTable'] as const

export type StoryName = (typeof STATE_STORIES)[keyof typeof STATE_STORIES][number] | (typeof VARIANT_STORIES)[number]

/** Stories of all widgets, in one file. */
export const SHARED_STORIES: ReadonlySet<string> = new Set(
  [...Object.values(STATE_STORIES).flat(), ...VARIANT_STORIES].filter((story) => story !== 'Ready'),
)
