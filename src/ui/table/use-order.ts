/** The order and the page of a table's rows; each is the table's own, unless it is held from outside. */
import { useMemo, useState } from 'react'
import { useUi } from '../provider.tsx'
import { compareCells } from './sort-cycle.ts'
import type { DataTableProps, PageSize, TableSort } from './types.ts'

type Held<R> = Pick<
  DataTableProps<R>,
  | 'columns'
  | 'rows'
  | 'pageSize'
  | 'onPageSizeChange'
  | 'initialSort'
  | 'sort'
  | 'onSortChange'
  | 'page'
  | 'onPageChange'
>

export interface Order<R> {
  readonly sort: TableSort | null
  readonly sortBy: (sort: TableSort | null) => void
  /** The rows of this page. */
  readonly shown: readonly R[]
  readonly page: number
  readonly pages: number
  readonly turnTo: (page: number) => void
  readonly resize: ((size: PageSize) => void) | undefined
}

export function useOrder<R>({
  columns,
  rows,
  pageSize = 'all',
  onPageSizeChange,
  initialSort,
  sort: givenSort,
  onSortChange,
  page: givenPage,
  onPageChange,
}: Held<R>): Order<R> {
  const { locale } = useUi()
  const [ownSort, setSort] = useState<TableSort | null>(initialSort ?? null)
  const [ownPage, setOwnPage] = useState(0)
  const sort = givenSort === undefined ? ownSort : givenSort

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
  const page = Math.min(givenPage ?? ownPage, pages - 1)
  return {
    sort,
    // A new order or size begins on the first page; who holds the state hears of one change, not two.
    sortBy(next) {
      setSort(next)
      setOwnPage(0)
      onSortChange?.(next)
    },
    shown: pageSize === 'all' ? sorted : sorted.slice(page * pageSize, (page + 1) * pageSize),
    page,
    pages,
    turnTo(next) {
      setOwnPage(next)
      onPageChange?.(next)
    },
    resize:
      onPageSizeChange === undefined
        ? undefined
        : (size) => {
            setOwnPage(0)
            onPageSizeChange(size)
          },
  }
}
