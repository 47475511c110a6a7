/** A table of plain rows: sticky head, sort cycle, totals, pages, selection, and the completeness of each cell. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { Link } from 'react-aria-components'
import { IconButton } from '../button.tsx'
import { Checkbox } from '../checkbox.tsx'
import { cx } from '../class-names.ts'
import type { Completeness } from '../format.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '../icons/index.tsx'
import { useUi } from '../provider.tsx'
import { VisuallyHidden } from '../small.tsx'
import { compareCells, nextSort } from './sort-cycle.ts'
import { SortHead } from './sort-head.tsx'
import css from './table.module.css'
import { type DataTableProps, PAGE_SIZES, type PageSize, type TableColumn, type TableSort } from './types.ts'

const isNumeric = <R,>({ format = 'text' }: TableColumn<R>) => format !== 'text'
const alignOf = <R,>(column: TableColumn<R>) => column.align ?? (isNumeric(column) ? 'end' : 'start')

export function DataTable<R>({
  label, columns, rows, rowKey, totals, totalsLabel, pageSize = 'all', onPageSizeChange, initialSort, onSortChange, selected, onSelectedChange,
  stateOf, linkTo, onRowPress, empty, maxHeight,
}: DataTableProps<R>) {
  const { t, format, locale } = useUi()
  const [sort, setSort] = useState<TableSort | null>(initialSort ?? null)
  const [page, setPage] = useState(0)

  const sorted = useMemo(() => {
    const column = sort === null ? undefined : columns.find(({ id }) => id === sort.column)
    if (sort === null || column === undefined) return rows
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
    const direction = sort.direction === 'ascending' ? 1 : -1
    return rows.map((row) => ({ row, key: column.value(row) })).sort((a, b) => compareCells(a.key, b.key, direction, collator)).map(({ row }) => row)
  }, [rows, columns, sort, locale])

  const pages = pageSize === 'all' ? 1 : Math.max(1, Math.ceil(sorted.length / pageSize))
  const at = Math.min(page, pages - 1)
  const shown = pageSize === 'all' ? sorted : sorted.slice(at * pageSize, (at + 1) * pageSize)
  const header = columns.find(({ isRowHeader }) => isRowHeader)?.id ?? columns[0]?.id
  const withSelection = selected !== undefined && onSelectedChange !== undefined
  const span = columns.length + (withSelection ? 1 : 0)
  const allSelected = withSelection && rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))

  const sortBy = (column: string) => {
    const next = nextSort(sort, column)
    setSort(next)
    setPage(0)
    onSortChange?.(next)
  }
  const toggle = (key: string | number) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    onSelectedChange?.(next)
  }

  return (
    <div className={css.wrap}>
      {/* The scroll area takes the focus so that the arrow keys scroll it. */}
      <div className={css.scroll} style={maxHeight === undefined ? undefined : { maxHeight }} tabIndex={0} role="region" aria-label={label}>
        <table className={css.table} aria-label={label}>
          <thead>
            <tr>
              {withSelection && (
                <th scope="col" className={cx(css.head, css.check)}>
                  <Checkbox
                    aria-label={t('ui.table.selectAll')} isSelected={allSelected} isIndeterminate={!allSelected && selected.size > 0}
                    onChange={(on) => onSelectedChange(on ? new Set(rows.map(rowKey)) : new Set())}
                  />
                </th>
              )}
              {columns.map((column) => (
                <SortHead
                  key={column.id} id={column.id} label={column.label} title={column.title} align={alignOf(column)} sort={sort} width={column.width}
                  onSort={column.isSortable === false ? undefined : sortBy}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const key = rowKey(row)
              const href = linkTo?.(row)
              const isSelected = selected?.has(key) === true
              return (
                <tr
                  key={key} className={css.row} aria-selected={withSelection ? isSelected : undefined} data-pressable={onRowPress !== undefined || href !== undefined || undefined}
                  {...(onRowPress === undefined ? {} : {
                    tabIndex: 0,
                    onClick: () => onRowPress(row),
                    onKeyDown: (event: KeyboardEvent) => { if (event.key === 'Enter' && event.target === event.currentTarget) onRowPress(row) },
                  })}
                >
                  {withSelection && (
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- only keeps the row from being pressed
                    <td className={cx(css.cell, css.check)} onClick={(event) => event.stopPropagation()}>
                      <Checkbox aria-label={t('ui.table.select', { name: String(columns.find(({ id }) => id === header)?.value(row) ?? key) })} isSelected={isSelected} onChange={() => toggle(key)} />
                    </td>
                  )}
                  {columns.map((column) => {
                    const value = column.value(row)
                    const state = stateOf?.(row, column.id) ?? 'final'
                    const content = column.render?.(row) ?? format.exact(value, column.format ?? 'text')
                    const isHeader = column.id === header
                    const Cell = isHeader ? 'th' : 'td'
                    return (
                      <Cell key={column.id} {...(isHeader ? { scope: 'row' as const } : {})} className={cx(css.cell, isHeader && css.rowHeader)} data-align={alignOf(column)} data-state={state === 'final' ? undefined : state}>
                        {isHeader && href !== undefined ? <Link className={css.link} href={href}>{content}</Link> : content}
                        <StateWord state={state} />
                      </Cell>
                    )
                  })}
                </tr>
              )
            })}
            {shown.length === 0 && <tr><td className={css.none} colSpan={span}>{empty ?? t('ui.table.empty')}</td></tr>}
          </tbody>
          {totals !== undefined && shown.length > 0 && (
            <tfoot>
              <tr>
                {withSelection && <td className={cx(css.cell, css.total)} />}
                {columns.map((column) => {
                  const value = totals[column.id]
                  const isHeader = column.id === header
                  const Cell = isHeader ? 'th' : 'td'
                  return (
                    <Cell key={column.id} {...(isHeader ? { scope: 'row' as const } : {})} className={cx(css.cell, css.total, isHeader && css.rowHeader)} data-align={alignOf(column)}>
                      {value !== undefined ? format.exact(value, column.format ?? 'text') : isHeader ? totalsLabel ?? t('ui.table.total') : ''}
                    </Cell>
                  )
                })}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {pageSize !== 'all' && sorted.length > 0 && (
        <Pages
          page={at} pages={pages} size={pageSize} count={sorted.length} onPage={setPage}
          onSize={onPageSizeChange === undefined ? undefined : (size) => { setPage(0); onPageSizeChange(size) }}
        />
      )}
    </div>
  )
}

/** A state in the cell, for those who cannot see its pattern. */
function StateWord({ state }: { state: Completeness }) {
  const { t } = useUi()
  return state === 'final' ? null : <VisuallyHidden>{` (${t(`ui.state.${state}`)})`}</VisuallyHidden>
}

interface PagesProps { page: number; pages: number; size: PageSize; count: number; onPage: (page: number) => void; onSize?: (size: PageSize) => void }

function Pages({ page, pages, size, count, onPage, onSize }: PagesProps) {
  const { t, format } = useUi()
  const number = (value: number) => format.exact(value, 'count')
  return (
    <nav className={css.pages} aria-label={t('ui.table.pages')} data-print="hide">
      {onSize !== undefined && (
        <label className={css.size}>
          <span>{t('ui.table.rowsPerPage')}</span>
          <select value={size} onChange={(event) => onSize(Number(event.target.value) as PageSize)}>
            {PAGE_SIZES.map((one) => <option key={one} value={one}>{one}</option>)}
          </select>
        </label>
      )}
      <span className={css.range} aria-live="polite">{t('ui.table.range', { from: number(page * size + 1), to: number(Math.min(count, (page + 1) * size)), total: number(count) })}</span>
      <IconButton plain size="small" label={t('ui.table.previousPage')} icon={<ChevronLeftIcon />} isDisabled={page === 0} onPress={() => onPage(page - 1)} />
      <IconButton plain size="small" label={t('ui.table.nextPage')} icon={<ChevronRightIcon />} isDisabled={page >= pages - 1} onPress={() => onPage(page + 1)} />
    </nav>
  )
}
