/** The head of a column: a button that goes through ascending, descending, reset. */
import { useUi } from '../provider.tsx'
import { SortArrow } from './sort-arrow.tsx'
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
  /** Over the names of the rows, which stay in sight while the others scroll aside. */
  isName?: boolean
  /** Absent: the column cannot be sorted. */
  onSort?: (column: string) => void
}

export function SortHead({ id, label, title, align, sort, width, isName = false, onSort }: SortHeadProps) {
  const { t } = useUi()
  const state = ariaSort(sort, id)
  if (onSort === undefined)
    return (
      <th
        scope="col"
        className={css.head}
        data-name={isName || undefined}
        data-align={align}
        title={title}
        style={{ width }}
      >
        <span className={css.plainHead}>{label}</span>
      </th>
    )
  const next = nextSort(sort, id)
  const hint = t(
    next === null
      ? 'ui.table.sortReset'
      : next.direction === 'ascending'
        ? 'ui.table.sortAscending'
        : 'ui.table.sortDescending',
  )
  return (
    <th
      scope="col"
      className={css.head}
      data-name={isName || undefined}
      data-align={align}
      aria-sort={state}
      style={{ width }}
    >
      <button type="button" className={css.sort} title={title ?? hint} onClick={() => onSort(id)}>
        <span className={css.sortLabel}>{label}</span>
        <SortArrow state={state} />
      </button>
    </th>
  )
}
