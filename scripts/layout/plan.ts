/** The result that pushing a file of a folder would have on the current server. */
import type { DashboardDocument } from '#schemas/generated/entities/dashboard-document.ts'
import type { Dashboard } from '#schemas/generated/entities/dashboard.ts'
import { type Change, diffLayouts, inWords } from '../../src/engine/core/document/diff.ts'
import { loadLayout, type LoadContext } from '../../src/engine/core/graph/validate.ts'
import type { LayoutFile } from './folder.ts'
import { findingLine, issueLine, refusalLine } from './output.ts'
import { type LayoutServer, ServerError } from './server.ts'

/**
 * `same`: nothing to do. `new`, `publish`: may go. `refused`: it has errors, may not be changed or is unknown.
 * `conflict`: it was changed on the server meanwhile.
 */
export interface Step {
  readonly file: LayoutFile
  readonly does: 'same' | 'new' | 'publish' | 'refused' | 'conflict'
  /** The message about it. */
  readonly lines: readonly string[]
  /** From the server to the file. */
  readonly changes: readonly Change[]
}

interface Parts {
  readonly server: LayoutServer
  readonly known: ReadonlyMap<string, Dashboard>
  readonly context: LoadContext
}

const indented = (changes: readonly Change[]) => changes.map((change) => `  ${inWords(change)}`)

/** Changes from one text to another; whole documents only. */
export function changesBetween(before: string, after: Record<string, unknown>, context: LoadContext): Change[] {
  return diffLayouts(loadLayout(before, context).document ?? {}, after)
}

/** The difference, without a check whether it may be published. */
export async function compared(file: LayoutFile, { server, known, context }: Parts): Promise<Step> {
  const { loaded, path, id, revision } = file
  const step = (does: Step['does'], lines: readonly string[], changes: readonly Change[] = []): Step => ({
    file,
    does,
    lines,
    changes,
  })
  if (loaded.document === undefined || loaded.readOnly)
    return step(
      'refused',
      loaded.issues.map((one) => issueLine(path, one)),
    )
  const entry = known.get(id)
  if (entry === undefined) {
    if (revision === 0) return step('new', [`${path}: new`])
    return step('refused', [
      refusalLine(
        path,
        'LAYOUT_NOT_ON_SERVER',
        `${JSON.stringify(id)} is no dashboard that this token may read: it was removed, or the file is of another ` +
          'server. Set its revision to 0 to make it anew.',
      ),
    ])
  }
  const theirs = await server.find(id)
  const changes = changesBetween(theirs.text, loaded.document, context)
  if (changes.length === 0) return step('same', [])
  if (!entry.mayEdit)
    return step(
      'refused',
      [
        refusalLine(
          path,
          'LAYOUT_READ_ONLY',
          `${JSON.stringify(id)} is not this account's to change. Give the file another _id and revision 0 to make ` +
            'a copy.',
        ),
      ],
      changes,
    )
  if (theirs.revision !== revision) return step('conflict', await meanwhile(file, theirs, { server, context }), changes)
  return step('publish', [`${path}: changed`, ...indented(changes)], changes)
}

/** The words of a conflict: what the server has that the file did not begin with. */
export async function meanwhile(
  { path, id, revision }: LayoutFile,
  { revision: now, text }: Pick<DashboardDocument, 'revision' | 'text'>,
  { server, context }: Pick<Parts, 'server' | 'context'>,
): Promise<string[]> {
  const began = revision === 0 ? 'no revision' : `revision ${revision}`
  const base = await server.revision(id, revision).catch((cause: unknown) => {
    // Old revisions are not kept for ever.
    if (cause instanceof ServerError && !cause.isFinal) return null
    throw cause
  })
  const document = loadLayout(text, context).document ?? {}
  const changes = base === null ? [] : changesBetween(base.text, document, context)
  return [
    refusalLine(
      path,
      'LAYOUT_CONFLICT',
      `the server has revision ${now}, the file began with ${began}; nothing was overwritten.`,
    ),
    ...(base === null
      ? [`  What was changed meanwhile is not known: revision ${revision} is not kept.`]
      : ['  Meanwhile on the server:', ...indented(changes).map((line) => `  ${line}`)]),
    '  Move the file away, export the folder again, and make your change in what it has then.',
  ]
}

/** Asks the server about what would be published; errors turn it away. */
export async function checked(step: Step, server: LayoutServer): Promise<Step> {
  if (step.does !== 'new' && step.does !== 'publish') return step
  const { issues, publishable } = await server.check(step.file.text)
  const lines = issues
    .filter(({ severity }) => severity !== 'info')
    .map((finding) => findingLine(step.file.path, finding))
  return publishable
    ? { ...step, lines: [...step.lines, ...lines] }
    : { ...step, does: 'refused', lines: lines.length > 0 ? lines : [`${step.file.path}: it cannot be published.`] }
}
