/** The state of a list in its address, so that a link reproduces what is on show. */
import { readTableState, type TableState, writeTableState } from '#ui'
import { useSearchParams } from 'react-router'

export interface ListState {
  readonly state: TableState
  readonly onStateChange: (state: TableState) => void
  /** A filter beside the search; null = not set. */
  readonly filter: (name: string) => string | null
  readonly setFilter: (name: string, value: string | null) => void
}

export function useList(): ListState {
  const [search, setSearch] = useSearchParams()
  return {
    state: readTableState(search),
    onStateChange: (state) => setSearch((now) => writeTableState(state, now), { replace: true }),
    filter: (name) => search.get(name),
    setFilter: (name, value) => setSearch((now) => {
      const next = writeTableState({ ...readTableState(now), page: 0 }, now)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    }, { replace: true }),
  }
}
