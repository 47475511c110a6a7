/** The head of a table: all rows at once, and the order of each column. */
import { cx } from '../class-names.ts'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../visually-hidden.tsx'
import { alignOf } from './align.ts'
import type { Roles } from './roles.ts'
import { nextSort } from './sort-cycle.ts'
import { SelectAll } from './select-all.tsx'
import { SortHead } from './sort-head.tsx'
import css from './table.module.css'
import type { TableColumn, TableSelection, TableSort } from './types.ts'

interface DataHeadProps<R> {
  columns: readonly TableColumn<R>[]
  /** Column of the cells that name the rows. */
  header: string | undefined
  roles: Roles
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
  /** Absent: rows cannot be chosen. */
  selection?: TableSelection | undefined
  withActions: boolean
}

export function DataHead<R>({ columns, header, roles, sort, onSort, selection, withActions }: DataHeadProps<R>) {
  const { t } = useUi()
  const sortBy = (column: string) => onSort(nextSort(sort, column))
  return (
    <thead {...roles.group}>
      <tr {...roles.row}>
        {selection !== undefined && (
          <th scope="col" className={cx(css.head, css.check)}>
            <SelectAll {...selection} />
          </th>
        )}
        {columns.map((column) => (
          <SortHead
            key={column.id}
            id={column.id}
            label={column.label}
            title={column.title}
            align={alignOf(column)}
            sort={sort}
            width={column.width}
            isName={column.id === header}
            onSort={column.isSortable === false ? undefined : sortBy}
          />
        ))}
        {withActions && (
          <th scope="col" className={cx(css.head, css.actions)}>
            <VisuallyHidden>{t('ui.table.actions')}</VisuallyHidden>
          </th>
        )}
      </tr>
    </thead>
  )
}
