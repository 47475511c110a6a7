/** Built-in layouts, each a lazily loaded chunk of its own: they go through the same pipeline as any document. */
import type { Checked } from '#engine/core/document/guards'
import type { CheckedLayout } from '#engine/core/graph/load-checked'
import type { RealGuards } from './real-guards.ts'

interface Layout {
  readonly default: string
  /** What the guards made of the text when the page was built, and what was said of it. */
  readonly checked?: Checked
  readonly issues?: CheckedLayout['issues']
}

const files = import.meta.glob<Layout>('../../layouts/*.json', { query: '?checked' })

/** The ids of the documents that ship with the page. */
export const builtInIds: readonly string[] = Object.keys(files).map((file) => file.replace(/^.*\/(.*)\.json$/, '$1'))

/** A text that is still to be checked, and with what. */
export interface UncheckedLayout extends RealGuards {
  readonly text: string
}

/**
 * A built-in layout as it was checked when the page was built, else with the guards that check it; null when there is
 * none of that id.
 */
export async function builtInLayout(id: string): Promise<CheckedLayout | UncheckedLayout | null> {
  const load = files[`../../layouts/${id}.json`]
  if (load === undefined) return null
  const { default: text, checked, issues = [] } = await load()
  return checked === undefined ? { text, ...(await import('./real-guards.ts')).realGuards } : { text, checked, issues }
}
