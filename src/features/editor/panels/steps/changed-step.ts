import { put } from '../../model/raw.ts'
import type { StepFormProps } from './use-step.tsx'

/** A step with one value of it written, or taken away. */
export function changed(step: StepFormProps['step'], path: readonly string[], value: unknown) {
  const draft = structuredClone(step) as Record<string, unknown>
  put(draft, path, value)
  return draft
}
