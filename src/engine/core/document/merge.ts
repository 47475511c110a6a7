/**
 * Three-way merge of a document. A change by one side is taken; two different changes of the same part are a
 * conflict, reported by the part of the page it belongs to and decided by the person who merges.
 */
import { fromTree, isNameList, isSameKind, toTree } from './document-tree.ts'
import { mergeNames } from './merge-names.ts'
import { isRecord, join, own, same } from './pointer.ts'

export type Side = 'mine' | 'theirs'

interface Conflict {
  /** JSON pointer; sections are under their ids: `/layout/sections/traffic/title`. */
  readonly path: string
  /**
   * The part it belongs to, which is decided as a whole: `widgets/kpi`, `params/client`, `layout/sections/traffic`,
   * `name`.
   */
  readonly part: string
  readonly base: unknown
  readonly mine: unknown
  readonly theirs: unknown
}

export interface Merge {
  readonly merged: Record<string, unknown>
  readonly conflicts: readonly Conflict[]
}

type Doc = Readonly<Record<string, unknown>>

/** Set by the store of a document, and no choice of its authors. */
const STAMPS = ['_id', 'revision', '$schema']
const MAPS = ['widgets', 'params', 'queries']

/**
 * Merges what two people made of one document. Where both changed the same, `choose` says for each part whose is taken;
 * theirs by default, because it is published.
 */
export function mergeLayouts(
  base: Doc,
  mine: Doc,
  theirs: Doc,
  choose: (part: string) => Side = () => 'theirs',
): Merge {
  const [b, m, t] = [toTree(base), toTree(mine), toTree(theirs)]
  // A removed widget has no place in a section or grid either: one decision, not four.
  for (const id of Object.keys(record(b.widgets))) {
    const lacks = (tree: Doc) => !Object.hasOwn(record(tree.widgets), id)
    const changed = (tree: Doc) => !lacks(tree) && !same(own(tree.widgets, id), own(b.widgets, id))
    if (lacks(m) && changed(t) && choose(`widgets/${id}`) === 'theirs') putBack(m, b, id)
    if (lacks(t) && changed(m) && choose(`widgets/${id}`) === 'mine') putBack(t, b, id)
  }
  const conflicts: Conflict[] = []
  const merged = merge([], b, m, t, choose, conflicts) as Record<string, unknown>
  // A part restored or removed for the decision is a conflict all the same.
  for (const [id, was] of Object.entries(record(base.widgets))) {
    const [ours, others] = [own(mine.widgets, id), own(theirs.widgets, id)]
    const isDecided = (ours === undefined) !== (others === undefined) && !same(ours ?? others, was)
    if (isDecided && !conflicts.some(({ part }) => part === `widgets/${id}`))
      conflicts.push({ path: join('widgets', id), part: `widgets/${id}`, base: was, mine: ours, theirs: others })
  }
  return { merged: fromTree(merged), conflicts }
}

/** The part of the page that a path of the tree lies in. */
export function partOfPath(path: readonly string[]): string {
  const [first = '', second, third] = path
  if (MAPS.includes(first) && second !== undefined) return `${first}/${second}`
  if (first === 'grids' && third !== undefined) return `widgets/${third}`
  if (first === 'layout' && (second === 'sections' || second === 'tabs') && third !== undefined)
    return `layout/${second}/${third}`
  if (first === 'i18n' && third !== undefined) return `i18n/${third}`
  return path.slice(0, first === 'layout' ? 2 : 1).join('/')
}

function merge(
  path: readonly string[],
  base: unknown,
  mine: unknown,
  theirs: unknown,
  choose: (part: string) => Side,
  conflicts: Conflict[],
): unknown {
  if (path.length === 1 && STAMPS.includes(path[0] ?? '')) return theirs ?? mine
  if (same(mine, theirs) || same(base, mine)) return theirs
  if (same(base, theirs)) return mine
  if (
    isSameKind(path, mine, theirs) &&
    (base === undefined ? path.length !== 2 || !MAPS.includes(path[0] ?? '') : isSameKind(path, base, mine))
  ) {
    const [b, m, t] = [record(base), record(mine), record(theirs)]
    const keys = new Set([...Object.keys(t), ...Object.keys(m)])
    return Object.fromEntries(
      [...keys].flatMap((key): [string, unknown][] => {
        const value = merge([...path, key], own(b, key), own(m, key), own(t, key), choose, conflicts)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  }
  if (path[0] === 'layout' && isNameList(mine) && isNameList(theirs) && (base === undefined || isNameList(base)))
    return mergeNames((base as readonly string[] | undefined) ?? [], mine, theirs)
  const part = partOfPath(path)
  conflicts.push({ path: join(...path), part, base, mine, theirs })
  return choose(part) === 'mine' ? mine : theirs
}

/** A widget that one side took out is in it again, where it was. */
function putBack(side: Record<string, unknown>, base: Doc, id: string): void {
  side.widgets = { ...record(side.widgets), [id]: own(base.widgets, id) }
  for (const [size, grid] of Object.entries(record(base.grids))) {
    const place = own(grid, id)
    if (place !== undefined)
      side.grids = { ...record(side.grids), [size]: { ...record(own(side.grids, size)), [id]: place } }
  }
  const sections = record(own(base.layout, 'sections'))
  for (const [name, section] of Object.entries(sections)) {
    const [was, now] = [own(section, 'widgets'), own(own(own(side.layout, 'sections'), name), 'widgets')]
    if (!isNameList(was) || !was.includes(id) || !isNameList(now)) continue
    const layout = record(side.layout)
    side.layout = {
      ...layout,
      sections: {
        ...record(layout.sections),
        [name]: {
          ...record(own(layout.sections, name)),
          widgets: mergeNames(
            [],
            was.filter((one) => one === id || now.includes(one)),
            now,
          ),
        },
      },
    }
  }
}

const record = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {})
