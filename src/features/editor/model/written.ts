import { formatLayout } from '#engine/core/document/format'
import type { Doc } from './patches.ts'

/** A document is frozen, so its text is worked out once. */
const texts = new WeakMap<Doc, string>()
export function written(doc: Doc): string {
  let text = texts.get(doc)
  if (text === undefined) texts.set(doc, (text = formatLayout(doc)))
  return text
}
