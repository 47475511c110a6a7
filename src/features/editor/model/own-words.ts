/** Words of copies: changing them leaves those of the original alone. */
import { isRecord, own } from '#engine/core/document/pointer'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'

/** A copy of a widget with its own title. */
export const withOwnTitle = (draft: Doc, raw: Doc, id: string): Doc =>
  typeof raw.title === 'string' ? { ...raw, title: withOwnText(draft, raw.title, id) } : raw

/**
 * A copy has its own texts, so that changing them leaves the others alone; with a number behind, where one is given.
 */
export function withOwnText(draft: Doc, text: string, hint: string, number?: string): string {
  const numbered = (words: string) => (number === undefined || number === '' ? words : `${words} ${number}`)
  if (!text.startsWith('t:')) return numbered(text)
  const i18n = own(draft, 'i18n')
  const bundles = Object.values(isRecord(i18n) ? i18n : {}).filter(isRecord)
  const key = freshId(hint, new Set(bundles.flatMap((bundle) => Object.keys(bundle))))
  const known = bundles.filter((bundle) => typeof bundle[text.slice(2)] === 'string')
  if (known.length === 0) return text
  for (const bundle of known) bundle[key] = numbered(String(bundle[text.slice(2)]))
  return `t:${key}`
}
