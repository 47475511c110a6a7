/**
 * The last search, filters, page and page size of each list, kept in this browser (spec 1, section 3, "Stored
 * preferences").
 */
const KEY = 'aforo.lists'
/** The tab is no search: going to another one must not lead back to the one before. */
const NOT_KEPT = ['tab'] as const

type Store = Pick<Storage, 'getItem' | 'setItem'>

function all(storage: Store): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return typeof kept === 'object' && kept !== null
      ? Object.fromEntries(
          Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : {}
  } catch {
    return {}
  }
}

const own = (search: URLSearchParams): URLSearchParams => {
  const rest = new URLSearchParams(search)
  for (const name of NOT_KEPT) rest.delete(name)
  return rest
}

/** Stores the state in the URL of a list; none for an empty one. */
export function keepList(list: string, search: URLSearchParams, storage: Store = localStorage): void {
  const { [list]: before, ...others } = all(storage)
  const now = own(search).toString()
  if (now !== (before ?? '')) storage.setItem(KEY, JSON.stringify(now === '' ? others : { ...others, [list]: now }))
}

/**
 * The address of a list that was opened without a search, as it was left; null when a link says what to
 * show, or nothing was kept.
 */
export function recalledList(
  list: string,
  search: URLSearchParams,
  storage: Store = localStorage,
): URLSearchParams | null {
  const { [list]: kept } = all(storage)
  if (kept === undefined || own(search).size > 0) return null
  const next = new URLSearchParams(kept)
  for (const name of NOT_KEPT) {
    const value = search.get(name)
    if (value !== null) next.set(name, value)
  }
  return next
}
