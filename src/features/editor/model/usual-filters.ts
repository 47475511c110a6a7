/** The filters that a new query brings where the page has none, made the way the built-in dashboards make theirs. */
import { stable } from '#engine/core/graph/args'
import { isRecord } from '#engine/core/document/pointer'
import type { SourceDefinition, SourceRegistry, WholeList } from '#engine/types'
import { textsAt } from './raw.ts'
import { everyFilter, freshAddressKey } from './address-keys.ts'
import { boundArgs } from './bound-args.ts'
import { labelled, mapIn, sectionIn, sectionsIn } from './doc-parts.ts'
import { freshId } from './ids.ts'
import type { Doc } from './patches.ts'

type UsualKey =
  | 'client'
  | 'locals'
  | 'groups'
  | 'date'
  | 'days'
  | 'periods'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'compared'
  | 'sameStores'
  | 'allStores'
  | 'filter'
/** Labels by language: they are written into the document in all of them. */
export type UsualText = (key: UsualKey) => Readonly<Record<string, string>>

interface UsualFilter {
  readonly param: (text: (key: UsualKey) => string) => Doc
  /** The id and the source of its list. */
  readonly list?: readonly [id: string, source: string]
  readonly options?: Doc
  /** The part after the list. */
  readonly rest: Doc
  readonly url?: { readonly key: string; readonly shape: string }
}

const FILTERS: Readonly<Record<string, UsualFilter>> = {
  client: {
    param: (text) => ({ type: 'single', label: text('client') }),
    list: ['clients', 'clients.list'],
    options: { value: 'id', label: 'name', names: 'client' },
    rest: { default: { pick: 'first' } },
    url: { key: 'client', shape: 'id' },
  },
  locals: {
    param: (text) => ({ type: 'multi', label: text('locals') }),
    list: ['stores', 'locals.byClient'],
    options: { value: 'id', label: 'name', names: 'local', hideNoData: true },
    rest: { default: { pick: 'all' }, onInvalid: 'default' },
    url: { key: 'locals', shape: 'ids' },
  },
  groups: {
    param: (text) => ({ type: 'multi', label: text('groups') }),
    list: ['groups', 'localGroups.byClient'],
    options: { value: 'id', label: 'name' },
    // None is every store: also those of no group, and of a client without groups.
    rest: { optional: true, onInvalid: 'clear' },
    url: { key: 'groups', shape: 'ids' },
  },
  date: {
    param: (text) => ({ type: 'date', label: text('date') }),
    rest: { default: { day: 'today' } },
    url: { key: 'date', shape: 'date' },
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
    }),
    rest: { default: 30 },
  },
  periods: {
    param: (text) => ({ type: 'periodPair', label: text('periods') }),
    list: ['campaigns', 'campaigns.list'],
    options: { value: 'id', label: 'name' },
    rest: { default: { preset: 'thisWeekVsPrevious' } },
    url: { key: 'end', shape: 'date' },
  },
  year: {
    param: (text) => ({ type: 'year', label: text('year') }),
    rest: {},
    url: { key: 'year', shape: 'id' },
  },
  compared: {
    param: (text) => ({
      type: 'single',
      label: text('compared'),
      options: [
        { value: 'same', label: text('sameStores') },
        { value: 'all', label: text('allStores') },
      ],
    }),
    rest: { default: 'same', onInvalid: 'default' },
  },
}
const USUAL_FILTERS = [
  'client',
  'locals',
  'groups',
  'periods',
  'year',
  'compared',
  'date',
  'days',
] as const satisfies readonly UsualKey[]
export type UsualFilterName = (typeof USUAL_FILTERS)[number]

/** Filters that can be added by name, in the order of the filter bar: those whose list can be asked. */
export const usualFilters = (sources: SourceRegistry): readonly UsualFilterName[] =>
  USUAL_FILTERS.filter((name) => {
    const list = FILTERS[name]?.list
    return list === undefined || sources.has(list[1])
  })

/** Where a filter comes to: `section` is the one whose widgets need it. */
export interface Bringing {
  readonly sources: SourceRegistry
  readonly text: UsualText
  readonly section?: string | undefined
  /** The source that it is added for. Left out: any source of the page. */
  readonly asks?: SourceDefinition
  /** The section shows it, whether it shows any yet. Left out: the one that shows filters to this section. */
  readonly isShownHere?: boolean
}

/** Adds a usual filter with its list and its control; the id that it got. */
export function bringFilter(draft: Doc, name: string, bringing: Bringing): string | undefined {
  const usual = FILTERS[name]
  const [params, queries] = [mapIn(draft, 'params'), mapIn(draft, 'queries')]
  if (usual === undefined || params === undefined || queries === undefined) return undefined
  const list = usual.list && listQuery(draft, queries, usual.list, bringing)
  if (usual.list !== undefined && list === undefined) return undefined
  const id = freshId(name, new Set(everyFilter(draft).map(([one]) => one)))
  const { url } = usual
  params[id] = {
    ...usual.param((key) => labelled(draft, key, bringing.text(key))),
    ...(list !== undefined && { options: { query: list, ...usual.options } }),
    ...usual.rest,
    ...(url && { url: { ...url, key: freshAddressKey(draft, url.key) } }),
  }
  const bar = filterBar(draft, bringing)
  if (Array.isArray(bar?.params)) bar.params.push(id)
  return id
}

/** The query of a filter's list: one that asks the same and has no steps, else a new one. */
function listQuery(
  draft: Doc,
  queries: Doc,
  [wanted, name]: readonly [string, string],
  bringing: Bringing,
): string | undefined {
  const source = bringing.sources.get(name)
  if (source === undefined) return undefined
  // A filter of the page may not be asked with one of a section.
  const isOfPage = bringing.section !== undefined && sectionIn(draft, bringing.section)?.declares === undefined
  const args = boundArgs(draft, source, {
    ...(isOfPage && { section: bringing.section }),
    bring: (filter) => bringFilter(draft, filter, bringing),
  })
  const made = { source: name, args, transform: wholeList(bringing, name)?.transform }
  return sameQuery(queries, made) ?? addQuery(queries, wanted, made)
}

/**
 * The list that a source knows by a word: filled with exactly this one, a question need not wait for the list, and both
 * are about the same members.
 */
const wholeList = ({ sources, asks }: Bringing, list: string): WholeList | undefined =>
  (asks === undefined ? [...sources.values()] : [asks])
    .flatMap(({ args }) => Object.values(args))
    .find(({ all }) => all?.source === list)?.all

interface MadeQuery {
  readonly source: string
  readonly args: Readonly<Record<string, unknown>>
  readonly transform?: readonly unknown[] | undefined
  readonly refresh?: number | undefined
}

/** A query that asks a source the same and has the same steps. */
export const sameQuery = (queries: Doc, { source, args, transform }: MadeQuery): string | undefined =>
  Object.entries(queries).find(
    ([, query]) =>
      isRecord(query) &&
      query.source === source &&
      stable(query.transform ?? []) === stable(transform ?? []) &&
      stable(query.args ?? {}) === stable(args),
  )?.[0]

export function addQuery(queries: Doc, wanted: string, { source, args, transform, refresh }: MadeQuery): string {
  const id = freshId(wanted, new Set(Object.keys(queries)))
  queries[id] = {
    source,
    ...(Object.keys(args).length > 0 && { args: { ...args } }),
    ...(transform !== undefined && { transform: structuredClone(transform) }),
    ...(refresh !== undefined && { refresh }),
  }
  return id
}

/**
 * The section that shows filters to a section: itself where it shows some, else the first one of its page; a new one at
 * the top where there is none.
 */
function filterBar(draft: Doc, { section, isShownHere = false }: Bringing): Doc | undefined {
  const sections = sectionsIn(draft)
  if (sections === undefined) return undefined
  const own = section === undefined ? undefined : sectionIn(draft, section)
  if (isShownHere && own !== undefined) return asBar(draft, own)
  if (own !== undefined && showsFilters(own)) return own
  const found = sections.find(
    (one) => isRecord(one) && showsFilters(one) && (one.tab === undefined || one.tab === own?.tab),
  )
  if (found !== undefined) return found
  sections.unshift({ id: freshId('filters', new Set(sections.map(({ id }) => String(id)))) })
  const [first] = sections
  return first && asBar(draft, first)
}

const showsFilters = (section: unknown): boolean => textsAt(section, 'params').length > 0

/** A section that shows filters; the first ones of a page stay in view. */
export function asBar(draft: Doc, section: Doc): Doc {
  const isFirst = sectionsIn(draft)?.some(showsFilters) !== true
  if (!Array.isArray(section.params)) section.params = []
  if (isFirst) section.sticky = true
  return section
}
