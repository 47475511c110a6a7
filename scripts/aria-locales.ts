/**
 * react-aria carries its few built-in words in 34 languages. Only ours stay in the bundle; the others become empty.
 * Catalan is not among them: its readers get English there, which is why our parts bring their own labels.
 */
import type { Plugin } from 'vite'

/** The first of each language, because that is the one a bare `pt` or `es` finds. */
const KEPT = new Set(['es-ES', 'en-US', 'pt-BR', 'cs-CZ', 'it-IT'])
const DICTIONARY =
  /\/node_modules\/(?:react-aria|react-aria-components|react-stately|@react-aria\/[^/]+)\/.*\/intl\/(?:[^/]+\/)?([a-z]{2}-[A-Z]{2})\.m?js$/

export function ariaLocales(): Plugin {
  return {
    name: 'aria-locales',
    load: {
      filter: { id: DICTIONARY },
      handler(id) {
        const locale = DICTIONARY.exec(id)?.[1] ?? ''
        return KEPT.has(locale) ? null : 'export default {}'
      },
    },
  }
}
