/**
 * Names of queries: the title of their source, and where several use one source their differences. Ids
 * are for the text of the document.
 */
import { stable } from '#engine/core/graph/args'
import { isRecord, own } from '#engine/core/document/pointer'
import { parseReference } from '#engine/core/params/references'
import type { Translate } from '#ui'
import { wordName } from './column-names.ts'
import type { Doc } from './patches.ts'

/** Sources with a title in `editor-panels:source.*`; a test holds the list equal to the registry. */
export const TITLED_SOURCES: ReadonlySet<string> = new Set([
  'clients.list',
  'localGroups.byClient',
  'traffic',
  'locals.byClient',
  'locals.active',
  'campaigns.list',
  'footscans.workday',
  'footscans.summary',
  'occupancy.now',
  'occupancy.minutes',
  'occupancy.levels',
  'occupancy.hours',
  'occupancy.rooms',
  'occupancy.locals',
  'occupancy.clients',
  'figures.clients',
  'flows.months',
  'flows.pairs',
  'flows.stations',
  'flows.hours',
  'flows.days',
  'profile.slots',
  'profile.stations',
  'monthly.places',
  'monthly.months',
  'monthly.course',
  'monthly.summary',
  'monthly.items',
  'compare.mainExtended',
  'compare.capconv',
  'compare.hour',
  'compare.ins',
  'compare.repetitions',
  'compare.repetitionsLocal',
  'compare.exits',
  'compare.exitsHour',
  'compare.sales',
  'compare.holidays',
  'compare.stores',
  'compare.days',
])

/** A source without a title has its own name. */
export const sourceTitle = (t: Translate, name: string): string =>
  TITLED_SOURCES.has(name) ? t(`editor-panels:source.${name.replace('.', '_')}`) : name

const LONGEST_VALUE = 32

/** Query -> its name in the reader's language; no two have the same. `filterName`: the label of a filter by its id. */
export function queryNames(doc: Doc, t: Translate, filterName: (id: string) => string): ReadonlyMap<string, string> {
  const queries = Object.entries(isRecord(doc.queries) ? doc.queries : {})
  const names = new Map<string, string>()
  for (const [source, group] of Map.groupBy(queries, ([, query]) => {
    const name = own(query, 'source')
    return typeof name === 'string' ? name : ''
  })) {
    const title = sourceTitle(t, source) || t('editor-panels:kind.query')
    const marks = marksOf(
      group.map(([, query]) => query),
      t,
      filterName,
    )
    const seen = new Map<string, number>()
    for (const [at, [id]] of group.entries()) {
      const name = [title, ...(marks[at] ?? [])].join(' · ')
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      names.set(id, count === 1 ? name : `${name} (${count})`)
    }
  }
  return names
}

/** Of each query what others of the same source do not have: the filters and values it is asked with, and its steps. */
function marksOf(
  queries: readonly unknown[],
  t: Translate,
  filterName: (id: string) => string,
): readonly (readonly string[])[] {
  const argsOf = (query: unknown) => {
    const args = own(query, 'args')
    return isRecord(args) ? args : {}
  }
  const stepsOf = (query: unknown): readonly unknown[] => {
    const steps = own(query, 'transform')
    return Array.isArray(steps) ? (steps as unknown[]) : []
  }
  const differ = (pick: (query: unknown) => unknown) =>
    new Set(queries.map((query) => stable(pick(query) ?? null))).size > 1
  const args = [...new Set(queries.flatMap((query) => Object.keys(argsOf(query))))].filter((name) =>
    differ((query) => argsOf(query)[name]),
  )
  const hasSteps = differ(stepsOf)
  const valueName = (arg: string, value: unknown) => {
    const reference = parseReference(value)
    if (reference !== undefined) return filterName(reference.param)
    const words = String(value)
      .split(',')
      .map((word) => wordName(t, arg, word))
      .join(', ')
    return words.length > LONGEST_VALUE ? `${words.slice(0, LONGEST_VALUE).trimEnd()}…` : words
  }
  return queries.map((query) => [
    ...new Set([
      ...args.flatMap((name) => {
        const value = argsOf(query)[name]
        return value === undefined ? [] : [valueName(name, value)]
      }),
      ...(hasSteps
        ? stepsOf(query).flatMap((step) => {
            const op = own(step, 'op')
            return typeof op === 'string' ? [t(`editor-panels:op.${op}`)] : []
          })
        : []),
    ]),
  ])
}
