/** The head of a table over a frame: a button for each column, through ascending, descending, reset. */
import { useUi } from '../provider.tsx'
import type { LaidColumn } from './column-layout.ts'
import css from './column-table.module.css'
import { SortArrow } from './sort-arrow.tsx'
import { ariaSort, nextSort } from './sort-cycle.ts'
import type { TableSort } from './types.ts'

const HEAD_PX = 32

interface ColumnHeadProps {
  columns: readonly LaidColumn[]
  /** Of all columns. */
  width: number
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
}

export function ColumnHead({ columns, width, sort, onSort }: ColumnHeadProps) {
  const { t } = useUi()
  return (
    <div role="rowgroup" className={css.headGroup} style={{ width, height: HEAD_PX }}>
      <div role="row" className={css.headRow} aria-rowindex={1}>
        {columns.map((column) => {
          const state = ariaSort(sort, column.id)
          const next = nextSort(sort, column.id)
          return (
            <div
              key={column.id}
              role="columnheader"
              className={css.head}
              aria-sort={state}
              data-align={column.align}
              style={{ width: column.width }}
            >
              <button
                type="button"
                className={css.sort}
                onClick={() => onSort(next)}
                title={t(
                  next === null
                    ? 'ui.table.sortReset'
                    : next.direction === 'ascending'
                      ? 'ui.table.sortAscending'
                      : 'ui.table.sortDescending',
                )}
              >
                <span className={css.label}>{column.label}</span>
                <SortArrow state={state} />
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}
