import { isRecord } from '#engine/core/document/pointer'
import { type Recipe, sectionsIn } from './doc-parts.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'

/** A new empty section after another one, or at the end. */
export function withSection(doc: Doc, after?: string, tab?: string): { id: string; recipe: Recipe } {
  const layout = isRecord(doc.layout) ? doc.layout : {}
  const taken = new Set(
    (Array.isArray(layout.sections) ? layout.sections : []).map((section: unknown) =>
      isRecord(section) ? String(section.id) : '',
    ),
  )
  const id = freshId('section', taken)
  return {
    id,
    recipe(draft) {
      const sections = sectionsIn(draft)
      if (sections === undefined) return
      const index =
        after === undefined ? -1 : sections.findIndex((section) => isRecord(section) && section.id === after)
      const all = sections.length === 0 ? Object.keys(isRecord(draft.widgets) ? draft.widgets : {}) : []
      sections.splice(index === -1 ? sections.length : index + 1, 0, {
        id,
        ...(tab !== undefined && { tab }),
        widgets: all,
      })
    },
  }
}
