import type { SourceDefinition } from '#engine/types'
import { isRecord } from '#engine/core/document/pointer'
import { mapIn, type Recipe } from './doc-parts.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'
import { boundArgs } from './bound-args.ts'
import { bringFilter, type Bringing } from './usual-filters.ts'

/** A new query of a source, called by its title (`queryNames`), and asked with the filters of the page. */
export function withQuery(doc: Doc, source: SourceDefinition, bringing: Bringing): { id: string; recipe: Recipe } {
  const id = freshId('query', new Set(Object.keys(isRecord(doc.queries) ? doc.queries : {})))
  return { id, recipe: withSource(id, source, bringing) }
}

/**
 * A query asks a source. Arguments set by the author that the source takes as well stay; the others are
 * bound to the filter that their name and kind mean, which comes with it where the page has none.
 */
export function withSource(id: string, source: SourceDefinition, bringing: Bringing): Recipe {
  return (draft) => {
    const queries = mapIn(draft, 'queries')
    if (queries === undefined) return
    const { args: before, source: old, ...rest } = recordOf(queries[id])
    const last = typeof old === 'string' ? bringing.sources.get(old) : undefined
    const kept = Object.entries(recordOf(before)).filter(
      ([name, value]) => Object.hasOwn(source.args, name) && value !== last?.args[name]?.usual,
    )
    // It is in the document while its filters come, so that it keeps its place.
    queries[id] = { source: source.name, ...rest }
    const bound = boundArgs(draft, source, { bring: (filter) => bringFilter(draft, filter, bringing) })
    const args = { ...bound, ...Object.fromEntries(kept) }
    const { refresh = source.refreshS, ...others } = rest
    queries[id] = {
      source: source.name,
      ...(Object.keys(args).length > 0 && { args }),
      ...others,
      ...(refresh !== undefined && { refresh }),
    }
  }
}

const recordOf = (value: unknown): Doc => (isRecord(value) ? value : {})
