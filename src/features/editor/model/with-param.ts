import { isRecord } from '#engine/core/document/pointer'
import { labelled, mapIn, type Recipe, sectionsIn } from './doc-parts.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'
import { asBar } from './usual-filters.ts'

/**
 * A new filter: a text, named in every language, shown in the section that is given, else in the first one that shows
 * filters, else in the first one.
 */
export function withParam(
  doc: Doc,
  names: Readonly<Record<string, string>>,
  section?: string,
): { id: string; recipe: Recipe } {
  const declared = (sectionsIn({ layout: structuredClone(doc.layout ?? {}) }) ?? []).flatMap((section) =>
    isRecord(section) && isRecord(section.declares) ? Object.keys(section.declares) : [],
  )
  const id = freshId('filter', new Set([...Object.keys(isRecord(doc.params) ? doc.params : {}), ...declared]))
  // The number of the id, so that two new ones differ: Filter, Filter 2.
  const number = id.split('-')[1]
  const numbered = Object.fromEntries(
    Object.entries(names).map(([language, name]) => [language, number === undefined ? name : `${name} ${number}`]),
  )
  return {
    id,
    recipe(draft) {
      const params = mapIn(draft, 'params')
      if (params === undefined) return
      params[id] = { type: 'text', label: labelled(draft, id, numbered) }
      const sections = (sectionsIn(draft) ?? []).filter(isRecord)
      const home =
        sections.find(({ id: one }) => one === section) ??
        sections.find(({ params: shown }) => Array.isArray(shown) && shown.length > 0) ??
        sections[0]
      const bar = home && asBar(draft, home)
      if (Array.isArray(bar?.params)) bar.params.push(id)
    },
  }
}
