/** Which rows of a tree are on show: those of open branches, or of a search. Pure. */
import type { Tree, TreeNode } from '#domain/tree-choice'
import { plain } from './options.ts'

export interface TreeRowView {
  /** Index of its node. */
  readonly at: number
  readonly isBranch: boolean
  readonly isOpen: boolean
  /** Its place among its siblings on show, from 1, and how many they are. */
  readonly place: number
  readonly of: number
  /** The search found it itself, not only what is in it. */
  readonly isFound: boolean
}

const isBranch = ({ leaf }: TreeNode) => leaf === undefined

/** The nodes whose label or number has every word of the search; null without a search. */
export function foundIn(tree: Tree, search: string): ReadonlySet<number> | null {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return null
  const texts = tree.map(({ label, leaf = '' }) => plain(`${label} ${leaf}`))
  return new Set(texts.flatMap((text, at) => (words.every((word) => text.includes(word)) ? [at] : [])))
}

/**
 * Rows in reading order. A search shows what it found, opens the branches above it, and leaves what lies in a branch
 * that it found for the reader to open. `turned`: branches that the reader opened or closed.
 */
export function rowsOf(tree: Tree, turned: ReadonlySet<number>, found: ReadonlySet<number> | null): TreeRowView[] {
  const isAbove = tree.map(() => false)
  for (const at of found ?? [])
    for (let above = tree[at]?.parent ?? -1; above >= 0 && isAbove[above] !== true; above = tree[above]?.parent ?? -1)
      isAbove[above] = true
  const rows: (TreeRowView & { place: number; of: number })[] = []
  /** Depth -> rows of the siblings that are being placed. */
  const siblings: (TreeRowView & { place: number; of: number })[][] = []
  const close = (depth: number) => {
    for (const group of siblings.splice(depth)) for (const row of group) row.of = group.length
  }
  /** A branch above was found, so everything in it is on show. */
  let wholeUntil = 0
  for (let at = 0; at < tree.length;) {
    const node = tree[at] as TreeNode
    const isFound = found === null || found.has(at)
    const isShown = isFound || isAbove[at] === true || at < wholeUntil
    if (!isShown) {
      at = node.end
      continue
    }
    const isOpen = isBranch(node) && (isAbove[at] === true) !== turned.has(at)
    close(node.depth + 1)
    const group = (siblings[node.depth] ??= [])
    const row = {
      at,
      isBranch: isBranch(node),
      isOpen,
      place: group.length + 1,
      of: 0,
      isFound: found !== null && found.has(at),
    }
    group.push(row)
    rows.push(row)
    if (isFound && isBranch(node) && found !== null) wholeUntil = Math.max(wholeUntil, node.end)
    at = isOpen || !isBranch(node) ? at + 1 : node.end
  }
  close(0)
  return rows
}

export const markOf = (count: number, leaves: number): 'true' | 'false' | 'mixed' =>
  count === 0 ? 'false' : count === leaves ? 'true' : 'mixed'

/** Names of the branches and leaves that are chosen as a whole, the highest ones only. */
export function wholeNodes(tree: Tree, counts: readonly number[], most: number): string[] {
  const names: string[] = []
  for (let at = 0; at < tree.length && names.length < most;) {
    const node = tree[at] as TreeNode
    const isWhole = counts[at] === node.leaves
    if (isWhole) names.push(node.label)
    at = isWhole || counts[at] === 0 ? node.end : at + 1
  }
  return names
}
