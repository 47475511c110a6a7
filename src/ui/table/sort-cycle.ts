/** Ascending, descending, reset. */
import type { CellValue } from '../format.ts'
import type { TableSort } from './types.ts'

export function nextSort(sort: TableSort | null, column: string): TableSort | null {
  if (sort === null || sort.column !== column) return { column, direction: 'ascending' }
  return sort.direction === 'ascending' ? { column, direction: 'descending' } : null
}

export const ariaSort = (sort: TableSort | null, column: string): 'ascending' | 'descending' | 'none' =>
  sort?.column === column ? sort.direction : 'none'

/** Orders cells of one column; nulls are last in both directions. */
export function compareCells(a: CellValue, b: CellValue, direction: 1 | -1, collator: Intl.Collator): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  if (typeof a === 'string' || typeof b === 'string') return direction * collator.compare(String(a), String(b))
  return direction * (Number(a) - Number(b))
}
