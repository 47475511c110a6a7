/** The sections of a document as it is typed: which there are, and what moves or removes one. */
import { isRecord, own } from '#engine/core/document/pointer'
import type { Doc } from './patches.ts'
import { listAt, textsAt } from './raw.ts'

export const sectionsOf = (doc: Doc): readonly Readonly<Record<string, unknown>>[] =>
  listAt(own(doc, 'layout'), 'sections').filter(isRecord)
export const sectionIndex = (doc: Doc, id: string): number =>
  listAt(own(doc, 'layout'), 'sections').findIndex((section) => own(section, 'id') === id)

export function sectionList(draft: Doc): unknown[] {
  if (!isRecord(draft.layout)) draft.layout = { sections: [] }
  const layout = draft.layout as Doc
  if (!Array.isArray(layout.sections)) layout.sections = []
  return layout.sections as unknown[]
}

/** Takes a section away; its widgets go to the section before it, or after it, because nothing is lost by the way. */
export function removeSection(draft: Doc, id: string): void {
  const sections = sectionList(draft)
  const at = sectionIndex(draft, id)
  if (at === -1) return
  const [gone] = sections.splice(at, 1)
  const previous = sections[Math.max(0, at - 1)]
  const widgets = textsAt(gone, 'widgets')
  if (isRecord(previous) && widgets.length > 0) previous.widgets = [...listAt(previous, 'widgets'), ...widgets]
}

export function moveSection(draft: Doc, id: string, by: -1 | 1): void {
  const sections = sectionList(draft)
  const at = sectionIndex(draft, id)
  const tab = own(sections[at], 'tab')
  // Past those of other tabs: they are not beside it on any page.
  const isBeside = (other: unknown) => tab === undefined || [undefined, tab].includes(own(other, 'tab') as typeof tab)
  let to = at + by
  while (sections[to] !== undefined && !isBeside(sections[to])) to += by
  if (at === -1 || to < 0 || to >= sections.length) return
  const [section] = sections.splice(at, 1)
  sections.splice(to, 0, section)
}
