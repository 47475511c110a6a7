/** Which columns of a list are hidden, kept in this browser for each person and list. */
import { isRecord } from '#domain/record'
import type { ResourceColumn } from './types.ts'

const KEY = 'aforo.columns'

type Store = Pick<Storage, 'getItem' | 'setItem'>

function all(storage: Store): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    return isRecord(kept) ? kept : {}
  } catch {
    return {}
  }
}

/** By their `attr`. What is hidden is kept, so that a column of a later release is on show. */
export function hiddenColumns(list: string, storage: Store = localStorage): readonly string[] {
  const { [list]: kept } = all(storage)
  return Array.isArray(kept) ? kept.filter((one): one is string => typeof one === 'string') : []
}

/** A list that hides no column has no entry. */
export function keepHiddenColumns(list: string, hidden: readonly string[], storage: Store = localStorage): void {
  const { [list]: _, ...others } = all(storage)
  storage.setItem(KEY, JSON.stringify(hidden.length === 0 ? others : { ...others, [list]: hidden }))
}

/** The first one always stays: it says which row is which, and leads to it. */
export const shownColumns = <R>(
  columns: readonly ResourceColumn<R>[],
  hidden: readonly string[],
): readonly ResourceColumn<R>[] => columns.filter(({ attr }, at) => at === 0 || !hidden.includes(attr))
