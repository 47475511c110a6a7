/** Filters that came along with a query. Until they are changed they belong to it, and are removed with it. */
import { isRecord, own } from '#engine/core/document/pointer'
import { stable } from '#engine/core/graph/args'
import { parseReference } from '#engine/core/params/references'
import { recordAt, textAt } from './raw.ts'
import { sectionsOf } from './sections.ts'
import { withoutParam } from './doc-edits.ts'
import type { Doc } from './patches.ts'

export interface CameAlong {
  /** After each step: a filter that a query of the same step is asked with came along with it. */
  note(before: Doc, after: Doc): void
  /** A change that also takes those out that were named `before` it and that nothing names any more. */
  leaving(before: Doc, recipe: (draft: Doc) => void): (draft: Doc) => void
}

/** Of one work while its page is open: the parts of a stored draft may have been made by the author. */
export function createCameAlong(): CameAlong {
  /** Filter -> as it came. */
  const came = new Map<string, string>()
  const isAsItCame = (doc: Doc, id: string) => came.get(id) === stable(own(doc.params, id) ?? null)
  return {
    note(before, after) {
      const changed = askedAnew(before, after)
      for (const id of Object.keys(recordAt(after, 'params'))) {
        if (Object.hasOwn(recordAt(before, 'params'), id)) continue
        if (changed.has(id)) came.set(id, stable(own(after.params, id)))
        else came.delete(id)
      }
    },
    leaving: (before, recipe) => (draft) => {
      recipe(draft)
      for (;;) {
        const gone = [...came.keys()].find(
          (id) => isAsItCame(draft, id) && isAsItCame(before, id) && isNamed(before, id) && !isNamed(draft, id),
        )
        if (gone === undefined) return
        withoutParam(gone)(draft)
      }
    },
  }
}

/** Filters that queries are asked with which are new or ask another source. */
function askedAnew(before: Doc, after: Doc): ReadonlySet<string> {
  const queries = Object.entries(recordAt(after, 'queries')).filter(
    ([id, query]) => textAt(query, 'source') !== textAt(own(before.queries, id), 'source'),
  )
  return new Set(
    queries.flatMap(([, query]) =>
      Object.values(recordAt(query, 'args')).flatMap((value) => parseReference(value)?.param ?? []),
    ),
  )
}

/** Whether anything but its control and the sections that wait for it may name a filter. */
function isNamed(doc: Doc, id: string): boolean {
  const { [id]: _own, ...others } = recordAt(doc, 'params')
  const queries = Object.values(recordAt(doc, 'queries')).map((query) => ({
    ...recordAt({ query }, 'query'),
    source: '',
  }))
  const sections = sectionsOf(doc).map(({ params: _params, requires: _requires, ...rest }) => rest)
  const word = new RegExp(`(?<![\\w-])${id}(?![\\w-])`)
  const names = (value: unknown): boolean =>
    typeof value === 'string'
      ? word.test(value)
      : Array.isArray(value)
        ? value.some(names)
        : isRecord(value) && Object.values(value).some(names)
  return [queries, doc.widgets, sections, others].some(names)
}
