/** Puts id, revision or name into a document's text and leaves every other byte as it is. */
import { applyEdits, findNodeAtLocation, modify, parse, parseTree } from 'jsonc-parser'
import { isRecord } from '../../../src/engine/core/document/pointer.ts'
import { textKey } from '../../../src/engine/core/document/text.ts'

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

/**
 * The text of a copy with a name of its own. The words of the old name go with it, in all languages, unless something
 * else shows them: a copy would begin with the finding that nothing does.
 */
export function renamed(text: string, name: string): string {
  const copy = stamped(text, { name })
  const document: unknown = parse(text)
  if (!isRecord(document) || typeof document.name !== 'string') return copy
  const key = textKey(document.name)
  const { name: _, i18n, ...rest } = document
  if (key === undefined || !isRecord(i18n) || shows(rest, document.name)) return copy
  return Object.entries(i18n)
    .filter(([, words]) => isRecord(words) && Object.hasOwn(words, key))
    .reduce((now, [language]) => applyEdits(now, modify(now, ['i18n', language, key], undefined, {})), copy)
}

const shows = (value: unknown, words: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((part) => shows(part, words))
    : value === words
