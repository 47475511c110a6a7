/**
 * Refusals and failures of the fact store. The file is named, so that the person at the terminal knows what to look at.
 */
export type FactsErrorCode = 'FACTS_LOCKED' | 'FACTS_NEWER' | 'FACTS_UNREADABLE' | 'FACTS_WRITE_FAILED' | 'FACTS_CLOSED'

export class FactsError extends Error {
  readonly code: FactsErrorCode

  constructor(code: FactsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'FactsError'
    this.code = code
  }
}

const text = (cause: unknown) => (cause instanceof Error ? cause.message : String(cause))

/**
 * Why the file could not be opened, in words. DuckDB locks its file, so a second process never writes over the first.
 */
export function openError(path: string, cause: unknown): FactsError {
  if (cause instanceof FactsError) return cause
  const holder = /PID (\d+)/.exec(text(cause))?.[1]
  if (/(set|conflicting) lock/i.test(text(cause))) {
    return new FactsError(
      'FACTS_LOCKED',
      `${path} is in use by another process${holder ? ` (${holder})` : ''}; stop it first, or choose another data ` +
        'folder.',
      { cause },
    )
  }
  return new FactsError('FACTS_UNREADABLE', `${path} could not be opened: ${text(cause).split('\n')[0]}`, { cause })
}

export function writeError(path: string, cause: unknown): FactsError {
  const why = /no space|disk full|ENOSPC|could not write|file too large/i.test(text(cause))
    ? 'the disk is full or the file may not grow'
    : text(cause).split('\n')[0]!
  return new FactsError('FACTS_WRITE_FAILED', `None of this batch was stored in ${path}: ${why}. Send it again.`, {
    cause,
  })
}

/** After such an error DuckDB refuses everything until the file is opened anew. */
export const isFatal = (cause: unknown) => /FATAL|invalidated|INTERNAL/i.test(text(cause))

/** DuckDB needed more than it may hold; what it was about was rolled back. */
export const isOutOfMemory = (cause: unknown) => /Out of Memory/i.test(text(cause))
