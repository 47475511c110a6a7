/**
 * Which filter gives an argument of a source: by the name of the argument and the kind of the filter, so that `p1End`
 * takes the end of the periods and never their begin.
 */
import { isRecord, own } from '#engine/core/document/pointer'
import { partsIn } from '#engine/core/kinds/index'
import { strangeWord } from '#engine/core/params/arg-fits'
import type { SourceArg, SourceDefinition, SourceRegistry } from '#engine/types'
import { put, putTidy, recordAt, textAt, textsAt } from './raw.ts'
import { sectionsOf } from './sections.ts'
import type { Doc } from './patches.ts'

type Params = ReadonlyMap<string, unknown>
/** The meaning of the members of a list. */
type Entity = 'client' | 'local' | 'group'

interface Meaning {
  /** Kinds of filters, the best first, and the part of each. */
  readonly takes: readonly (readonly [kind: string, part: string])[]
  /** The list of the filter has these. */
  readonly entity?: Entity
  /** The list of the filter is written in the document, and has words of the argument alone. */
  readonly isOfWords?: true
  /** The filter that a new query brings along where the page has none (`FILTERS`). */
  readonly brings?: 'client' | 'locals' | 'date' | 'days' | 'periods'
  /**
   * When it is filled although the source does not require it: where the page has the filter, or always. Left out: not
   * at all.
   */
  readonly fills?: 'there' | 'always'
  /** Not where the source takes this one instead. */
  readonly unless?: string
}

const LIST: Meaning['takes'] = [
  ['multi', ''],
  ['tree', ''],
  ['local', ''],
  ['single', ''],
]
const edge = (part: 'begin' | 'end', kinds: readonly string[]): Meaning['takes'] =>
  kinds.map((kind) => [kind, kind === 'periodPair' ? `comparing.${part}` : part])
const PERIODS = ['periodPair', 'dateRange', 'relativePeriod']
const RANGES = ['dateRange', 'relativePeriod', 'periodPair']
const LAST_DAY: Meaning['takes'] = [['date', ''], ...edge('end', RANGES)]

/** In the order of the filter bar. */
export const MEANINGS: Readonly<Record<string, Meaning>> = {
  client: { takes: [['single', '']], entity: 'client', brings: 'client', fills: 'there' },
  locals: { takes: LIST, entity: 'local', brings: 'locals', fills: 'there' },
  groups: { takes: [['multi', '']], entity: 'group', fills: 'there' },
  date: { takes: [['date', '']], brings: 'date', fills: 'always' },
  workday: { takes: LAST_DAY, brings: 'date' },
  begin: { takes: edge('begin', RANGES), brings: 'periods', fills: 'there', unless: 'date' },
  end: { takes: edge('end', RANGES), brings: 'periods', fills: 'there', unless: 'date' },
  days: { takes: [], brings: 'days' },
  year: { takes: [['year', '']], fills: 'there' },
  p1Start: { takes: edge('begin', PERIODS), brings: 'periods', fills: 'always' },
  p1End: { takes: edge('end', PERIODS), brings: 'periods', fills: 'always' },
  p2Start: { takes: [['periodPair', 'reference.begin']], fills: 'there' },
  p2End: { takes: [['periodPair', 'reference.end']], fills: 'there' },
}
/** One of the words that the argument takes: a filter that lists them is meant for it. */
const OF_WORDS: Meaning = { takes: [['single', '']], fills: 'there', isOfWords: true }
/** The days that end with one: the last of them. */
const END_ALONE: Meaning = { takes: LAST_DAY, brings: 'date', fills: 'there' }

const LISTS: Readonly<Record<string, Entity>> = {
  'clients.list': 'client',
  'figures.clients': 'client',
  'occupancy.clients': 'client',
  'locals.byClient': 'local',
  'locals.active': 'local',
  'occupancy.locals': 'local',
  'localGroups.byClient': 'group',
}

/** Filters that a query of this section may name, its own before those of the page; of the page alone without one. */
function paramsFor(doc: Doc, section?: string): Params {
  const declared = sectionsOf(doc).find(({ id }) => section !== undefined && id === section)
  return new Map(Object.entries({ ...recordAt(doc, 'params'), ...recordAt(declared, 'declares') }))
}

/** The meaning of an argument's name for this source; undefined for a name that is the source's own. */
export function meaningOf(source: SourceDefinition, name: string): Meaning | undefined {
  if (name === 'end' && !Object.hasOwn(source.args, 'begin')) return END_ALONE
  const { words } = source.args[name] ?? {}
  const isOneWord = words !== undefined && words.isList !== true
  const meaning = Object.hasOwn(MEANINGS, name) ? MEANINGS[name] : isOneWord ? OF_WORDS : undefined
  return meaning?.unless !== undefined && Object.hasOwn(source.args, meaning.unless) ? undefined : meaning
}

/**
 * Whether a new query to a source can be asked: every argument that it needs has a meaning or a value to begin with.
 */
export const isBindable = (source: SourceDefinition): boolean =>
  Object.entries(source.args).every(
    ([name, { required, usual }]) => required !== true || usual !== undefined || meaningOf(source, name) !== undefined,
  )

/** The filters of `params` that a section shows. */
function shownIn(doc: Doc, params: Params, section: string | undefined): Params {
  const shown = textsAt(
    sectionsOf(doc).find(({ id }) => section !== undefined && id === section),
    'params',
  )
  return new Map(shown.flatMap((id) => (params.has(id) ? [[id, params.get(id)] as const] : [])))
}

/**
 * The filter, or the part of one, that gives an argument: of those that the section shows, else of all it may name.
 * Undefined where there is none.
 */
export const placeOfArg = (
  doc: Doc,
  source: SourceDefinition,
  name: string,
  section: string | undefined,
): string | undefined =>
  shownPlaceOfArg(doc, source, name, section) ?? placeAmong(doc, paramsFor(doc, section), source, name)

/** The filter among those that a section shows, or the part of one, that gives an argument. */
export const shownPlaceOfArg = (
  doc: Doc,
  source: SourceDefinition,
  name: string,
  section: string | undefined,
): string | undefined => placeAmong(doc, shownIn(doc, paramsFor(doc, section), section), source, name)

function placeAmong(doc: Doc, params: Params, source: SourceDefinition, name: string): string | undefined {
  const arg = source.args[name]
  if (arg === undefined) return undefined
  const { words } = arg
  const fits = (id: string, part: string) =>
    (words !== undefined && words.isList !== true && listsWords(params.get(id), arg)) ||
    partsIn(textAt(params.get(id), 'type'))[part]?.includes(arg.type) === true
  if (params.has(name) && fits(name, '')) return name
  const meaning = meaningOf(source, name)
  for (const [kind, part] of meaning?.takes ?? []) {
    const found = [...params].find(
      ([id, param]) =>
        textAt(param, 'type') === kind &&
        fits(id, part) &&
        (meaning?.entity === undefined || entityOf(doc, param) === meaning.entity) &&
        (meaning?.isOfWords !== true || listsWords(param, arg)),
    )
    if (found !== undefined) return part === '' ? found[0] : `${found[0]}.${part}`
  }
  return undefined
}

function listsWords(param: unknown, arg: SourceArg): boolean {
  const list = own(param, 'options')
  return (
    Array.isArray(list) && list.length > 0 && list.every((one) => strangeWord(arg, own(one, 'value')) === undefined)
  )
}

/**
 * Gives a filter of words or of groups to the queries of the page that could be asked with it and are not: it was added
 * for them.
 */
export function bindAdded(draft: Doc, filter: string, sources: SourceRegistry): void {
  for (const query of Object.values(recordAt(draft, 'queries'))) {
    const source = sources.get(textAt(query, 'source'))
    if (source === undefined || !isRecord(query)) continue
    for (const name of Object.keys(source.args)) {
      const { isOfWords, entity } = meaningOf(source, name) ?? {}
      const isNarrowing = isOfWords === true || entity === 'group'
      if (!isNarrowing || own(own(query, 'args'), name) !== undefined) continue
      if (placeOfArg(draft, source, name, undefined) === filter)
        query.args = { ...recordAt(query, 'args'), [name]: `$${filter}` }
    }
  }
}

function entityOf(doc: Doc, param: unknown): Entity | undefined {
  const options = own(param, 'options')
  const names = textAt(options, 'names')
  if (names === 'client' || names === 'local') return names
  const list = own(recordAt(doc, 'queries'), textAt(options, 'query'))
  return isRecord(list) ? LISTS[textAt(list, 'source')] : undefined
}

/**
 * The arguments of a new query, in the order of the filter bar: `$filter.part` where the page has it, else the value
 * that the source begins with. What it lacks is asked of `bring`, which answers the id of a new filter.
 */
export function boundArgs(
  doc: Doc,
  source: SourceDefinition,
  { section, bring }: { readonly section?: string; readonly bring?: (filter: string) => string | undefined } = {},
): Readonly<Record<string, unknown>> {
  const names = [...new Set([...Object.keys(MEANINGS), ...Object.keys(source.args)])]
  const place = (name: string) => placeOfArg(doc, source, name, section)
  // A year means its days: one or the other.
  const isByYear = place('year') !== undefined && place('p1Start') === undefined
  const given = names.flatMap((name): readonly (readonly [string, unknown])[] => {
    const arg: SourceArg | undefined = Object.hasOwn(source.args, name) ? source.args[name] : undefined
    if (arg === undefined || (/^p[12]/.test(name) ? isByYear : name === 'year' && !isByYear)) return []
    const { brings, fills } = meaningOf(source, name) ?? {}
    const isNeeded = arg.required === true || fills === 'always'
    const isFilled = isNeeded || fills === 'there' || arg.usual !== undefined || !Object.hasOwn(MEANINGS, name)
    const found = isFilled ? place(name) : undefined
    if (found !== undefined) return [[name, `$${found}`]]
    if (isNeeded && brings !== undefined && bring?.(brings) !== undefined) {
      const brought = place(name)
      if (brought !== undefined) return [[name, `$${brought}`]]
    }
    return arg.usual === undefined ? [] : [[name, arg.usual]]
  })
  return Object.fromEntries(given)
}

/** A stretch of days has two ends: a source refuses a query with one of them alone. */
const OTHER_END: Readonly<Record<string, string>> = {
  p1Start: 'p1End',
  p1End: 'p1Start',
  p2Start: 'p2End',
  p2End: 'p2Start',
}

/**
 * An argument of a query is given a value, or none. The other end of its days goes with it, and comes with it from the
 * filter that gives it.
 */
export function withArg(query: string, name: string, value: unknown, sources: SourceRegistry): (draft: Doc) => void {
  return (draft) => {
    const asked = own(draft.queries, query)
    const write = (arg: string, next: unknown) =>
      next === undefined
        ? putTidy(draft, ['queries', query, 'args', arg], undefined)
        : put(draft, ['queries', query, 'args', arg], next)
    write(name, value)
    const source = sources.get(textAt(asked, 'source'))
    const other = OTHER_END[name]
    if (other === undefined || source === undefined || !Object.hasOwn(source.args, other)) return
    if (value === undefined) write(other, undefined)
    else if (own(own(asked, 'args'), other) === undefined) {
      const place = placeOfArg(draft, source, other, undefined)
      if (place !== undefined) write(other, `$${place}`)
    }
  }
}
