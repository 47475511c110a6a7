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
