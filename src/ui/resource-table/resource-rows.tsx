import { useMemo } from 'react'
import { Button } from '../button.tsx'
import { EmptyState } from '../empty-state.tsx'
import { SearchIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { DataTable } from '../table/data-table.tsx'
import type { TableColumn } from '../table/types.ts'
import { ResourceCell } from './cell.tsx'
import type { ResourceTableProps } from './types.ts'
import { useListIndex } from './use-list-index.ts'
import { isUntold, textOf } from './values.ts'
import css from './resource-table.module.css'

interface RowsProps<R> extends ResourceTableProps<R> {
  rows: readonly R[]
  search: string
  onClear: () => void
}

export function Rows<R extends WeakKey>({
  label,
  columns,
  rows,
  rowKey,
  state,
  onStateChange,
  linkTo,
  rowActions,
  totals,
  totalsLabel,
  selected,
  onSelectedChange,
  empty,
  reusesRows,
  maxHeight,
  search,
  onClear,
}: RowsProps<R>) {
  const { t, format } = useUi()
  const index = useListIndex(rows, columns)
  const found = useMemo(() => index.search(rows, search), [rows, search, index])
  const [header] = columns
  const laid = useMemo(
    () =>
      columns.map((column): TableColumn<R> => ({
        id: column.attr,
        label: column.label,
        title: column.title,
        width: column.width,
        isLong: column.isLong,
        isLeftOutOfCards: true,
        isNothing: (row) => !column.toggle && isUntold(row, column, { t, format }),
        isSortable: column.isSortable,
        align: column.type === 'Number' ? 'end' : 'start',
        format: column.type === 'Number' ? (column.options?.format ?? 'count') : 'text',
        value: (row) => index.order(rows, row, column),
        name: (row) => textOf(row, column, { t, format }),
        render: (row) => (
          <ResourceCell
            row={row}
            column={column}
            rowName={header === undefined ? '' : textOf(row, header, { t, format })}
          />
        ),
      })),
    [columns, header, t, format, index, rows],
  )

  if (rows.length === 0) return <div className={css.nothing}>{empty ?? <EmptyState title={t('ui.query.empty')} />}</div>
  return (
    <DataTable
      label={label}
      columns={laid}
      rows={found}
      rowKey={rowKey}
      linkTo={linkTo}
      rowActions={rowActions}
      totals={totals}
      totalsLabel={totalsLabel}
      phone="cards"
      reusesRows={reusesRows}
      selected={selected}
      onSelectedChange={onSelectedChange}
      maxHeight={maxHeight ?? 'max(18rem, calc(100dvh - 14rem))'}
      sort={state.sort}
      onSortChange={(sort) => onStateChange({ ...state, sort, page: 0 })}
      page={search === state.text ? state.page : 0}
      onPageChange={(page) => onStateChange({ ...state, page })}
      pageSize={state.size}
      onPageSizeChange={(size) => onStateChange({ ...state, size, page: 0 })}
      empty={
        <EmptyState
          icon={<SearchIcon size={20} />}
          title={t('ui.table.noneFound', { text: search })}
          action={
            <Button size="small" onPress={onClear}>
              {t('ui.table.clearSearch')}
            </Button>
          }
        />
      }
    />
  )
}
