/** The value of a cell: as shown, for the search, for sorting. */
import { tableDate, tableMoment } from '#domain/moment'
import { isRecord } from '#domain/record'
import { plain } from '../options.ts'
import { NOTHING, type CellValue, type UiFormat } from '../format.ts'
import type { Translate } from '../provider.tsx'
import type { ResourceColumn } from './types.ts'

export interface Words {
  readonly t: Translate
  readonly format: UiFormat
}

/** The value at `a.b.c` of a row; undefined where the path ends early. Own properties only. */
export function valueAt(row: unknown, attr: string): unknown {
  let at = row
  for (const part of attr.split('.')) at = isRecord(at) && Object.hasOwn(at, part) ? at[part] : undefined
  return at
}

export const rawOf = <R>(row: R, { attr, value }: ResourceColumn<R>): unknown =>
  value === undefined ? valueAt(row, attr) : value(row)

/** The texts of a list; anything else is no list. */
export const listOf = (raw: unknown): readonly string[] =>
  Array.isArray(raw) ? raw.filter((one) => typeof one === 'string' || typeof one === 'number').map(String) : []

/** A single value as text; what is no text, number or Boolean has none. */
const wordOf = (raw: unknown): string =>
  typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : ''

const isNothing = (raw: unknown) => raw === null || raw === undefined || raw === ''

/** The words of a cell, as they are read aloud and searched. */
export function textOf<R>(row: R, column: ResourceColumn<R>, { t, format }: Words): string {
  const raw = rawOf(row, column)
  const named = (value: string) => column.options?.names?.[value] ?? value
  switch (column.type ?? 'Text') {
    case 'Boolean':
    case 'BooleanCheck':
      return raw === null && column.type === 'Boolean' ? NOTHING : t(raw === true ? 'ui.yes' : 'ui.no')
    case 'StringArray':
      return listOf(raw).map(named).join(', ')
    case 'Number':
      return typeof raw === 'number' ? format.exact(raw, column.options?.format ?? 'count') : NOTHING
    case 'Date':
      return (column.options?.time === false ? tableDate : tableMoment)(raw)
    case 'FootState':
      return isNothing(raw)
        ? t('ui.status.unknown')
        : (column.options?.names?.[wordOf(raw)] ?? (isFootState(raw) ? t(`ui.status.${raw}`) : wordOf(raw)))
    default:
      return isNothing(raw) ? NOTHING : named(wordOf(raw))
  }
}

/** An empty cell. */
export const isUntold = <R>(row: R, column: ResourceColumn<R>, words: Words): boolean =>
  ['', NOTHING].includes(textOf(row, column, words))

const FOOT_STATES = ['up', 'down', 'closed', 'warn', 'unknown'] as const
export type FootState = (typeof FOOT_STATES)[number]
export const isFootState = (raw: unknown): raw is FootState => FOOT_STATES.includes(raw as FootState)

/** The sort key of a column: numbers and dates by size, others by their text; missing values last. */
export function orderOf<R>(row: R, column: ResourceColumn<R>, words: Words): CellValue {
  const raw = rawOf(row, column)
  switch (column.type ?? 'Text') {
    case 'Number':
      return typeof raw === 'number' && Number.isFinite(raw) ? raw : null
    case 'Boolean':
    case 'BooleanCheck':
      return raw === true ? 1 : 0
    case 'Date': {
      const at = typeof raw === 'number' ? raw : typeof raw === 'string' ? Date.parse(raw) : Number.NaN
      return Number.isFinite(at) ? at : null
    }
    default:
      return isNothing(raw) || (Array.isArray(raw) && raw.length === 0) ? null : textOf(row, column, words)
  }
}

/**
 * Rows whose words hold every word of the search, accents and case ignored. Yes and no are not searched: they would
 * find half the list.
 */
export function searched<R>(
  rows: readonly R[],
  columns: readonly ResourceColumn<R>[],
  search: string,
  words: Words,
): readonly R[] {
  const wanted = wordsOfSearch(search)
  if (wanted.length === 0) return rows
  const looked = columns.filter(isSearchedColumn)
  return rows.filter((row) => holdsAll(searchTextOf(row, looked, words), wanted))
}

/** The searched text of a row in these columns, without accents and case. */
export const searchTextOf = <R>(row: R, columns: readonly ResourceColumn<R>[], words: Words): string =>
  plain(columns.map((column) => textOf(row, column, words)).join('\n'))

/** The words of a search, without accents and case; none of an empty one. */
export const wordsOfSearch = (search: string): readonly string[] => plain(search).split(/\s+/).filter(Boolean)

export const holdsAll = (text: string, wanted: readonly string[]): boolean =>
  wanted.every((word) => text.includes(word))

export const isSearchedColumn = <R>({ type, isSearched }: ResourceColumn<R>): boolean =>
  isSearched !== false && type !== 'Boolean' && type !== 'BooleanCheck'

/** Addresses a cell may lead to: web, mail, telephone, and this site. Anything else is no link. */
export function safeHref(href: string | undefined): string | undefined {
  if (href === undefined) return undefined
  return /^(https?:\/\/|mailto:|tel:|\/(?!\/)|#|\?)/i.test(href) ? href : undefined
}
