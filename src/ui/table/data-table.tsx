/** A table of plain rows: sticky head, sort cycle, totals, pages, selection, and the completeness of each cell. */
import { useRef } from 'react'
import { useUi } from '../provider.tsx'
import { DataFoot } from './data-foot.tsx'
import { DataHead } from './data-head.tsx'
import { DataRow } from './data-row.tsx'
import { Pages } from './pages.tsx'
import { rolesOf } from './roles.ts'
import { SortBy } from './sort-by.tsx'
import css from './table.module.css'
import type { DataTableProps } from './types.ts'
import { useOrder } from './use-order.ts'
import { useReusedRows } from './use-reused-rows.ts'

export function DataTable<R>(props: DataTableProps<R>) {
  const { label, columns, rows, rowKey, totals, totalsLabel, pageSize = 'all', phone = 'scroll' } = props
  const {
    selected,
    onSelectedChange,
    stateOf,
    linkTo,
    onRowPress,
    rowActions,
    empty,
    maxHeight,
    reusesRows = false,
  } = props
  const { t } = useUi()
  const { sort, sortBy, shown, page, pages, turnTo, resize } = useOrder(props)

  const header = columns.find(({ isRowHeader }) => isRowHeader)?.id ?? columns[0]?.id
  const roles = rolesOf(phone)
  const body = useRef<HTMLTableSectionElement>(null)
  const { keyOf, onFocus } = useReusedRows(body, shown, rowKey, reusesRows)
  const withActions = rowActions !== undefined
  const withSelection = selected !== undefined && onSelectedChange !== undefined
  const span = columns.length + (withSelection ? 1 : 0) + (withActions ? 1 : 0)
  const allSelected = withSelection && rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))

  const nameOf = (row: R) => {
    const column = columns.find(({ id }) => id === header)
    return column?.name?.(row) ?? String(column?.value(row) ?? rowKey(row))
  }
  const toggle = (key: string | number) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelectedChange?.(next)
  }

  const selection = withSelection
    ? {
        isAll: allSelected,
        isSome: !allSelected && selected.size > 0,
        onAll: (on: boolean) => onSelectedChange(on ? new Set(rows.map(rowKey)) : new Set()),
      }
    : undefined
  return (
    <div className={css.wrap} data-phone={phone}>
      {phone === 'cards' && columns.some(({ isSortable }) => isSortable !== false) && (
        <SortBy columns={columns} sort={sort} onSort={sortBy} selection={selection} />
      )}
      {/* The scroll area takes the focus so that the arrow keys scroll it. */}
      <div
        className={css.scroll}
        style={maxHeight === undefined ? undefined : { maxHeight }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <table className={css.table} aria-label={label} {...roles.table}>
          <DataHead
            columns={columns}
            header={header}
            roles={roles}
            sort={sort}
            onSort={sortBy}
            withActions={withActions}
            selection={selection}
          />
          <tbody {...roles.group} ref={body} onFocus={onFocus}>
            {shown.map((row, at) => {
              const key = rowKey(row)
              return (
                <DataRow
                  key={keyOf(row, at)}
                  row={row}
                  columns={columns}
                  header={header}
                  roles={roles}
                  stateOf={stateOf}
                  href={linkTo?.(row)}
                  onPress={onRowPress}
                  actions={rowActions}
                  {...(withSelection && {
                    selection: { isSelected: selected.has(key), name: nameOf(row), onToggle: () => toggle(key) },
                  })}
                />
              )
            })}
            {shown.length === 0 && (
              <tr {...roles.row}>
                <td {...roles.cell} className={css.none} colSpan={span}>
                  <div>{empty ?? t('ui.table.empty')}</div>
                </td>
              </tr>
            )}
          </tbody>
          {totals !== undefined && shown.length > 0 && (
            <DataFoot
              columns={columns}
              totals={totals}
              label={totalsLabel}
              header={header}
              roles={roles}
              withSelection={withSelection}
              withActions={withActions}
            />
          )}
        </table>
      </div>
      {pageSize !== 'all' && rows.length > 0 && (
        <Pages page={page} pages={pages} size={pageSize} count={rows.length} onPage={turnTo} onSize={resize} />
      )}
    </div>
  )
}
