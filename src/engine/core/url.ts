/** Filters in the address: three named shapes, nothing coerced, other keys of the query string left as they are. */
import { isoDay, isPeriodPair, parseDay } from '#domain/periods'
import type { Issue } from '../types.ts'
import { issue } from './issue.ts'
import type { ParamKey, ParamModel } from './model.ts'

export type UrlShape = 'id' | 'ids' | 'date'

const EXPECTED: Readonly<Record<UrlShape, string>> = { id: 'a number', ids: 'numbers with commas', date: 'YYYY-M-D' }
const FIRST_DAY = parseDay('2014-1-1') ?? 0
const MAX_IDS = 5_000

/** A value of a shape, or undefined when the text does not match it. */
export function parseShape(shape: UrlShape, text: string): number | number[] | string | undefined {
  if (shape === 'id') return /^\d{1,15}$/.test(text) ? Number(text) : undefined
  if (shape === 'ids') {
    if (!/^\d{1,15}(?:,\d{1,15})*$/.test(text)) return undefined
    const ids = [...new Set(text.split(',').map(Number))]
    return ids.length > MAX_IDS ? undefined : ids
  }
  const day = parseDay(text)
  return day === null || day < FIRST_DAY ? undefined : isoDay(day)
}

/** A value as its shape is written; undefined when it cannot be. `2026-03-09` becomes `2026-3-9`. */
export function formatShape(shape: UrlShape, value: unknown): string | undefined {
  if (shape === 'id') return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? String(value) : undefined
  if (shape === 'ids') return Array.isArray(value) && value.length > 0 && value.every((id) => Number.isInteger(id) && id >= 0) ? value.join(',') : undefined
  const text = isPeriodPair(value) ? value.comparing.end : value
  return typeof text === 'string' && parseDay(text) !== null ? text.split('-').map(Number).join('-') : undefined
}

export interface UrlRead { readonly values: ReadonlyMap<ParamKey, number | number[] | string>; readonly notices: readonly Issue[] }

/** Values of the filters that have a key in the query string. What does not match its shape is left out and told. */
export function readUrl(params: Iterable<ParamModel>, search: string, label: (param: ParamModel) => string): UrlRead {
  const query = new URLSearchParams(search)
  const values = new Map<ParamKey, number | number[] | string>()
  const notices: Issue[] = []
  for (const param of params) {
    const { url } = param.definition
    const text = url && query.get(url.key)
    if (url === undefined || text === null || text === undefined) continue
    const value = parseShape(url.shape, text)
    if (value !== undefined) values.set(param.key, value)
    else notices.push(issue('URL_VALUE_IGNORED', `/params/${param.key}`, { value: text, param: label(param), expected: EXPECTED[url.shape], shape: url.shape }))
  }
  return { values, notices }
}

/** The query string with the filters written into it, in the order it had; undefined takes a key out. */
export function writeUrl(params: Iterable<ParamModel>, text: (param: ParamModel) => string | undefined, search: string): string {
  const query = new URLSearchParams(search)
  for (const param of params) {
    const { url } = param.definition
    if (url === undefined) continue
    const value = text(param)
    if (value === undefined) query.delete(url.key)
    else query.set(url.key, value)
  }
  const written = query.toString().replaceAll('%2C', ',')
  return written === '' ? '' : `?${written}`
}
