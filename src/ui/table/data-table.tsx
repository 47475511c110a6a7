/** A table of plain rows: sticky head, sort cycle, totals, pages, selection, and the completeness of each cell. */
import { type KeyboardEvent, type MouseEvent, useMemo, useState } from 'react'
import { Link } from 'react-aria-components'
import { Checkbox } from '../checkbox.tsx'
import { cx } from '../class-names.ts'
import type { Completeness } from '../format.ts'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../small.tsx'
import { Pages } from './pages.tsx'
import { compareCells, nextSort } from './sort-cycle.ts'
import { SortHead } from './sort-head.tsx'
import css from './table.module.css'
import type { DataTableProps, TableColumn, TableSort } from './types.ts'

const isNumeric = <R,>({ format = 'text' }: TableColumn<R>) => format !== 'text'
const alignOf = <R,>(column: TableColumn<R>) => column.align ?? (isNumeric(column) ? 'end' : 'start')

interface Roles {
  table?: { role: string }
  group?: { role: string }
  row?: { role: string }
  cell?: { role: string }
  header?: { role: string }
}
/**
 * As cards the elements are laid out as blocks, and some browsers then take them for no table any more: the roles say
 * that they still are one.
 */
const ROLES: Roles = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  header: { role: 'rowheader' },
}
const NO_ROLES: Roles = {}

export function DataTable<R>({
  label,
  columns,
  rows,
  rowKey,
  totals,
  totalsLabel,
  pageSize = 'all',
  onPageSizeChange,
  initialSort,
  sort: givenSort,
  onSortChange,
  page: givenPage,
  onPageChange,
  selected,
  onSelectedChange,
  stateOf,
  linkTo,
  onRowPress,
  rowActions,
  empty,
  maxHeight,
  phone = 'scroll',
}: DataTableProps<R>) {
  const { t, format, locale } = useUi()
  const [ownSort, setSort] = useState<TableSort | null>(initialSort ?? null)
  const [ownPage, setOwnPage] = useState(0)
  const sort = givenSort === undefined ? ownSort : givenSort
  const page = givenPage ?? ownPage
  const setPage = (next: number) => {
    setOwnPage(next)
    onPageChange?.(next)
  }

  const sorted = useMemo(() => {
    const column = sort === null ? undefined : columns.find(({ id }) => id === sort.column)
    if (sort === null || column === undefined) return rows
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
    const direction = sort.direction === 'ascending' ? 1 : -1
    return rows
      .map((row) => ({ row, key: column.value(row) }))
      .sort((a, b) => compareCells(a.key, b.key, direction, collator))
      .map(({ row }) => row)
  }, [rows, columns, sort, locale])

  const pages = pageSize === 'all' ? 1 : Math.max(1, Math.ceil(sorted.length / pageSize))
  const at = Math.min(page, pages - 1)
  const shown = pageSize === 'all' ? sorted : sorted.slice(at * pageSize, (at + 1) * pageSize)
  const header = columns.find(({ isRowHeader }) => isRowHeader)?.id ?? columns[0]?.id
  const roles = phone === 'cards' ? ROLES : NO_ROLES
  const withSelection = selected !== undefined && onSelectedChange !== undefined
  const span = columns.length + (withSelection ? 1 : 0) + (rowActions === undefined ? 0 : 1)
  const allSelected = withSelection && rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))

  // A new order or size begins on the first page; who holds the state hears of one change, not two.
  const order = (next: TableSort | null) => {
    setSort(next)
    setOwnPage(0)
    onSortChange?.(next)
  }
  const sortBy = (column: string) => order(nextSort(sort, column))
  const nameOf = (row: R) => {
    const column = columns.find(({ id }) => id === header)
    return column?.name?.(row) ?? String(column?.value(row) ?? rowKey(row))
  }
  const toggle = (key: string | number) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelectedChange?.(next)
  }

  return (
    <div className={css.wrap} data-phone={phone}>
      {phone === 'cards' && columns.some(({ isSortable }) => isSortable !== false) && (
        <SortBy columns={columns} sort={sort} onSort={order} />
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
          <thead {...roles.group}>
            <tr {...roles.row}>
              {withSelection && (
                <th scope="col" className={cx(css.head, css.check)}>
                  <Checkbox
                    aria-label={t('ui.table.selectAll')}
                    isSelected={allSelected}
                    isIndeterminate={!allSelected && selected.size > 0}
                    onChange={(on) => onSelectedChange(on ? new Set(rows.map(rowKey)) : new Set())}
                  />
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
              {rowActions !== undefined && (
                <th scope="col" className={cx(css.head, css.actions)}>
                  <VisuallyHidden>{t('ui.table.actions')}</VisuallyHidden>
                </th>
              )}
            </tr>
          </thead>
          <tbody {...roles.group}>
            {shown.map((row) => {
              const key = rowKey(row)
              const href = linkTo?.(row)
              const isSelected = selected?.has(key) === true
              return (
                <tr
                  key={key}
                  {...roles.row}
                  className={css.row}
                  aria-selected={withSelection ? isSelected : undefined}
                  data-pressable={onRowPress !== undefined || href !== undefined || undefined}
                  {...(onRowPress === undefined
                    ? href === undefined
                      ? {}
                      : { onClick: followLink }
                    : {
                        tabIndex: 0,
                        onClick: () => onRowPress(row),
                        onKeyDown: (event: KeyboardEvent) => {
                          if (event.key === 'Enter' && event.target === event.currentTarget) onRowPress(row)
                        },
                      })}
                >
                  {withSelection && (
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- only keeps the row from being pressed
                    <td
                      {...roles.cell}
                      className={cx(css.cell, css.check)}
                      onClick={(event) => event.stopPropagation()}
                    >
                      <Checkbox
                        aria-label={t('ui.table.select', { name: nameOf(row) })}
                        isSelected={isSelected}
                        onChange={() => toggle(key)}
                      />
                    </td>
                  )}
                  {columns.map((column) => {
                    const value = column.value(row)
                    const state = stateOf?.(row, column.id) ?? 'final'
                    const content = column.render?.(row) ?? format.exact(value, column.format ?? 'text')
                    const isHeader = column.id === header
                    const Cell = isHeader ? 'th' : 'td'
                    return (
                      <Cell
                        key={column.id}
                        {...(isHeader ? { scope: 'row' as const, ...roles.header } : roles.cell)}
                        className={cx(css.cell, isHeader && css.rowHeader)}
                        data-align={alignOf(column)}
                        data-long={column.isLong === true || undefined}
                        data-state={state === 'final' ? undefined : state}
                        data-label={column.label}
                        data-empty={column.isLeftOutOfCards === true && value === null ? 'card' : undefined}
                      >
                        {isHeader && href !== undefined ? (
                          <Link className={css.link} href={href}>
                            {content}
                          </Link>
                        ) : (
                          content
                        )}
                        <StateWord state={state} />
                      </Cell>
                    )
                  })}
                  {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- only keeps the row from being pressed */}
                  {rowActions !== undefined && (
                    <td
                      {...roles.cell}
                      className={cx(css.cell, css.actions)}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {rowActions(row)}
                    </td>
                  )}
                </tr>
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
            <tfoot {...roles.group}>
              <tr {...roles.row}>
                {withSelection && <td {...roles.cell} className={cx(css.cell, css.total)} />}
                {columns.map((column) => {
                  const value = totals[column.id]
                  const isHeader = column.id === header
                  const Cell = isHeader ? 'th' : 'td'
                  return (
                    <Cell
                      key={column.id}
                      {...(isHeader ? { scope: 'row' as const, ...roles.header } : roles.cell)}
                      className={cx(css.cell, css.total, isHeader && css.rowHeader)}
                      data-align={alignOf(column)}
                      data-label={column.label}
                      data-empty={value === undefined && !isHeader ? true : undefined}
                    >
                      {value !== undefined
                        ? format.exact(value, column.format ?? 'text')
                        : isHeader
                          ? (totalsLabel ?? t('ui.table.total'))
                          : ''}
                    </Cell>
                  )
                })}
                {rowActions !== undefined && <td {...roles.cell} className={cx(css.cell, css.total, css.actions)} />}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {pageSize !== 'all' && sorted.length > 0 && (
        <Pages
          page={at}
          pages={pages}
          size={pageSize}
          count={sorted.length}
          onPage={setPage}
          onSize={
            onPageSizeChange === undefined
              ? undefined
              : (size) => {
                  setOwnPage(0)
                  onPageSizeChange(size)
                }
          }
        />
      )}
    </div>
  )
}

/** A press on the row follows its link, unless it was meant for something in the row or was the end of marking text. */
function followLink(event: MouseEvent<HTMLTableRowElement>) {
  const target = event.target as HTMLElement
  if (target.closest('a, button, input, label, select') !== null || getSelection()?.isCollapsed === false) return
  event.currentTarget.querySelector<HTMLAnchorElement>('th a')?.click()
}

/** Cards have no head to press, so the order is chosen here. Only in a narrow space. */
function SortBy<R>({
  columns,
  sort,
  onSort,
}: {
  columns: readonly TableColumn<R>[]
  sort: TableSort | null
  onSort: (sort: TableSort | null) => void
}) {
  const { t } = useUi()
  const choose = (value: string) =>
    onSort(
      value === '' ? null : { column: value.slice(1), direction: value.startsWith('-') ? 'descending' : 'ascending' },
    )
  return (
    <label className={css.sortBy} data-print="hide">
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
  )
}

/** A state in the cell, for those who cannot see its pattern. */
function StateWord({ state }: { state: Completeness }) {
  const { t } = useUi()
  return state === 'final' ? null : <VisuallyHidden>{` (${t(`ui.state.${state}`)})`}</VisuallyHidden>
}
