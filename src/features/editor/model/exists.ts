import type { Doc } from './patches.ts'

/** Whether a document has what is selected: a widget's id, or `section:<id>`, `param:<id>`, `query:<id>`. */
export function exists(doc: Doc, selected: string): boolean {
  const [, kind, id = ''] = /^(section|param|query):(.*)$/.exec(selected) ?? []
  const has = (map: unknown, key: string) => typeof map === 'object' && map !== null && Object.hasOwn(map, key)
  if (kind === undefined) return has(doc.widgets, selected)
  if (kind === 'param') return has(doc.params, id) || id.includes('/')
  if (kind === 'query') return has(doc.queries, id)
  const { sections } = (doc.layout ?? {}) as { sections?: unknown }
  return (
    Array.isArray(sections) &&
    sections.some((section: unknown) => typeof section === 'object' && section !== null && (section as Doc).id === id)
  )
}
