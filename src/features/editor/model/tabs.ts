/** The tabs of a document as it is typed: which there are, and what adds, moves or removes one. */
import { isRecord, own } from '#engine/core/document/pointer'
import type { Doc } from './patches.ts'
import { listAt, put, textsAt } from './raw.ts'
import { sectionList } from './sections.ts'

export const tabsOf = (doc: Doc): readonly Readonly<Record<string, unknown>>[] =>
  listAt(own(doc, 'layout'), 'tabs').filter(isRecord)

/** A new tab at the end. The first one takes all sections with widgets: until then the page was one. */
export function addTab(draft: Doc, tab: { readonly id: string; readonly title: string }): void {
  const isFirst = tabsOf(draft).length === 0
  const sections = sectionList(draft)
  put(draft, ['layout', 'tabs'], [...tabsOf(draft), tab])
  for (const section of isFirst ? sections : [])
    if (isRecord(section) && textsAt(section, 'widgets').length > 0) section.tab = tab.id
}

/** Takes a tab away; its sections go to the one before it, or after it; those of the last one to the page. */
export function removeTab(draft: Doc, id: string): void {
  const tabs = tabsOf(draft)
  const at = tabs.findIndex((tab) => tab.id === id)
  if (at === -1) return
  const rest = tabs.toSpliced(at, 1)
  const nextTab = rest[Math.max(0, at - 1)]
  put(draft, ['layout', 'tabs'], rest.length === 0 ? undefined : rest)
  for (const section of sectionList(draft))
    if (isRecord(section) && section.tab === id) {
      if (nextTab === undefined) delete section.tab
      else section.tab = nextTab.id
    }
}

export function moveTab(draft: Doc, id: string, by: -1 | 1): void {
  const tabs = [...tabsOf(draft)]
  const at = tabs.findIndex((tab) => tab.id === id)
  const to = at + by
  if (at === -1 || to < 0 || to >= tabs.length) return
  const [tab] = tabs.splice(at, 1)
  if (tab !== undefined) tabs.splice(to, 0, tab)
  put(draft, ['layout', 'tabs'], tabs)
}
