/**
 * What a new widget needs on a page that has nothing for it yet: the source that has its columns, and the filters that
 * source asks for, made the way the built-in dashboards make them. So the first press on the palette shows figures;
 * everything can be changed after.
 */
import { stable } from '#engine/core/graph/args'
import { isRecord } from '#engine/core/document/pointer'
import type { SourceDefinition, SourceRegistry, WidgetDefinition } from '#engine/types'
import { labelled, mapIn, sectionsIn } from './doc-parts.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'

type UsualKey = 'client' | 'locals' | 'date' | 'days' | 'periods' | 'week' | 'month' | 'quarter' | 'filter'
/** Labels by language: they are written into the document in all of them. */
export type UsualText = (key: UsualKey) => Readonly<Record<string, string>>

interface UsualFilter {
  readonly param: (text: (key: UsualKey) => string) => Doc
  readonly queries?: Readonly<Record<string, Doc>>
}

const FILTERS: Readonly<Record<string, UsualFilter>> = {
  client: {
    param: (text) => ({
      type: 'single',
      label: text('client'),
      options: { query: 'clients', value: 'id', label: 'name', names: 'client' },
      default: { pick: 'first' },
      url: { key: 'client', shape: 'id' },
    }),
    queries: { clients: { source: 'clients.list' } },
  },
  locals: {
    param: (text) => ({
      type: 'multi',
      label: text('locals'),
      options: { query: 'stores', value: 'id', label: 'name', names: 'local', hideNoData: true },
      default: { pick: 'all' },
      onInvalid: 'default',
      url: { key: 'locals', shape: 'ids' },
    }),
    queries: { stores: { source: 'locals.byClient', args: { client: '$client' } } },
  },
  date: {
    param: (text) => ({
      type: 'date',
      label: text('date'),
      default: { day: 'today' },
      url: { key: 'date', shape: 'date' },
    }),
  },
  days: {
    param: (text) => ({
      type: 'single',
      label: text('days'),
      options: [
        { value: 7, label: text('week') },
        { value: 30, label: text('month') },
        { value: 90, label: text('quarter') },
      ],
      default: 30,
    }),
  },
  periods: {
    param: (text) => ({
      type: 'periodPair',
      label: text('periods'),
      options: { query: 'campaigns', value: 'id', label: 'name' },
      default: { preset: 'thisWeekVsPrevious' },
      url: { key: 'end', shape: 'date' },
    }),
    queries: { campaigns: { source: 'campaigns.list', args: { client: '$client' } } },
  },
}

/** Argument of a source -> what it is given. The order is that of the filter bar. */
const ARGS: Readonly<Record<string, string>> = {
  client: '$client',
  locals: '$locals',
  date: '$date',
  end: '$date',
  days: '$days',
  p1Start: '$periods.comparing.begin',
  p1End: '$periods.comparing.end',
  p2Start: '$periods.reference.begin',
  p2End: '$periods.reference.end',
}
const FILLED_TOO = new Set(['date', 'p2Start', 'p2End'])

const filterOf = (reference: string) => reference.slice(1).split('.')[0] ?? ''

/** Arguments given to a source; undefined when it asks for something that is unknown here. */
function argsOf(source: SourceDefinition): Readonly<Record<string, string>> | undefined {
  const given: [string, string][] = []
  for (const [name, reference] of Object.entries(ARGS)) {
    const arg = source.args[name]
    if (arg !== undefined && (arg.required === true || FILLED_TOO.has(name))) given.push([name, reference])
  }
  const isWhole = Object.entries(source.args).every(
    ([name, { required }]) => required !== true || Object.hasOwn(ARGS, name),
  )
  return isWhole && given.length > 0 ? Object.fromEntries(given) : undefined
}

/**
 * The source that has these columns, most of the `optional` ones, and the fewest others; with no columns to go by, the
 * one with the most measures.
 */
export function defaultSource(
  sources: SourceRegistry,
  columns: readonly string[],
  optional: readonly string[] = [],
): SourceDefinition | undefined {
  const fits = [...sources.values()].filter(
    (source) =>
      argsOf(source) !== undefined &&
      // What it answers is what it is asked for: there is no usual question to it.
      !Object.hasOwn(source.args, 'measures') &&
      source.columns.some(({ role }) => role === 'measure') &&
      columns.every((id) => source.columns.some((column) => column.id === id)),
  )
  const measures = ({ columns: all }: SourceDefinition) => all.filter(({ role }) => role === 'measure').length
  const known = ({ columns: all }: SourceDefinition) => all.filter(({ id }) => optional.includes(id)).length
  return fits.toSorted((a, b) =>
    columns.length === 0 ? measures(b) - measures(a) : known(b) - known(a) || a.columns.length - b.columns.length,
  )[0]
}

/** Adds a query on a source with the filters it needs, and lets a section wait for them. Answers the query's id. */
export function bringQuery(
  draft: Doc,
  source: SourceDefinition,
  section: Doc | undefined,
  text: UsualText,
): string | undefined {
  const args = argsOf(source)
  const [params, queries] = [mapIn(draft, 'params'), mapIn(draft, 'queries')]
  if (args === undefined || params === undefined || queries === undefined) return undefined
  const needed = [...new Set(Object.values(args).map(filterOf))]
  for (const name of needed) bringFilter(draft, name, params, queries, text)
  const same = Object.entries(queries).find(
    ([, query]) =>
      isRecord(query) &&
      query.source === source.name &&
      query.transform === undefined &&
      stable(query.args) === stable(args),
  )?.[0]
  const id = same ?? freshId(source.name.split('.')[1] ?? source.name, new Set(Object.keys(queries)))
  if (same === undefined)
    queries[id] = {
      source: source.name,
      args: { ...args },
      ...(source.refreshS !== undefined && { refresh: source.refreshS }),
    }
  if (section !== undefined)
    section.requires = [...new Set([...(Array.isArray(section.requires) ? section.requires : []), ...needed])]
  return id
}

/**
 * What a press on a widget means to a reader: its filter, the part of it, and the kind of filter that can be set so.
 */
const GESTURES: Readonly<
  Record<
    string,
    readonly { readonly field: string; readonly filter: string; readonly type: string; readonly set: string }[]
  >
> = {
  pickLocal: [{ field: 'local', filter: 'locals', type: 'multi', set: 'locals' }],
  pickDay: [
    { field: 'day', filter: 'date', type: 'date', set: 'date' },
    { field: 'day', filter: 'periods', type: 'periodPair', set: 'periods.comparing' },
  ],
}

/**
 * The gestures of a new widget, tied to the usual filters of its page where it has them; undefined when there are none.
 */
export function defaultEmits({ emits = {} }: Pick<WidgetDefinition, 'emits'>, params: unknown): Doc | undefined {
  const tied = Object.entries(emits).flatMap(([event, fields]) => {
    const found = GESTURES[event]?.find(({ field, filter, type }) => {
      const param = isRecord(params) ? params[filter] : undefined
      return fields.includes(field) && isRecord(param) && param.type === type
    })
    return found === undefined ? [] : [[event, { set: found.set, to: `$event.${found.field}` }] as const]
  })
  return tied.length === 0 ? undefined : Object.fromEntries(tied)
}

function bringFilter(draft: Doc, name: string, params: Doc, queries: Doc, text: UsualText): void {
  const usual = FILTERS[name]
  if (usual === undefined || Object.hasOwn(params, name)) return
  for (const [id, query] of Object.entries(usual.queries ?? {}))
    if (!Object.hasOwn(queries, id)) queries[id] = structuredClone(query)
  params[name] = usual.param((key) => labelled(draft, key, text(key)))
  const sections = sectionsIn(draft)
  if (sections === undefined) return
  let bar = sections.find((one) => isRecord(one) && Array.isArray(one.params) && one.params.length > 0)
  if (bar === undefined) {
    bar = { id: freshId('filters', new Set(sections.map((one) => String(one.id)))), params: [], sticky: true }
    sections.unshift(bar)
    bar = sections[0]
  }
  if (bar !== undefined && Array.isArray(bar.params)) bar.params.push(name)
}
