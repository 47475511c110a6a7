/**
 * Search and sort keys of a long list, computed once per row: ahead of time where there is time, else when
 * needed. Fifty thousand names take the better part of a second to be put in the order of a language; their ranks
 * are sorted in a few milliseconds.
 */
import type { CellValue } from '../format.ts'
import type { ResourceColumn } from './types.ts'
import { holdsAll, isSearchedColumn, orderOf, searchTextOf, type Words, wordsOfSearch } from './values.ts'

/** Below this a list is sorted sooner than its ranks are worked out. */
const LONG = 2000
/** Rows between two looks at the clock. */
const SLICE = 200
/** Searches of a list whose rows are remembered: a text typed and taken back, key by key. */
const MAX_SEARCHES = 16

export interface ListIndex<R> {
  /** The rows whose words hold every word of the search, in their order; all of them for a search without a word. */
  readonly search: (rows: readonly R[], search: string) => readonly R[]
  /** The sort key of a row; for texts of a long list its rank, once it is known for all of these rows. */
  readonly order: (rows: readonly R[], row: R, column: ResourceColumn<R>) => CellValue
  /** Works ahead for these rows; each step is short. */
  readonly prepare: (rows: readonly R[]) => Generator<void, void>
}

interface Search<R> {
  readonly words: readonly string[]
  readonly found: readonly R[]
}

/** Whether what holds all of `words` holds all of `others` too. */
const isNarrower = (words: readonly string[], others: readonly string[]): boolean =>
  others.every((other) => words.some((word) => word.includes(other)))

export function createListIndex<R extends WeakKey>(
  columns: readonly ResourceColumn<R>[],
  words: Words,
  locale: string,
): ListIndex<R> {
  const texts = new WeakMap<R, string>()
  const ranks = new WeakMap<readonly R[], Map<string, ReadonlyMap<R, CellValue>>>()
  const searches = new WeakMap<readonly R[], Search<R>[]>()
  const looked = columns.filter(isSearchedColumn)

  function searchText(row: R): string {
    const known = texts.get(row)
    if (known !== undefined) return known
    const text = searchTextOf(row, looked, words)
    texts.set(row, text)
    return text
  }

  /** A search narrows what the closest one before it has found: a key more is looked for in few rows. */
  function search(rows: readonly R[], text: string): readonly R[] {
    const wanted = wordsOfSearch(text)
    if (wanted.length === 0) return rows
    const before = searches.get(rows) ?? []
    const closest = before.reduce<Search<R> | null>(
      (best, one) =>
        isNarrower(wanted, one.words) && (best === null || one.found.length < best.found.length) ? one : best,
      null,
    )
    if (closest !== null && isNarrower(closest.words, wanted)) return closest.found
    const found = (closest?.found ?? rows).filter((row) => holdsAll(searchText(row), wanted))
    searches.set(rows, [...before, { words: wanted, found }].slice(-MAX_SEARCHES))
    return found
  }

  return {
    search,
    order: (rows, row, column) => {
      const rank = ranks.get(rows)?.get(column.attr)
      return rank === undefined ? orderOf(row, column, words) : (rank.get(row) ?? null)
    },
    *prepare(rows) {
      if (rows.length < LONG) return
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at]
        if (row !== undefined) searchText(row)
        if (at % SLICE === 0) yield
      }
      const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
      const found = new Map<string, ReadonlyMap<R, CellValue>>()
      ranks.set(rows, found)
      for (const column of columns) {
        if (column.isSortable === false || (column.type ?? 'Text') !== 'Text') continue
        found.set(column.attr, yield* rankRows(rows, (row) => orderOf(row, column, words), compare))
      }
    },
  }
}

/** Equal texts have equal ranks; rows without one have none. */
function* rankRows<R>(
  rows: readonly R[],
  of: (row: R) => CellValue,
  compare: (one: string, other: string) => number,
): Generator<void, ReadonlyMap<R, CellValue>> {
  const keys = new Map<R, string>()
  for (const [at, row] of rows.entries()) {
    const key = of(row)
    if (key !== null) keys.set(row, String(key))
    if (at % SLICE === 0) yield
  }
  const sorted = yield* sortSlowly([...new Set(keys.values())], compare)
  const rankOf = new Map<string, number>()
  let rank = 0
  for (const [at, text] of sorted.entries()) {
    if (at > 0 && compare(sorted[at - 1] ?? '', text) !== 0) rank += 1
    rankOf.set(text, rank)
    if (at % SLICE === 0) yield
  }
  const ranks = new Map<R, CellValue>()
  for (const [at, row] of rows.entries()) {
    const key = keys.get(row)
    ranks.set(row, key === undefined ? null : (rankOf.get(key) ?? null))
    if (at % SLICE === 0) yield
  }
  return ranks
}

/** Merge sort that can be left after every step. */
export function* sortSlowly<T>(all: readonly T[], compare: (one: T, other: T) => number): Generator<void, T[]> {
  let runs: T[][] = []
  for (let at = 0; at < all.length; at += SLICE) {
    runs.push(all.slice(at, at + SLICE).toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const next: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [left, right] = [runs[at] ?? [], runs[at + 1]]
      next.push(right === undefined ? left : yield* merged(left, right, compare))
    }
    runs = next
  }
  return runs[0] ?? []
}

function* merged<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (one: T, other: T) => number,
): Generator<void, T[]> {
  const both: T[] = []
  let [l, r] = [0, 0]
  while (l < left.length && r < right.length) {
    const [one, other] = [left[l] as T, right[r] as T]
    if (compare(one, other) <= 0) {
      both.push(one)
      l += 1
    } else {
      both.push(other)
      r += 1
    }
    if (both.length % SLICE === 0) yield
  }
  for (; l < left.length; l += 1) both.push(left[l] as T)
  for (; r < right.length; r += 1) both.push(right[r] as T)
  return both
}
