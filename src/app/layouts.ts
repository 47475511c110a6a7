/** Built-in layouts, each a lazily loaded text of its own: they go through the same pipeline as any document. */
const files = import.meta.glob<string>('../../layouts/*.json', { query: '?raw', import: 'default' })

/** The text of a built-in layout; null when there is none of that id. */
export async function builtInLayout(id: string): Promise<string | null> {
  const load = files[`../../layouts/${id}.json`]
  return load === undefined ? null : load()
}
