import { useUi } from '../provider.tsx'
import css from './table.module.css'
import { SelectAll } from './select-all.tsx'
import type { TableColumn, TableSelection, TableSort } from './types.ts'

/** Cards have no head to press, so the order, and all rows, are chosen here. Only in a narrow space. */
export function SortBy<R>({
  columns,
  sort,
  onSort,
  selection,
}: {
  columns: readonly TableColumn<R>[]
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  /** Absent: rows cannot be chosen. */
  selection?: TableSelection | undefined
}) {
  const { t } = useUi()
  const choose = (value: string) =>
    onSort(
      value === '' ? null : { column: value.slice(1), direction: value.startsWith('-') ? 'descending' : 'ascending' },
    )
  return (
    <div className={css.sortBy} data-print="hide">
      {selection !== undefined && <SelectAll {...selection} />}
      <label className={css.order}>
        <span>{t('ui.table.sortBy')}</span>
        <select
          value={sort === null ? '' : `${sort.direction === 'descending' ? '-' : '+'}${sort.column}`}
          onChange={(event) => choose(event.target.value)}
        >
          <option value="">{t('ui.table.unsorted')}</option>
          {columns
            .filter(({ isSortable }) => isSortable !== false)
            .flatMap(({ id, label }) => [
              <option key={`+${id}`} value={`+${id}`}>{`${label} ↑`}</option>,
              <option key={`-${id}`} value={`-${id}`}>{`${label} ↓`}</option>,
            ])}
        </select>
      </label>
    </div>
  )
}
