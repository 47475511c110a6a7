/**
 * What the panels change in a document. Each works on a draft of it: raw JSON, where anything may be missing or be
 * something else.
 */
import { isRecord, own, split } from '#engine/core/document/pointer'
import type { Issue } from '#engine/types'
import type { Doc } from '../model/patches.ts'

type Step = string | number

export const recordAt = (record: unknown, key: string): Readonly<Record<string, unknown>> => {
  const found = own(record, key)
  return isRecord(found) ? found : {}
}
export const listAt = (record: unknown, key: string): readonly unknown[] => {
  const found = own(record, key)
  return Array.isArray(found) ? found : []
}
export const textsAt = (record: unknown, key: string): readonly string[] =>
  listAt(record, key).filter((item) => typeof item === 'string')
export const textAt = (record: unknown, key: string): string => {
  const found = own(record, key)
  return typeof found === 'string' ? found : ''
}

/** Writes a value at a path; undefined takes it away. Records on the way are made where there is nothing. */
export function put(draft: Doc, path: readonly Step[], value: unknown): void {
  let here: Record<Step, unknown> = draft
  for (const step of path.slice(0, -1)) {
    if (typeof here[step] !== 'object' || here[step] === null) here[step] = {}
    here = here[step] as Record<Step, unknown>
  }
  const last = path.at(-1)
  if (last === undefined) return
  if (value !== undefined) here[last] = value
  else if (Array.isArray(here)) here.splice(Number(last), 1)
  else delete here[last]
}

/** The same, and an empty record left behind goes too: `"options": {}` says nothing. */
export function putTidy(draft: Doc, path: readonly Step[], value: unknown): void {
  put(draft, path, value)
  const parent = path.slice(0, -1).reduce<unknown>((here, step) => (isRecord(here) ? here[step] : undefined), draft)
  if (value === undefined && isRecord(parent) && Object.keys(parent).length === 0)
    put(draft, path.slice(0, -1), undefined)
}

/** An id that is free: `query`, `query2`, `query3` … */
export function freshId(wanted: string, taken: Readonly<Record<string, unknown>> | readonly string[]): string {
  const has = (id: string) => (Array.isArray(taken) ? taken.includes(id) : Object.hasOwn(taken, id))
  for (let n = 1; ; n++) {
    const id = n === 1 ? wanted : `${wanted}${n}`
    if (!has(id)) return id
  }
}

export const sectionsOf = (doc: Doc): readonly Readonly<Record<string, unknown>>[] =>
  listAt(own(doc, 'layout'), 'sections').filter(isRecord)
export const sectionIndex = (doc: Doc, id: string): number =>
  listAt(own(doc, 'layout'), 'sections').findIndex((section) => own(section, 'id') === id)

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
  const heir = rest[Math.max(0, at - 1)]
  put(draft, ['layout', 'tabs'], rest.length === 0 ? undefined : rest)
  for (const section of sectionList(draft))
    if (isRecord(section) && section.tab === id) {
      if (heir === undefined) delete section.tab
      else section.tab = heir.id
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

function sectionList(draft: Doc): unknown[] {
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

/** Takes a filter away, with its control and its requirement; what still refers to it is told by the checks. */
export function removeParam(draft: Doc, id: string): void {
  put(draft, ['params', id], undefined)
  for (const section of sectionList(draft)) {
    if (!isRecord(section)) continue
    for (const key of ['params', 'requires']) {
      if (Array.isArray(section[key])) section[key] = section[key].filter((name) => name !== id)
      if (Array.isArray(section[key]) && section[key].length === 0) delete section[key]
    }
  }
}

/** Where a text key is written in the document, so that one who changes it knows. */
export function usesOf(doc: Doc, text: string): number {
  const count = (value: unknown): number =>
    value === text
      ? 1
      : Array.isArray(value)
        ? value.reduce<number>((all, item) => all + count(item), 0)
        : isRecord(value)
          ? Object.values(value).reduce<number>((all, item) => all + count(item), 0)
          : 0
  const { i18n: _, ...rest } = doc
  return count(rest)
}

/** Applies a fix (RFC 6902, as far as issues use it). Throws nothing: what is not there is left. */
export function applyFix(draft: Doc, fix: NonNullable<Issue['fix']>): void {
  for (const { op, path, value, from } of fix) {
    const target = steps(draft, path)
    if (op === 'move') {
      const source = steps(draft, from ?? '')
      const moved = source.reduce<unknown>(
        (here, step) => (typeof here === 'object' && here !== null ? (here as Record<Step, unknown>)[step] : undefined),
        draft,
      )
      if (moved === undefined) continue
      put(draft, source, undefined)
      put(draft, target, moved)
    } else put(draft, target, op === 'remove' ? undefined : value)
  }
}

const steps = (draft: Doc, pointer: string): Step[] => {
  let here: unknown = draft
  return split(pointer).map((part) => {
    const step = Array.isArray(here) ? Number(part) : part
    here = typeof here === 'object' && here !== null ? (here as Record<Step, unknown>)[step] : undefined
    return step
  })
}
