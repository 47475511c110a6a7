/** Columns that are worked out: a formula, a part of a day, a target. */
import { put } from '../../model/raw.ts'
import type { StepFormProps } from './use-step.tsx'

/** As the schema has them. */
export const PARTS = [
  'weekday',
  'hour',
  'dayOfMonth',
  'week',
  'weekOfYear',
  'month',
  'monthOfYear',
  'quarterOfYear',
  'year',
] as const

/** A step with one value of it written, or taken away. */
export function changed(step: StepFormProps['step'], path: readonly string[], value: unknown) {
  const draft = structuredClone(step) as Record<string, unknown>
  put(draft, path, value)
  return draft
}
