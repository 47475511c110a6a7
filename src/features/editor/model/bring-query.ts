import { isRequired } from '#engine/core/params/arg-fits'
import type { SourceDefinition } from '#engine/types'
import { boundArgs, isBindable } from './bound-args.ts'
import { mapIn } from './doc-parts.ts'
import type { Doc } from './patches.ts'
import { addQuery, bringFilter, type Bringing, sameQuery } from './usual-filters.ts'

/** Adds a query on a source with the filters it needs; the query's id. */
export function bringQuery(
  draft: Doc,
  source: SourceDefinition,
  section: Doc | undefined,
  bringing: Bringing,
): string | undefined {
  const queries = mapIn(draft, 'queries')
  if (queries === undefined || !isBindable(source)) return undefined
  const at = { ...bringing, section: section === undefined ? undefined : String(section.id) }
  const args = boundArgs(draft, source, {
    ...(at.section !== undefined && { section: at.section }),
    bring: (filter) => bringFilter(draft, filter, { ...at, asks: source }),
  })
  if (Object.entries(source.args).some(([name, arg]) => isRequired(arg, args) && !Object.hasOwn(args, name)))
    return undefined
  return (
    sameQuery(queries, { source: source.name, args }) ??
    addQuery(queries, source.name.split('.')[1] ?? source.name, {
      source: source.name,
      args,
      refresh: source.refreshS,
    })
  )
}
