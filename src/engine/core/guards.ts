/**
 * The guards of a document, handed in: they weigh more than the rest of the pipeline, and a page that shows a document which was
 * checked when the page was built does without them.
 */
import type { GuardError } from '#schemas/guard.ts'

/** True when the value is right, with the schema's defaults filled in place; else `errors` says why. */
export interface DocumentGuard {
  (value: unknown): boolean
  errors?: readonly GuardError[] | null
}

export interface DocumentGuards {
  readonly isLayout: DocumentGuard
  readonly isTransform: DocumentGuard
}

/**
 * Guards for one document that is known to be right. `checked` is what the real guard made of it: the same, with its defaults.
 * Only for what came from the same build; anything else goes through the real guards.
 */
export const guardsOfChecked = (checked: Readonly<Record<string, unknown>>): DocumentGuards => ({
  isLayout(value) {
    Object.assign(value as object, structuredClone(checked))
    return true
  },
  isTransform: () => true,
})
