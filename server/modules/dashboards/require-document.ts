import type { Issue } from '#engine/types'
import type { LoadedLayout } from '../../../src/engine/core/graph/validate.ts'
import { AppError } from '../../lib/errors.ts'

/** How many issues a refusal names. */
const MAX = 20

const shown = ({ code, pointer, range, params, text }: Issue) => ({
  code,
  pointer,
  line: range?.line ?? 1,
  column: range?.column ?? 1,
  params: params ?? {},
  text,
})

export function invalid(issues: readonly Issue[]): AppError {
  const [first] = issues
  return new AppError(
    'DASHBOARD_INVALID',
    `The document has ${issues.length} errors and cannot be published; the first: ` +
      (first?.text ?? 'it is newer than this version'),
    {
      count: issues.length,
      first: first?.text ?? '',
      issues: issues.slice(0, MAX).map(shown),
    },
  )
}

/** Throws DASHBOARD_UNREADABLE for what is no JSON document, or beyond the limits. */
export function requireDocument({ document, issues, text }: LoadedLayout): Record<string, unknown> {
  if (document === undefined || !text.isWellFormed()) {
    throw new AppError(
      'DASHBOARD_UNREADABLE',
      `This is no document of a dashboard: ${issues[0]?.text ?? 'it holds half a character.'}`,
      { first: issues[0]?.text ?? '', issues: issues.slice(0, MAX).map(shown) },
    )
  }
  return document
}
