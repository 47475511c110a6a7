import { own } from '#engine/core/document/pointer'
import { parseReference } from '#engine/core/params/references'
import type { SourceRegistry } from '#engine/types'
import { recordAt, textsAt } from './raw.ts'
import { sectionsOf } from './sections.ts'
import type { Doc } from './patches.ts'

/**
 * A section waits until the filters that the queries of its widgets need have values. An optional filter
 * is no reason to wait.
 */
export function waitFor(draft: Doc, section: Doc, query: string, sources: SourceRegistry): void {
  const raw = own(draft.queries, query)
  const args = sources.get(String(own(raw, 'source')))?.args ?? {}
  const mayBeLeftOut = (name: string) => args[name]?.words !== undefined && args[name].required !== true
  // A filter without a control always has its default.
  const shown = new Set(sectionsOf(draft).flatMap((one) => textsAt(one, 'params')))
  const needed = Object.entries(recordAt(raw, 'args')).flatMap(([name, value]) => {
    const filter = parseReference(value)?.param
    return filter === undefined || mayBeLeftOut(name) || !shown.has(filter) ? [] : [filter]
  })
  if (needed.length === 0) return
  section.requires = [
    ...new Set([...(Array.isArray(section.requires) ? (section.requires as unknown[]) : []), ...needed]),
  ]
}
