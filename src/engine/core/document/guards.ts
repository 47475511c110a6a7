/**
 * The guards of a document, handed in: they weigh more than the rest of the pipeline, and a page that shows a document
 * which was checked when the page was built does without them.
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
 * What the guards of a document and of its widgets' options made of it when the page was built: the same, with all
 * defaults.
 */
export interface Checked {
  readonly document: Readonly<Record<string, unknown>>
  /** Widget -> options of today's version. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/** A guard of what is known to be right: `checked` is what the real one made of it. */
const guardOfChecked =
  (checked: Readonly<Record<string, unknown>> | undefined): DocumentGuard =>
  (value) => {
    Object.assign(value as object, structuredClone(checked))
    return true
  }

/**
 * Guards for one document that is known to be right. Only for what came from the same build; anything else goes through
 * the real guards.
 */
export const guardsOfChecked = ({
  document,
  options,
}: Checked): DocumentGuards & { readonly isOptions: (id: string) => DocumentGuard } => ({
  isLayout: guardOfChecked(document),
  isTransform: () => true,
  isOptions: (id) => guardOfChecked(options[id]),
})
