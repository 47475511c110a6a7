/**
 * Errors cross a worker's border as data: a thrown error would arrive with its message only, without code and details.
 */
import { DomainError } from '#domain/domain-error'

/** Exactly one of the two is there. */
export interface Answer<T> {
  readonly value?: T
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly details?: Readonly<Record<string, string | number>> | undefined
  }
}

/** In the worker. */
export async function answer<T>(work: () => T | Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof DomainError)
      return { error: { code: error.code, message: error.message, details: error.details } }
    return { error: { code: 'WORKER_FAILED', message: error instanceof Error ? error.message : String(error) } }
  }
}

/** In the page. */
export function unwrap<T>({ value, error }: Answer<T>): T {
  if (error) throw new DomainError(error.code, error.message, error.details)
  return value as T
}
