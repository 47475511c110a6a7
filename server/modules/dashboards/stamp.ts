/** Puts id, revision or name into a document's text and leaves every other byte as it is. */
import { findNodeAtLocation, parseTree } from 'jsonc-parser'

export function stamped(
  text: string,
  stamp: { readonly _id?: string; readonly revision?: number; readonly name?: string },
): string {
  const tree = parseTree(text)
  if (tree?.type !== 'object') return text
  const entries = Object.entries(stamp)
  const edits = entries.flatMap(([key, value]) => {
    const node = findNodeAtLocation(tree, [key])
    return node === undefined ? [] : [{ from: node.offset, to: node.offset + node.length, text: JSON.stringify(value) }]
  })
  const missing = entries
    .filter(([key]) => findNodeAtLocation(tree, [key]) === undefined)
    .map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  const open = tree.offset + 1
  const isEmpty = (tree.children ?? []).length === 0
  if (missing.length > 0) edits.push({ from: open, to: open, text: `${missing.join(', ')}${isEmpty ? '' : ', '}` })
  return edits
    .toSorted((a, b) => b.from - a.from)
    .reduce((now, edit) => now.slice(0, edit.from) + edit.text + now.slice(edit.to), text)
}
