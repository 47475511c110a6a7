/** The guards of a document, handed in: they weigh more than the rest of the pipeline. */
import type { Column } from '#domain/frame'
import type { GuardError } from '#schemas/guard.ts'
import type { Issue } from '../../types.ts'

/** True when the value is right, with the schema's defaults filled in place; else `errors` says why. */
export interface DocumentGuard {
  (value: unknown): boolean
  errors?: readonly GuardError[] | null
}

export interface DocumentGuards {
  readonly isLayout: DocumentGuard
  readonly isTransform: DocumentGuard
  readonly unitIssues: UnitCheck
}

/**
 * Measures that steps may not add up, and the columns at their end; undefined where they are unknown.
 *
 * @param joins columns of the queries that the steps join
 */
export type UnitCheck = (
  start: readonly Column[],
  steps: readonly unknown[],
  pointerOf: (index: number) => string,
  joins: Readonly<Record<string, readonly Column[]>>,
) => { readonly issues: readonly Issue[]; readonly columns: readonly Column[] | undefined }
