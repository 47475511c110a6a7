/** Filters in the address: named shapes, nothing coerced, other keys of the query string left as they are. */
import type { Param } from '#schemas/generated/layout.ts'
import { GRANULARITIES, type Granularity, type Issue } from '../../types.ts'
import type { ResolvePeriods } from './ports.ts'
import { issue } from '../document/issue.ts'
import { kindOf, shapeNamed } from '../kinds/index.ts'
import type { LayoutModel, ParamKey, ParamModel } from '../document/model.ts'
import { normalise } from './params.ts'
import type { Full } from './state.ts'

/** The expected form where there is no shape. */
const EXPECTED: Readonly<Record<string, string>> = {
  past: 'a day up to today',
  fold: 'sections that can be collapsed',
  full: 'a widget of this page',
  granularity: 'hour, day, week or month',
  tab: 'a tab of this page, or a widget and one of its tabs',
}

export interface UrlPlace {
  readonly key: string
  readonly shape: string
}

/** Keys of the page around a dashboard, and of the tabs in its widgets. */
export const TAB_KEY = 'tab'
/** Sections that are collapsed, where these are others than those the document begins with. */
export const FOLD_KEY = 'folded'
/** The widget that fills the page. */
export const FULL_KEY = 'full'
/** Length of the steps of charts. */
export const GRANULARITY_KEY = 'granularity'
const RESERVED = [
  TAB_KEY,
  FOLD_KEY,
  FULL_KEY,
  GRANULARITY_KEY,
  'refresh',
  'kiosk',
  'access_token',
  'token',
  'redirect',
  'revision',
]

/** Every key that a filter takes. */
export const keysOf = ({ key, shape }: UrlPlace): readonly string[] => shapeNamed(shape)?.keys?.(key) ?? [key]

/** The place of the value by its definition; undefined by default. */
export function placeIn(definition: Pick<Param, 'type' | 'url'>): UrlPlace | undefined {
  const { hasOwnShape, shape } = kindOf(definition)
  const { url } = definition
  return url && { key: url.key, shape: hasOwnShape === true && typeof shape === 'string' ? shape : url.shape }
}

/**
 * Where each filter is in the address: where its document says, else under its own id, because a link reproduces the
 * screen. A filter whose id is another's key has no place.
 */
export function placesOf(model: Pick<LayoutModel, 'params' | 'queries'>): ReadonlyMap<ParamKey, UrlPlace> {
  const places = new Map<ParamKey, UrlPlace>()
  const params = [...model.params.values()]
  for (const { key, definition } of params) {
    const place = placeIn(definition)
    if (place !== undefined) places.set(key, place)
  }
  const taken = new Set([...RESERVED, ...[...places.values()].flatMap(keysOf)])
  for (const param of params) {
    const shape = usualShape(param, model)
    if (places.has(param.key) || shape === undefined) continue
    const place = { key: param.key.replaceAll('/', '-'), shape }
    if (keysOf(place).some((key) => taken.has(key))) continue
    places.set(param.key, place)
    for (const key of keysOf(place)) taken.add(key)
  }
  return places
}

function usualShape(
  { definition, optionsQuery }: ParamModel,
  { queries }: Pick<LayoutModel, 'queries'>,
): string | undefined {
  const { shape } = kindOf(definition)
  if (typeof shape === 'string') return shape
  const { options } = definition
  if (!Array.isArray(options)) {
    const column = queries.get(optionsQuery ?? '')?.source.columns.find(({ id }) => id === options?.value)
    return shape(definition, column?.type === 'text')
  }
  const [kind, ...others] = new Set(options.map(({ value }) => (isId(value) ? 'id' : typeof value)))
  const isOneKind = others.length === 0 && (kind === 'id' || kind === 'string')
  return isOneKind ? shape(definition, kind === 'string') : undefined
}

const isId = (value: unknown) => typeof value === 'number' && Number.isInteger(value) && value >= 0

export interface UrlRead {
  readonly values: ReadonlyMap<ParamKey, unknown>
  readonly notices: readonly Issue[]
}
export interface UrlContext {
  readonly places: ReadonlyMap<ParamKey, UrlPlace>
  readonly resolvePeriods: ResolvePeriods
  readonly today: string
  readonly label: (param: ParamModel) => string
}

/**
 * Values of the filters that are in the query string, null for one that was emptied. A value that does not match its
 * shape is left out and reported.
 */
export function readUrl(params: Iterable<ParamModel>, search: string, context: UrlContext): UrlRead {
  const query = new URLSearchParams(search)
  const values = new Map<ParamKey, unknown>()
  const notices: Issue[] = []
  for (const param of params) {
    const place = context.places.get(param.key)
    if (place === undefined) continue
    const refuse = (value: string, shape: string) =>
      notices.push(ignored(value, `/params/${param.key}`, context.label(param), shape))
    const kind = kindOf(param.definition)
    if (keysOf(place).every((key) => (query.get(key) ?? '') === '') && query.has(place.key)) {
      if (kind.isNeverEmpty !== true) values.set(param.key, null)
      continue
    }
    const { definition } = param
    const { resolvePeriods, today } = context
    const read = shapeNamed(place.shape)?.read(place.key, (key) => query.get(key), {
      definition,
      resolvePeriods,
      today,
    })
    for (const [text, shape] of read?.refused ?? []) refuse(text, shape)
    if (read?.value === undefined) continue
    const isWrong = (normalise(definition, read.value) ?? undefined) === undefined
    const refused = isWrong ? place.shape : kind.refuses?.(read.value, { definition, today })
    if (refused === undefined) values.set(param.key, read.value)
    else refuse(query.get(place.key) ?? '', refused)
  }
  return { values, notices }
}

export const ignored = (value: string, pointer: string, param: string, shape: string): Issue =>
  issue('URL_VALUE_IGNORED', pointer, {
    value,
    param,
    expected: shapeNamed(shape)?.expected ?? EXPECTED[shape] ?? shape,
    shape,
  })

/** A filter's value by the keys it takes: `key=` for null, a filter that was emptied. */
export const textsIn = ({ key, shape }: UrlPlace, value: unknown): Readonly<Record<string, string>> =>
  value === null ? { [key]: '' } : (shapeNamed(shape)?.write(key, value) ?? {})

/** The query string with texts written into it, in the order it had; a key without a text is taken out. */
export function writeUrl(keys: Iterable<string>, texts: Readonly<Record<string, string>>, search: string): string {
  const query = new URLSearchParams(search)
  for (const key of keys) {
    const text = texts[key]
    if (text === undefined) query.delete(key)
    else query.set(key, text)
  }
  const written = query.toString().replaceAll('%2C', ',')
  return written === '' ? '' : `?${written}`
}

// ---------------------------------------------------------------- tabs in widgets

export interface TabsRead {
  /** Widget -> tab. */
  readonly tabs: Readonly<Record<string, string>>
  /** The tab of the page. */
  readonly page?: string
  /** A tab of the page that the document has not. */
  readonly unknown?: string
  readonly refused: readonly string[]
}

/** `tab=sales,repetition.brand`: which tab of the page is open, and which in which widget. */
export function readTabs(search: string, widgets: ReadonlySet<string>, pages: readonly string[] = []): TabsRead {
  const given = new URLSearchParams(search).get(TAB_KEY)
  if (given === null) return { tabs: {}, refused: [] }
  const texts = given.split(',')
  const named = pages.length === 0 ? undefined : texts.find((text) => !text.includes('.'))
  const isPage = named !== undefined && pages.includes(named)
  const parts = texts
    .filter((text) => text !== named)
    .map((text) => {
      const [, widget = '', tab = ''] = /^([a-zA-Z][a-zA-Z0-9-]{0,63})\.([a-zA-Z][a-zA-Z0-9-]{0,63})$/.exec(text) ?? []
      return { text, widget, tab }
    })
  const isKnown = ({ widget }: { widget: string }) => widgets.has(widget)
  return {
    tabs: Object.fromEntries(parts.filter(isKnown).map(({ widget, tab }) => [widget, tab])),
    ...(named !== undefined && (isPage ? { page: named } : { unknown: named })),
    refused: parts.filter((part) => !isKnown(part)).map(({ text }) => text),
  }
}

export const tabsText = (tabs: Readonly<Record<string, string>>, page?: string): string | undefined => {
  const all = [
    ...(page === undefined ? [] : [page]),
    ...Object.entries(tabs).map(([widget, tab]) => `${widget}.${tab}`),
  ]
  return all.length === 0 ? undefined : all.join(',')
}

/** `folded=traffic,sales`: the sections that are collapsed; undefined where the address has none. */
export function readFolds(
  search: string,
  sections: ReadonlySet<string>,
): { readonly folded?: ReadonlySet<string>; readonly refused: readonly string[] } {
  const given = new URLSearchParams(search).get(FOLD_KEY)
  if (given === null) return { refused: [] }
  const ids = given === '' ? [] : given.split(',')
  return {
    folded: new Set(ids.filter((id) => sections.has(id))),
    refused: ids.filter((id) => !sections.has(id)),
  }
}

/** `full=visits`, or `full=visits.17` for the copy of the value 17. `refused`: no widget of the page. */
export function readFull(
  search: string,
  widgets: ReadonlySet<string>,
): { readonly full?: Full; readonly refused: readonly string[] } {
  const given = new URLSearchParams(search).get(FULL_KEY) ?? ''
  if (given === '') return { refused: [] }
  const dot = given.indexOf('.')
  const widget = dot < 0 ? given : given.slice(0, dot)
  if (!widgets.has(widget)) return { refused: [given] }
  return { full: { widget, ...(dot >= 0 && { value: given.slice(dot + 1) }) }, refused: [] }
}

/** `granularity=week`: how long the steps of charts are that leave it open. */
export function readGranularity(search: string): {
  readonly granularity?: Granularity
  readonly refused: readonly string[]
} {
  const given = new URLSearchParams(search).get(GRANULARITY_KEY) ?? ''
  const granularity = GRANULARITIES.find((one) => one === given)
  return granularity === undefined ? { refused: given === '' ? [] : [given] } : { granularity, refused: [] }
}

export const fullText = ({ widget, value }: Full): string => (value === undefined ? widget : `${widget}.${value}`)
