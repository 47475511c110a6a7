/**
 * Looking a text up walks namespaces, languages and plural rules, and every drawing of a page asks for the same labels:
 * at the first drawing of a board of twelve charts this is a twentieth of the work.
 */
export type Look = (language: string, keys: readonly string[], params?: Readonly<Record<string, unknown>>) => string

/** More than this are no labels any more but sentences with figures; then the memory starts again. */
const MAX = 2000

export interface KeptTexts {
  readonly look: Look
  /** There are other texts now. */
  forget(): void
}

/** The same texts, each looked up once per language and set of parameters. What has no text yet is looked up again. */
export function keptTexts(look: Look): KeptTexts {
  const known = new Map<string, string>()
  return {
    look(language, keys, params = {}) {
      const name = JSON.stringify([language, keys, params])
      const kept = known.get(name)
      if (kept !== undefined) return kept
      const text = look(language, keys, params)
      if (keys.some((key) => key === text || key.endsWith(`:${text}`))) return text
      if (known.size >= MAX) known.clear()
      known.set(name, text)
      return text
    },
    forget: () => known.clear(),
  }
}
