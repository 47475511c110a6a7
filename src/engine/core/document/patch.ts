/**
 * An author's changes to a document that others change too: stored as single steps, and applied again to
 * every later version. A step whose place is gone is reported and kept, never forced and never lost.
 */
import { fromTree, isNameList, isSameKind, toTree } from './document-tree.ts'
import { mergeNames } from './merge-names.ts'
import { partOfPath } from './merge.ts'
import { isRecord, join, own, same, split } from './pointer.ts'

interface PatchStep {
  /** JSON pointer; sections are under their ids. */
  readonly path: string
  /** The value before; absent = none. */
  readonly before?: unknown
  /** The value after; absent = removed. */
  readonly after?: unknown
  /**
   * Type of the widget or filter, or source of the query, that the place lies in: in another one it would mean
   * something else.
   */
  readonly kind?: string
}

export type Patch = readonly PatchStep[]

type Doc = Readonly<Record<string, unknown>>

/** Belongs to the stored document, not to what an author made of it. */
const STAMPS = ['_id', 'revision']
const MAPS = ['widgets', 'params', 'queries']

const kindOf = (value: unknown): string | undefined => {
  const kind = own(value, 'type') ?? own(value, 'source')
  return typeof kind === 'string' ? kind : undefined
}

/** The changes that lead from one document to another. */
export function makePatch(base: Doc, changed: Doc): Patch {
  const [before, after] = [toTree(base), toTree(changed)]
  const steps = (path: readonly string[], a: unknown, b: unknown): PatchStep[] => {
    if (same(a, b) || (path.length === 1 && STAMPS.includes(path[0] ?? ''))) return []
    if (isSameKind(path, a, b)) {
      const now = b as Record<string, unknown>
      return [...new Set([...Object.keys(a), ...Object.keys(now)])].flatMap((key) =>
        steps([...path, key], own(a, key), own(now, key)),
      )
    }
    const kind =
      path.length > 2 && MAPS.includes(path[0] ?? '')
        ? kindOf(own(own(before, path[0] ?? ''), path[1] ?? ''))
        : undefined
    return [
      {
        path: join(...path),
        ...(a !== undefined && { before: a }),
        ...(b !== undefined && { after: b }),
        ...(kind !== undefined && { kind }),
      },
    ]
  }
  return steps([], before, after)
}

export interface Replayed {
  readonly document: Record<string, unknown>
  /** Steps whose place is gone, is another thing by now, or is taken. */
  readonly unfit: Patch
}

/** Makes the changes again on another version of the document they were made on. */
export function replayPatch(patch: Patch, document: Doc): Replayed {
  const tree = structuredClone(toTree(document))
  const unfit: PatchStep[] = []
  const refused = new Set<string>()
  for (const step of patch) {
    const part = partOfPath(split(step.path))
    if (!refused.has(part) && fits(tree, step)) continue
    refused.add(part)
    unfit.push(step)
  }
  return { document: fromTree(tree), unfit }
}

/** Makes one change where it has its place; false where it has none. */
function fits(tree: Record<string, unknown>, { path, before, after, kind }: PatchStep): boolean {
  const keys = split(path)
  const last = keys.pop() ?? ''
  let parent: unknown = tree
  for (const key of keys) parent = own(parent, key)
  if (!isRecord(parent)) return after === undefined
  if (kind !== undefined && kindOf(own(own(tree, keys[0] ?? ''), keys[1] ?? '')) !== kind) return after === undefined
  const now = own(parent, last)
  if (after === undefined) {
    delete parent[last]
    return true
  }
  if (
    before === undefined
      ? now !== undefined && keys.length === 1 && MAPS.includes(keys[0] ?? '') && !same(now, after)
      : now === undefined
  )
    return false
  const merges = isNameList(before) && isNameList(after) && isNameList(now) && keys[0] === 'layout'
  parent[last] = merges ? mergeNames(before, after, now) : after
  return true
}
