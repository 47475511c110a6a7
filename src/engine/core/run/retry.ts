/** What a failed call means: try again, stop, sign in, or nothing there (spec 1, sections 4 and 8; engine.md 4). */
import type { Issue } from '../../types.ts'
import { BACKOFF_MS, JITTER, TIMEOUT_MS } from '../document/constants.ts'
import { issue } from '../document/issue.ts'
import { isRecord } from '../document/pointer.ts'

export type Verdict =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'retry'; readonly issue: Issue; readonly afterMs?: number }
  | { readonly kind: 'stop'; readonly issue: Issue }

/** Thrown by the scheduler itself when a call takes too long. */
export class CallTimeout extends Error {
  readonly timeoutMs: number
  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs} ms`)
    this.timeoutMs = timeoutMs
  }
}

/**
 * Reads an error by its shape, because sources know nothing of the engine: `status` is the HTTP status, `code` and
 * `message` are the server's, `retryAfterMs` its `Retry-After`. Without a connection `fetch` throws a TypeError.
 */
export function verdictOf(error: unknown): Verdict {
  const status = isRecord(error) && typeof error.status === 'number' ? error.status : undefined
  const code = isRecord(error) && typeof error.code === 'string' ? error.code : ''
  const message =
    error instanceof Error
      ? error.message
      : isRecord(error) && typeof error.message === 'string'
        ? error.message
        : String(error)
  const reason = [code, message].filter((part) => part !== '').join(': ')
  const told = { ...detailsOf(error), reason, ...(code !== '' && { code }) }
  if (error instanceof CallTimeout)
    return { kind: 'retry', issue: issue('SOURCE_TIMEOUT', '', { seconds: error.timeoutMs / 1000 }) }
  if (code === 'TIMEOUT' || (error instanceof Error && error.name === 'TimeoutError'))
    return { kind: 'retry', issue: issue('SOURCE_TIMEOUT', '', { seconds: TIMEOUT_MS / 1000 }) }
  if (status === 401) return { kind: 'unauthorized' }
  if (status === 404) return { kind: 'notFound' }
  if (status === 408 || status === 429 || (status !== undefined && status >= 500)) {
    const after =
      isRecord(error) && typeof error.retryAfterMs === 'number' && error.retryAfterMs >= 0
        ? error.retryAfterMs
        : undefined
    return {
      kind: 'retry',
      issue: issue('SOURCE_FAILED', '', { ...told, status }),
      ...(after !== undefined && { afterMs: after }),
    }
  }
  if (status !== undefined && status >= 400)
    return { kind: 'stop', issue: issue('SOURCE_REFUSED', '', { ...told, status }) }
  if (error instanceof TypeError || code === 'NETWORK') return { kind: 'retry', issue: issue('SOURCE_NETWORK', '') }
  return { kind: 'stop', issue: issue('SOURCE_UNREADABLE', '', told) }
}

/** What the text of the code may name: `{{request}}`, `{{days}}`. */
export function detailsOf(error: unknown): Record<string, string | number> {
  const details = isRecord(error) && isRecord(error.details) ? error.details : {}
  return Object.fromEntries(
    Object.entries(details).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[key, value]] : [],
    ),
  )
}

/** Wait before the try after `failed` failed ones: 1, 2, 4, 8, 15 s, spread by 20 %. */
export function backoff(failed: number, random: () => number): number {
  const base = BACKOFF_MS[Math.min(failed, BACKOFF_MS.length) - 1] ?? 0
  return Math.round(base * (1 + JITTER * (2 * random() - 1)))
}
