/** Built-in layouts, each a lazily loaded chunk, as they were checked when the page was built. */
import type { CheckedLayout } from '#engine/core/graph/load-checked'

const files = import.meta.glob<CheckedLayout>('../../layouts/*.json', { query: '?checked' })

/** The ids of the documents that ship with the page. */
export const builtInIds: readonly string[] = Object.keys(files).map((file) => file.replace(/^.*\/(.*)\.json$/, '$1'))

/** A built-in layout; null when there is none of that id. Rejects when it cannot be fetched. */
export const builtInLayout = async (id: string): Promise<CheckedLayout | null> =>
  (await files[`../../layouts/${id}.json`]?.()) ?? null
