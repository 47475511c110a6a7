/** Finding entities by name, second line or id, and by type: as quick for five thousand as for five. */
import { type OptionId, plain } from '../options.ts'

interface Named {
  readonly id: OptionId
  readonly name: string
  readonly hint?: string
  readonly type?: string
}

export interface EntitySearch<E> {
  (search: string, type: string): readonly E[]
}

/** What is searched is made plain once for a list; a keystroke then only compares. An empty type is every type. */
export function entitySearch<E extends Named>(items: readonly E[]): EntitySearch<E> {
  let texts: readonly string[] | null = null
  return (search, type) => {
    const words = plain(search).split(/\s+/).filter(Boolean)
    if (words.length === 0) return type === '' ? items : items.filter((item) => item.type === type)
    texts ??= items.map(({ id, name, hint = '' }) => plain(`${name} ${hint} ${id}`))
    const known = texts
    return items.filter(
      (item, at) => (type === '' || item.type === type) && words.every((word) => known[at]?.includes(word)),
    )
  }
}

/**
 * The nearest row from `at` on, in steps of `by`, that is not disabled; `at - by` when there is none. Never leaves the
 * list.
 */
export function nextEnabled(rows: readonly { readonly isDisabled?: boolean }[], at: number, by: 1 | -1): number {
  for (let row = at; row >= 0 && row < rows.length; row += by) if (rows[row]?.isDisabled !== true) return row
  return at - by
}

const PAGE = 8

/**
 * Where a key leads in a list, before its first row or after its last where there is none; undefined for other keys.
 */
export function rowOfKey(
  key: string,
  {
    rows,
    active,
    isSearchable,
  }: {
    readonly rows: readonly { readonly isDisabled?: boolean }[]
    readonly active: number
    /** Home and End belong to the search then. */
    readonly isSearchable: boolean
  },
): number | undefined {
  const last = rows.length - 1
  const moves: Readonly<Record<string, () => number>> = {
    ArrowDown: () => nextEnabled(rows, active + 1, 1),
    ArrowUp: () => nextEnabled(rows, active - 1, -1),
    PageDown: () => nextEnabled(rows, Math.min(last, active + PAGE), -1),
    PageUp: () => nextEnabled(rows, Math.max(0, active - PAGE), 1),
    ...(isSearchable ? {} : { Home: () => nextEnabled(rows, 0, 1), End: () => nextEnabled(rows, last, -1) }),
  }
  return moves[key]?.()
}
