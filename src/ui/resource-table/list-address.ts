/**
 * A list that is a whole page: its state and the filters beside it, in the address, so that a link reproduces what
 * is on show.
 */
import { useEffect, useRef } from 'react'
import { keepList, recalledList } from './list-memory.ts'
import { readTableState, writeTableState } from './state.ts'
import type { TableState } from './types.ts'

export interface ListAddress {
  readonly state: TableState
  readonly onStateChange: (state: TableState) => void
  /** A filter beside the search; null = not set. */
  readonly filter: (name: string) => string | null
  /** Sets these, takes those out that are null, and goes back to the first page. */
  readonly setFilters: (values: Readonly<Record<string, string | null>>) => void
}

/**
 * A router's means to read and change the query of an address; the pair of react-router's `useSearchParams` fits.
 */
export type SearchParams = readonly [
  search: URLSearchParams,
  change: (change: (now: URLSearchParams) => URLSearchParams, how: { replace: true }) => void,
]

function listAddress([search, change]: SearchParams): ListAddress {
  return {
    state: readTableState(search),
    onStateChange: (state) => change((now) => writeTableState(state, now), { replace: true }),
    filter: (name) => search.get(name),
    setFilters: (values) =>
      change(
        (now) => {
          const next = writeTableState({ ...readTableState(now), page: 0 }, now)
          for (const [name, value] of Object.entries(values)) {
            if (value === null) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true },
      ),
  }
}

/**
 * The same, and the list is as it was left when it is opened again. `list`: its path, and what else tells it from
 * others.
 */
export function useListAddress(params: SearchParams, list: string): ListAddress {
  const [search, change] = params
  const query = search.toString()
  const opened = useRef<string | null>(null)
  useEffect(() => {
    const isNew = opened.current !== list
    opened.current = list
    const recalled = isNew ? recalledList(list, search) : null
    if (recalled === null) keepList(list, search)
    else change(() => recalled, { replace: true })
    // oxlint-disable-next-line react/exhaustive-deps -- what the address says, not the objects that say it
  }, [list, query])
  return listAddress(params)
}
