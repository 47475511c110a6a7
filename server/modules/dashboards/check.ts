/**
 * The checks that block a publication: the same pipeline as in the editor and on the command line, with two exceptions.
 */
import type { Issue } from '#engine/types'
import type { DashboardFindings } from '#schemas/generated/entities/dashboard-findings.ts'
import { partOf } from '../../../src/engine/core/graph/envelope.ts'
import { at, same } from '../../../src/engine/core/document/pointer.ts'
import { loadLayout, type LoadedLayout } from '../../../src/engine/core/graph/validate.ts'
import { documentContext } from './context.ts'

/**
 * Loads a document as the page would; `linkHosts`: to which it may link, `dashboards`: ids that it may lead to, where
 * they are known. Never throws.
 */
export const readDocument = async (
  text: string,
  linkHosts: readonly string[],
  dashboards?: ReadonlySet<string>,
): Promise<LoadedLayout> =>
  loadLayout(text, { ...(await documentContext()), linkHosts, ...(dashboards && { dashboards }) })

/**
 * The issues that keep a document from being published. A part that is identical in `published` does not: it
 * was right when it was published, and an unrelated edit after an upgrade must not lose it.
 */
export function inTheWay(loaded: LoadedLayout, published?: Readonly<Record<string, unknown>>): readonly Issue[] {
  const { document, issues, readOnly } = loaded
  if (document === undefined || readOnly) return issues
  return issues.filter(({ severity, pointer }) => {
    if (severity !== 'error') return false
    const part = partOf(pointer)
    return part === '' || published === undefined || !same(at(document, part), at(published, part))
  })
}

/** How many a check names. */
const MAX_FOUND = 200

/** A check: every finding of a document that would be new, and whether it could be published. */
export async function findingsOf(
  text: string,
  linkHosts: readonly string[],
  dashboards: ReadonlySet<string>,
): Promise<DashboardFindings> {
  const loaded = await readDocument(text, linkHosts, dashboards)
  return {
    publishable: loaded.document !== undefined && text.isWellFormed() && inTheWay(loaded).length === 0,
    count: loaded.issues.length,
    issues: loaded.issues.slice(0, MAX_FOUND).map(({ code, severity, pointer, range, text: sentence }) => ({
      code,
      severity,
      pointer,
      line: range?.line ?? 1,
      column: range?.column ?? 1,
      text: sentence,
    })),
  }
}
