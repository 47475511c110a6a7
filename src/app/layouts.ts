/** Built-in layouts, each a lazily loaded chunk of its own: they go through the same pipeline as any document. */
import { type DocumentGuards, guardsOfChecked } from '#engine/core/guards'

interface Layout {
  readonly default: string
  /** What the guards made of the text when the page was built. */
  readonly checked?: Readonly<Record<string, unknown>>
}

const files = import.meta.glob<Layout>('../../layouts/*.json', { query: '?checked' })

/** The ids of the documents that ship with the page. */
export const builtInIds: readonly string[] = Object.keys(files).map((file) => file.replace(/^.*\/(.*)\.json$/, '$1'))

/** The text of a built-in layout with the guards that suit it; null when there is none of that id. */
export async function builtInLayout(id: string): Promise<{ text: string; guards: DocumentGuards } | null> {
  const load = files[`../../layouts/${id}.json`]
  if (load === undefined) return null
  const { default: text, checked } = await load()
  return { text, guards: checked === undefined ? (await import('#engine/core/document-guards')).documentGuards : guardsOfChecked(checked) }
}
