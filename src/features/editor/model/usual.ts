/**
 * What a new widget needs on a page that has nothing for it yet: the query that has its columns, with the filters that
 * its source asks for. So the first press on the palette shows figures; everything can be changed after.
 */
import { own } from '#engine/core/document/pointer'
import { parseReference } from '#engine/core/params/references'
import type { EventField, SourceDefinition, SourceRegistry, WidgetDefinition } from '#engine/types'
import { boundArgs, isBindable } from './bound-args.ts'
import { mapIn } from './doc-parts.ts'
import type { Doc } from './patches.ts'
import { addQuery, bringFilter, type Bringing, sameQuery } from './usual-filters.ts'

/**
 * The source for a widget that names none: it has these columns and most of the `optional` ones; then the fewest rows,
 * which is the fewest other dimensions. With no columns to go by, the one with the most measures.
 */
export function defaultSource(
  sources: SourceRegistry,
  columns: readonly string[],
  optional: readonly string[] = [],
): SourceDefinition | undefined {
  const fits = [...sources.values()].filter(
    (source) =>
      isBindable(source) &&
      Object.keys(source.args).length > 0 &&
      // What it answers is what it is asked for: there is no usual question to it.
      source.answers === undefined &&
      source.columns.some(({ role }) => role === 'measure') &&
      columns.every((id) => source.columns.some((column) => column.id === id)),
  )
  const measures = ({ columns: all }: SourceDefinition) => all.filter(({ role }) => role === 'measure').length
  const known = ({ columns: all }: SourceDefinition) => all.filter(({ id }) => optional.includes(id)).length
  const others = ({ columns: all }: SourceDefinition) =>
    all.filter(({ id, role }) => role === 'dim' && !columns.includes(id) && !optional.includes(id)).length
  return fits.toSorted((a, b) =>
    columns.length === 0 ? measures(b) - measures(a) : known(b) - known(a) || others(a) - others(b),
  )[0]
}

/** Adds a query on a source with the filters it needs, and lets a section wait for them. Answers the query's id. */
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
    bring: (filter) => bringFilter(draft, filter, at),
  })
  if (Object.entries(source.args).some(([name, { required }]) => required === true && !Object.hasOwn(args, name)))
    return undefined
  const id =
    sameQuery(queries, source.name, args) ??
    addQuery(queries, source.name.split('.')[1] ?? source.name, {
      source: source.name,
      args,
      refresh: source.refreshS,
    })
  if (section !== undefined) waitFor(section, args)
  return id
}

/** Nothing of a section runs before the filters that its queries are asked with have values. */
export function waitFor(section: Doc, args: Readonly<Record<string, unknown>>): void {
  const needed = Object.values(args).flatMap((value) => parseReference(value)?.param ?? [])
  if (needed.length === 0) return
  section.requires = [
    ...new Set([...(Array.isArray(section.requires) ? (section.requires as unknown[]) : []), ...needed]),
  ]
}

/** What a press on a widget means to a reader: which filter of its query it sets, and which part of it. */
interface Gesture {
  readonly field: string
  readonly arg: string
  readonly type: string
  readonly part?: string
}
const GESTURES: Readonly<Record<string, readonly Gesture[]>> = {
  pickLocal: [{ field: 'local', arg: 'locals', type: 'multi' }],
  pickDay: [
    { field: 'day', arg: 'date', type: 'date' },
    { field: 'day', arg: 'end', type: 'date' },
    { field: 'day', arg: 'p1Start', type: 'periodPair', part: 'comparing' },
  ],
}

/** A press on a member: where the option that names its column has the stores, it is a press on a store. */
const ofMembers = (fields: Readonly<Record<string, EventField>>, optionAt: (name: string) => unknown) =>
  Object.entries(fields).flatMap(([field, holds]) => {
    const columns = typeof holds === 'string' || !('memberOf' in holds) ? [] : [optionAt(holds.memberOf)].flat()
    return columns.length === 1 && columns[0] === 'local' ? [{ field, arg: 'locals', type: 'multi' }] : []
  })

/**
 * The gestures of a new widget, tied to the filters that its figures are asked with; undefined when there are none.
 *
 * @param args of the queries that fill it
 * @param optionAt the value of an option in force
 */
export function defaultEmits(
  { emits = {} }: Pick<WidgetDefinition, 'emits'>,
  args: readonly unknown[],
  params: unknown,
  optionAt: (name: string) => unknown,
): Doc | undefined {
  const tied = Object.entries(emits).flatMap(([event, fields]) => {
    const meant: readonly Gesture[] = event === 'pick' ? ofMembers(fields, optionAt) : (GESTURES[event] ?? [])
    const places = meant.flatMap(({ field, arg, type, part }) => {
      const filters = args.flatMap((one) => parseReference(own(one, arg))?.param ?? [])
      const filter = filters.find((id) => own(own(params, id), 'type') === type)
      return filter === undefined || !Object.hasOwn(fields, field)
        ? []
        : [{ set: part === undefined ? filter : `${filter}.${part}`, to: `$event.${field}` }]
    })
    return places[0] === undefined ? [] : [[event, places[0]] as const]
  })
  return tied.length === 0 ? undefined : Object.fromEntries(tied)
}
