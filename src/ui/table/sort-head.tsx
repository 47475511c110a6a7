/** The head of a column: a button that goes through ascending, descending, reset. */
import { cx } from '../class-names.ts'
import { useUi } from '../provider.tsx'
import { ariaSort, nextSort } from './sort-cycle.ts'
import css from './table.module.css'
import type { TableSort } from './types.ts'

export interface SortHeadProps {
  id: string
  label: string
  title?: string
  align: 'start' | 'end'
  sort: TableSort | null
  width?: string
  /** Absent: the column cannot be sorted. */
  onSort?: (column: string) => void
}

export function SortHead({ id, label, title, align, sort, width, onSort }: SortHeadProps) {
  const { t } = useUi()
  const state = ariaSort(sort, id)
  if (onSort === undefined) return <th scope="col" className={css.head} data-align={align} title={title} style={{ width }}><span className={css.plainHead}>{label}</span></th>
  const next = nextSort(sort, id)
  const hint = t(next === null ? 'ui.table.sortReset' : next.direction === 'ascending' ? 'ui.table.sortAscending' : 'ui.table.sortDescending')
  return (
    <th scope="col" className={css.head} data-align={align} aria-sort={state} style={{ width }}>
      <button type="button" className={css.sort} title={title ?? hint} onClick={() => onSort(id)}>
        <span className={css.sortLabel}>{label}</span>
        <svg className={cx(css.arrow, state !== 'none' && css.arrowOn)} width="8" height="10" viewBox="0 0 8 10" aria-hidden="true">
          {state !== 'descending' && <path d="M4 0.5 7 4H1Z" />}
          {state !== 'ascending' && <path d="M4 9.5 7 6H1Z" />}
        </svg>
      </button>
    </th>
  )
}
