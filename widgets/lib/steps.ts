/** Thresholds: from each value on a colour and a word, so that nothing is said by colour alone. */
import type { ProjectionContext } from '#engine/types'

type StepTone = 'good' | 'warn' | 'bad' | 'neutral'
export interface Step {
  readonly from: number
  readonly tone: StepTone
  readonly word: string
}

/**
 * Thresholds as options have them: each without a word takes that of its tone, from the widget's texts
 * `tone.*`.
 */
export const worded = (
  steps: readonly (Omit<Step, 'word'> & { readonly word?: string })[],
  { t }: Pick<ProjectionContext, 't'>,
): Step[] => steps.map((step) => ({ ...step, word: step.word ?? t(`tone.${step.tone}`) }))

/** Steps from the lowest on. */
export const sortedSteps = (steps: readonly Step[]): Step[] => steps.toSorted((a, b) => a.from - b.from)

/** The step a value has reached; null below the first, and where there is no value. */
export function stepOf(steps: readonly Step[], value: number | null): Step | null {
  return value === null ? null : (sortedSteps(steps).findLast(({ from }) => value >= from) ?? null)
}

/**
 * How far a value is towards its target in percent; where less is better, the target over the value. Null where that
 * cannot be said.
 */
export function progressOf(
  value: number | null,
  target: number | null,
  betterWhen: 'up' | 'down' | 'neutral' = 'up',
): number | null {
  if (value === null || target === null) return null
  const [part, whole] = betterWhen === 'down' ? [target, value] : [value, target]
  const progress = whole === 0 ? Number.NaN : (100 * part) / whole
  return Number.isFinite(progress) && progress >= 0 ? progress : null
}
