/** Filters in the address: named shapes, nothing coerced, other keys of the query string left as they are. */
import { shortDay } from '#domain/days'
import { dayOf as dayNumberOf, FIRST_YEAR, isoDay, isPeriodPair, parseDay, presetOption } from '#domain/periods'
import type { Issue } from '../types.ts'
import type { ResolvePeriods } from './dashboard-types.ts'
import { issue } from './issue.ts'
import type { LayoutModel, ParamKey, ParamModel } from './model.ts'
import { normalise } from './params.ts'
import {
  PERIOD_PARTS,
  periodKey,
  type PeriodPart,
  type PeriodText,
  readPeriods,
  writePeriods,
} from './period-address.ts'
import { isRecord } from './pointer.ts'

/** A document names the first three; the others are those of filters that say nothing of the address. */
export type UrlShape = 'id' | 'ids' | 'date' | 'text' | 'texts' | 'number' | 'flag' | 'range' | 'place' | 'periods'

const EXPECTED: Readonly<Record<UrlShape | 'past' | 'tab', string>> = {
  id: 'a number',
  ids: 'numbers with commas',
  date: 'YYYY-M-D',
  text: 'a text',
  texts: 'texts with commas',
  number: 'a number',
  flag: '1 or 0',
  range: 'YYYY-MM-DD..YYYY-MM-DD',
  place: 'a list and a place in it',
  periods: 'a preset or YYYY-MM-DD..YYYY-MM-DD',
  past: 'a day up to today',
  tab: 'a widget and one of its tabs',
}
const FIRST_DAY = dayNumberOf(FIRST_YEAR, 1, 1)
const MAX_IDS = 5_000
const MAX_TEXT = 500

/** A value of a shape, or undefined when the text does not match it. */
export function parseShape(shape: Exclude<UrlShape, 'periods'>, text: string): unknown {
  switch (shape) {
    case 'id':
      return /^\d{1,15}$/.test(text) ? Number(text) : undefined
    case 'ids': {
      if (!/^\d{1,15}(?:,\d{1,15})*$/.test(text)) return undefined
      const ids = [...new Set(text.split(',').map(Number))]
      return ids.length > MAX_IDS ? undefined : ids
    }
    case 'number':
      return /^-?\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined
    case 'text':
      return text !== '' && text.length <= MAX_TEXT ? text : undefined
    case 'texts':
      return textsOf(text)
    case 'flag':
      return text === '1' ? true : text === '0' ? false : undefined
    case 'range': {
      const [begin, end, ...more] = text.split('..').map(dayOf)
      return begin !== undefined && end !== undefined && more.length === 0 && begin <= end ? { begin, end } : undefined
    }
    case 'place': {
      const [, prefix, index] = /^([a-zA-Z][a-zA-Z0-9-]{0,63})\.(\d{1,3})$/.exec(text) ?? []
      return prefix === undefined ? undefined : { prefix, index: Number(index) }
    }
    default:
      return dayOf(text)
  }
}

function dayOf(text: string): string | undefined {
  const day = parseDay(text)
  return day === null || day < FIRST_DAY ? undefined : isoDay(day)
}

/** Each is encoded by itself, so a comma in one of them parts nothing. */
function textsOf(text: string): string[] | undefined {
  try {
    const all = text.split(',').map(decodeURIComponent)
    return all.includes('') || all.length > MAX_IDS ? undefined : all
  } catch {
    return undefined
  }
}

/** A value as its shape is written; undefined when it cannot be. `2026-03-09` becomes `2026-3-9`. */
export function formatShape(shape: Exclude<UrlShape, 'periods'>, value: unknown): string | undefined {
  switch (shape) {
    case 'id':
      return isId(value) ? String(value) : undefined
    case 'ids':
      return Array.isArray(value) && value.length > 0 && value.every(isId) ? value.join(',') : undefined
    case 'number':
      return typeof value === 'number' && parseShape('number', String(value)) === value ? String(value) : undefined
    case 'text':
      return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT ? value : undefined
    case 'texts':
      return Array.isArray(value) && value.length > 0
        ? value.map((one) => encodeURIComponent(String(one))).join(',')
        : undefined
    case 'flag':
      return typeof value === 'boolean' ? String(Number(value)) : undefined
    case 'range':
      return isRecord(value) && typeof value.begin === 'string' && typeof value.end === 'string'
        ? `${value.begin}..${value.end}`
        : undefined
    case 'place':
      return isRecord(value) && typeof value.prefix === 'string' ? `${value.prefix}.${Number(value.index)}` : undefined
    default:
      return typeof value === 'string' && parseDay(value) !== null ? shortDay(value) : undefined
  }
}

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0

export interface UrlPlace {
  readonly key: string
  readonly shape: UrlShape
}

/** Keys of the page around a dashboard, and of the tabs in its widgets. */
export const TAB_KEY = 'tab'
const RESERVED = [TAB_KEY, 'kiosk', 'access_token', 'token', 'redirect', 'revision']

/** Every key that a filter takes. */
export const keysOf = ({ key, shape }: UrlPlace): string[] =>
  shape === 'periods' ? PERIOD_PARTS.map((part) => periodKey(key, part)) : [key]

/**
 * Where each filter is in the address: where its document says, else under its own id, because a link reproduces the
 * screen. A filter whose id is another's key has no place.
 */
export function placesOf(model: Pick<LayoutModel, 'params' | 'queries'>): ReadonlyMap<ParamKey, UrlPlace> {
  const places = new Map<ParamKey, UrlPlace>()
  const params = [...model.params.values()]
  for (const {
    key,
    definition: { type, url },
  } of params)
    if (url !== undefined) places.set(key, { key: url.key, shape: type === 'periodPair' ? 'periods' : url.shape })
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

const BY_TYPE: Readonly<Partial<Record<ParamModel['definition']['type'], UrlShape>>> = {
  text: 'text',
  number: 'number',
  toggle: 'flag',
  date: 'date',
  dateRange: 'range',
  prefix: 'place',
  periodPair: 'periods',
}

function usualShape(
  { definition: { type, options }, optionsQuery }: ParamModel,
  { queries }: Pick<LayoutModel, 'queries'>,
): UrlShape | undefined {
  if (type !== 'single' && type !== 'multi') return BY_TYPE[type]
  const kinds = Array.isArray(options)
    ? new Set(options.map(({ value }) => (isId(value) ? 'id' : typeof value)))
    : new Set([
        queries.get(optionsQuery ?? '')?.source.columns.find(({ id }) => id === options?.value)?.type === 'text'
          ? 'string'
          : 'id',
      ])
  const [kind, ...others] = kinds
  if (others.length > 0) return undefined
  if (kind === 'id') return type === 'single' ? 'id' : 'ids'
  return kind === 'string' ? (type === 'single' ? 'text' : 'texts') : undefined
}

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
 * Values of the filters that are in the query string, null for one that was emptied. What does not match its shape is
 * left out and told.
 */
export function readUrl(params: Iterable<ParamModel>, search: string, context: UrlContext): UrlRead {
  const query = new URLSearchParams(search)
  const values = new Map<ParamKey, unknown>()
  const notices: Issue[] = []
  for (const param of params) {
    const place = context.places.get(param.key)
    if (place === undefined) continue
    const refuse = (value: string, shape: keyof typeof EXPECTED) =>
      notices.push(ignored(value, `/params/${param.key}`, context.label(param), shape))
    if (keysOf(place).every((key) => (query.get(key) ?? '') === '') && query.has(place.key)) {
      values.set(param.key, null)
      continue
    }
    if (place.shape === 'periods') {
      const text = periodTextOf(query, place.key)
      const { pair, refused } = readPeriods(text, { ...context, usual: presetOption(presetIn(param)) })
      if (pair !== undefined) values.set(param.key, pair)
      for (const part of refused)
        refuse(text[part] ?? '', part === 'end' ? (dayOf(text.end ?? '') === undefined ? 'date' : 'past') : 'periods')
      continue
    }
    const text = query.get(place.key)
    if (text === null) continue
    const value = parseShape(place.shape, text)
    if (value === undefined || (normalise(param.definition, value) ?? undefined) === undefined)
      refuse(text, place.shape)
    else if (isPast(param) && typeof value === 'string' && value > context.today) refuse(text, 'past')
    else values.set(param.key, value)
  }
  return { values, notices }
}

const presetIn = ({ definition: { default: given } }: ParamModel) =>
  (isRecord(given) ? given.preset : undefined) as Parameters<typeof presetOption>[0]

/** A day that is today until somebody chooses is a day of what was counted: none of them is to come. */
const isPast = ({ definition: { type, default: given } }: ParamModel): boolean =>
  type === 'date' && isRecord(given) && given.day !== undefined

function periodTextOf(query: URLSearchParams, key: string): PeriodText {
  return Object.fromEntries(
    PERIOD_PARTS.flatMap((part): [PeriodPart, string][] => {
      const text = query.get(periodKey(key, part))
      return text === null ? [] : [[part, text]]
    }),
  )
}

export const ignored = (value: string, pointer: string, param: string, shape: keyof typeof EXPECTED): Issue =>
  issue('URL_VALUE_IGNORED', pointer, { value, param, expected: EXPECTED[shape], shape })

/** A filter's value by the keys it takes: `key=` for null, a filter that was emptied. */
export function textsIn({ key, shape }: UrlPlace, value: unknown): Readonly<Record<string, string>> {
  if (value === null) return { [key]: '' }
  if (shape === 'periods')
    return isPeriodPair(value)
      ? Object.fromEntries(
          Object.entries(writePeriods(value)).map(([part, text]) => [periodKey(key, part as PeriodPart), text]),
        )
      : {}
  const text = formatShape(shape, value)
  return text === undefined ? {} : { [key]: text }
}

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

/** `tab=repetition.brand,other.x`: which tab is open in which widget. */
export function readTabs(
  search: string,
  widgets: ReadonlySet<string>,
): { readonly tabs: Readonly<Record<string, string>>; readonly refused: readonly string[] } {
  const given = new URLSearchParams(search).get(TAB_KEY)
  if (given === null) return { tabs: {}, refused: [] }
  const parts = given.split(',').map((text) => {
    const [, widget = '', tab = ''] = /^([a-zA-Z][a-zA-Z0-9-]{0,63})\.([a-zA-Z][a-zA-Z0-9-]{0,63})$/.exec(text) ?? []
    return { text, widget, tab }
  })
  const isKnown = ({ widget }: { widget: string }) => widgets.has(widget)
  return {
    tabs: Object.fromEntries(parts.filter(isKnown).map(({ widget, tab }) => [widget, tab])),
    refused: parts.filter((part) => !isKnown(part)).map(({ text }) => text),
  }
}

export const tabsText = (tabs: Readonly<Record<string, string>>): string | undefined => {
  const all = Object.entries(tabs).map(([widget, tab]) => `${widget}.${tab}`)
  return all.length === 0 ? undefined : all.join(',')
}
