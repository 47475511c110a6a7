/** The guards of a document, handed in: they weigh more than the rest of the pipeline. */
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
