import type { TableSort } from './types.ts'
import css from './sort-arrow.module.css'

/** Which way a column is sorted, or both ways where it could be. Its head says so in words. */
export function SortArrow({ state }: { state: TableSort['direction'] | 'none' }) {
  return <span className={css.arrow} data-state={state} aria-hidden="true" />
}
