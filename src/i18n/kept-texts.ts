/** Looking a text up walks namespaces, languages and plural rules; a model asks for the same labels at every change. */
type Look = (key: string, params?: Record<string, string | number>) => string

/** More than this is no label any more but sentences with figures; then the memory starts again. */
const MOST = 500

/** The same texts, each looked up once per set of parameters. Made anew with every language. */
export function keptTexts(look: Look): Look {
  const known = new Map<string, string>()
  return (key, params) => {
    const name = params === undefined ? key : `${key}\u0000${Object.entries(params).flat().join('\u0000')}`
    let text = known.get(name)
    if (text === undefined) {
      if (known.size >= MOST) known.clear()
      known.set(name, (text = look(key, params)))
    }
    return text
  }
}
