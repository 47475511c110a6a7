/**
 * The state of a list as the query of its address: `?q=ana&sort=-name&page=2&size=50`. What is default is left out,
 * what is foreign is kept.
 */
import { useState } from 'react'
import { PAGE_SIZES, type PageSize, type TableSort } from '../table/types.ts'
import type { TableState } from './types.ts'

export const DEFAULT_TABLE_STATE: TableState = { text: '', sort: null, page: 0, size: 25 }

const isPageSize = (value: number): value is PageSize => PAGE_SIZES.includes(value as PageSize)

const readSort = (text: string): TableSort | null =>
  text === '' || text === '-'
    ? null
    : text.startsWith('-')
      ? { column: text.slice(1), direction: 'descending' }
      : { column: text, direction: 'ascending' }
const writeSort = (sort: TableSort | null) =>
  sort === null ? '' : sort.direction === 'descending' ? `-${sort.column}` : sort.column

/** Reads what can be read; a page or size that makes no sense counts as not given. */
export function readTableState(search: URLSearchParams, defaults: Partial<TableState> = {}): TableState {
  const base = { ...DEFAULT_TABLE_STATE, ...defaults }
  const [page, size, sort] = [Number(search.get('page')), Number(search.get('size')), search.get('sort')]
  return {
    text: search.get('q') ?? base.text,
    sort: sort === null ? base.sort : readSort(sort),
    page: Number.isSafeInteger(page) && page >= 1 ? page - 1 : base.page,
    size: isPageSize(size) ? size : base.size,
  }
}

/** A new query with the state in it; the one given stays as it is. */
export function writeTableState(
  state: TableState,
  search: URLSearchParams,
  defaults: Partial<TableState> = {},
): URLSearchParams {
  const base = { ...DEFAULT_TABLE_STATE, ...defaults }
  const next = new URLSearchParams(search)
  const put = (name: string, value: string, usual: string) =>
    value === usual ? next.delete(name) : next.set(name, value)
  put('q', state.text, base.text)
  put('sort', writeSort(state.sort), writeSort(base.sort))
  put('page', String(state.page + 1), String(base.page + 1))
  put('size', String(state.size), String(base.size))
  return next
}

/** The state kept in the component, for lists that are part of a page. */
export function useTableState(defaults: Partial<TableState> = {}): [TableState, (state: TableState) => void] {
  return useState<TableState>({ ...DEFAULT_TABLE_STATE, ...defaults })
}
