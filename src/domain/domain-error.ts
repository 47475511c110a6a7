/**
 * A refusal by a business rule. The code is stable and listed in docs/errors.md; the message is a sentence with the
 * value and what was expected; `details` lets a page say the same in the reader's language.
 */
export class DomainError extends Error {
  readonly code: string
  readonly details: Readonly<Record<string, string | number>> | undefined

  constructor(code: string, message: string, details?: Readonly<Record<string, string | number>>, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DomainError'
    this.code = code
    this.details = details
  }
}
