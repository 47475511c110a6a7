/** Sections, filters and queries as wholes: duplicated under new ids, and moved. Each is one step. */
import { isRecord, own } from '#engine/core/document/pointer'
import { moveSection, sectionIndex, sectionsOf } from './sections.ts'
import { put, recordAt, textAt, textsAt } from './raw.ts'
import { everyFilter, freshAddressKey } from './address-keys.ts'
import { SIZES, type Recipe } from './doc-parts.ts'
import { freshId } from './ids.ts'
import { withOwnText, withOwnTitle } from './own-words.ts'
import type { Doc } from './patches.ts'

export type PartKind = 'section' | 'param' | 'query'

/** A copy of a part beside it; undefined where there is no such part. */
export function duplicated(doc: Doc, kind: PartKind, id: string): { id: string; recipe: Recipe } | undefined {
  if (kind === 'section') return duplicatedSection(doc, id)
  return kind === 'param' ? duplicatedParam(doc, id) : duplicatedQuery(doc, id)
}

/** The same figures again, to be changed; it comes behind the one it is of. */
function duplicatedQuery(doc: Doc, id: string) {
  const queries = recordAt(doc, 'queries')
  if (!isRecord(queries[id])) return undefined
  const copy = freshId(id, new Set(Object.keys(queries)))
  return { id: copy, recipe: (draft: Doc) => putAfter(draft, 'queries', id, copy, structuredClone(queries[id])) }
}

/** Shown wherever the filter is shown, after it, with its own label and key in the address. */
function duplicatedParam(doc: Doc, id: string) {
  const param = recordAt(recordAt(doc, 'params'), id)
  if (textAt(param, 'type') === '') return undefined
  const copy = freshId(id, new Set(everyFilter(doc).map(([one]) => one)))
  const number = copy.slice(id.length + 1)
  return {
    id: copy,
    recipe(draft: Doc) {
      const made = structuredClone(param) as Doc
      made.label = withOwnText(draft, textAt(param, 'label'), copy, number)
      if (isRecord(made.url)) made.url.key = freshAddressKey(draft, textAt(made.url, 'key'))
      putAfter(draft, 'params', id, copy, made)
      for (const section of sectionsOf(draft) as Doc[]) {
        const at = textsAt(section, 'params').indexOf(id)
        if (at !== -1) section.params = textsAt(section, 'params').toSpliced(at + 1, 0, copy)
      }
    },
  }
}

/** With copies of its widgets, which ask the same queries, at their places in the section; the copy comes after it. */
function duplicatedSection(doc: Doc, id: string) {
  const section = sectionsOf(doc).find((one) => one.id === id)
  if (section === undefined) return undefined
  const copy = freshId(id, new Set(sectionsOf(doc).map((one) => textAt(one, 'id'))))
  const widgets = recordAt(doc, 'widgets')
  const taken = new Set(Object.keys(widgets))
  const pairs = textsAt(section, 'widgets')
    .filter((widget) => Object.hasOwn(widgets, widget))
    .map((widget) => {
      const name = freshId(widget, taken)
      taken.add(name)
      return [widget, name] as const
    })
  return {
    id: copy,
    recipe(draft: Doc) {
      const made: Doc = { ...(structuredClone(section) as Doc), id: copy }
      if (textAt(section, 'title') !== '') made.title = withOwnText(draft, textAt(section, 'title'), copy, '2')
      // A filter has one control: those of the copied section are the same filters.
      if (section.params !== undefined) delete made.params
      if (section.widgets !== undefined) made.widgets = pairs.map(([, name]) => name)
      for (const [widget, name] of pairs) {
        const raw = structuredClone(widgets[widget])
        put(draft, ['widgets', name], isRecord(raw) ? withOwnTitle(draft, raw, name) : raw)
        for (const size of SIZES) {
          const place = recordAt(recordAt(doc, 'grids'), size)[widget]
          if (place !== undefined) put(draft, ['grids', size, name], structuredClone(place))
        }
      }
      const sections = own(draft.layout, 'sections')
      if (Array.isArray(sections)) sections.splice(sectionIndex(draft, id) + 1, 0, made)
    },
  }
}

/** Puts an entry behind another one of the same map; order is what people see in the lists. */
function putAfter(draft: Doc, map: 'params' | 'queries', id: string, copy: string, value: unknown): void {
  const entries = Object.entries(recordAt(draft, map))
  const at = entries.findIndex(([one]) => one === id)
  draft[map] = Object.fromEntries(entries.toSpliced(at + 1, 0, [copy, value]))
}

/** Moves a part one place up or down: a filter in the bars that show it too. */
export function moved(kind: PartKind, id: string, by: -1 | 1): Recipe {
  return (draft) => {
    if (kind === 'section') {
      moveSection(draft, id, by)
      return
    }
    const map = kind === 'param' ? 'params' : 'queries'
    const entries = Object.entries(recordAt(draft, map))
    const next = swapped(
      entries,
      entries.findIndex(([one]) => one === id),
      by,
    )
    if (next !== undefined) draft[map] = Object.fromEntries(next)
    if (kind !== 'param') return
    for (const section of sectionsOf(draft) as Doc[]) {
      const shown = textsAt(section, 'params')
      const order = swapped(shown, shown.indexOf(id), by)
      if (order !== undefined) section.params = order
    }
  }
}

function swapped<T>(list: readonly T[], at: number, by: -1 | 1): T[] | undefined {
  const [one, other] = [list[at], list[at + by]]
  if (at === -1 || one === undefined || other === undefined) return undefined
  return list.with(at, other).with(at + by, one)
}

/** Whether a part may be moved so. */
export function mayMove(doc: Doc, kind: PartKind, id: string, by: -1 | 1): boolean {
  const ids =
    kind === 'section'
      ? sectionsOf(doc).map((section) => textAt(section, 'id'))
      : Object.keys(recordAt(doc, kind === 'param' ? 'params' : 'queries'))
  const at = ids.indexOf(id)
  return at !== -1 && at + by >= 0 && at + by < ids.length
}
