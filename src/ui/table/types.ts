/** Input of the tables: plain rows, or a frame. */
import type { ReactNode } from 'react'
import type { Frame } from '#domain/frame'
import type { CellValue, Completeness, ValueFormat, WrittenFormat } from '../format.ts'

export type SortDirection = 'ascending' | 'descending'
export interface TableSort {
  readonly column: string
  readonly direction: SortDirection
}

export interface TableColumn<R> {
  id: string
  label: string
  /** Default `text`. Numbers are aligned to the right. */
  format?: WrittenFormat
  align?: 'start' | 'end'
  value: (row: R) => CellValue
  /** In place of the formatted value; sorting still uses `value`. */
  render?: (row: R) => ReactNode
  /** The cell of the last line, in place of its formatted value. */
  renderTotal?: () => ReactNode
  /** The cell in words, where `value` is only for sorting. */
  name?: (row: R) => string
  isSortable?: boolean
  /** CSS width, for example `12rem`. */
  width?: string
  /** Sentences: they take more lines where there is not the room for one. */
  isLong?: boolean
  /** A card has no line for it where there is no value. */
  isLeftOutOfCards?: boolean
  /** Whether the cell of a row is empty; by default for a null. */
  isNothing?: (row: R) => boolean
  /** Explains the column, on its head. */
  title?: string
  /** The cell that names its row. Default: the first column. */
  isRowHeader?: boolean
}

export const PAGE_SIZES = [25, 50, 75, 100] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** Which rows are chosen, for the box that chooses all. */
export interface TableSelection {
  readonly isAll: boolean
  readonly isSome: boolean
  readonly onAll: (on: boolean) => void
}

export interface DataTableProps<R> {
  /** Name of the table for readers. */
  label: string
  columns: readonly TableColumn<R>[]
  rows: readonly R[]
  rowKey: (row: R) => string | number
  /** Values of the last line, by column id; the row header's cell says "Total" when left out. */
  totals?: Readonly<Record<string, CellValue>>
  totalsLabel?: string
  /** Rows on a page, or `all` (default) to show every row in a scroll area. */
  pageSize?: PageSize | 'all'
  onPageSizeChange?: (size: PageSize) => void
  initialSort?: TableSort
  /** Held from outside; without it the table keeps its own order. */
  sort?: TableSort | null
  onSortChange?: (sort: TableSort | null) => void
  /** From 0, held from outside; without it the table keeps its own page. */
  page?: number
  onPageChange?: (page: number) => void
  /** Chosen rows by key; with it a column of checkboxes appears. */
  selected?: ReadonlySet<string | number>
  onSelectedChange?: (selected: Set<string | number>) => void
  /** Completeness of a row, or of one of its cells. */
  stateOf?: (row: R, column: string) => Completeness
  /** The first cell becomes a link, and a press anywhere on the row follows it. */
  linkTo?: (row: R) => string | undefined
  onRowPress?: (row: R) => void
  /** At the end of each row. */
  rowActions?: (row: R) => ReactNode
  /** Shown in place of rows. */
  empty?: ReactNode
  /** Rows hold no state (no open menu, no text being written): new ones are written into their cells. */
  reusesRows?: boolean
  /** Height of the scroll area, in pixels or as CSS; without it the table is as high as its rows. */
  maxHeight?: number | string
  /** In a narrow space each row becomes a card (`cards`), or the table scrolls sideways (default). */
  phone?: 'scroll' | 'cards'
}

export interface ColumnTableColumn {
  /** Column id of the frame. */
  id: string
  label: string
  format?: ValueFormat
  /** Default 120. */
  widthPx?: number
  align?: 'start' | 'end'
  /** Names for the ids of a number column, for example `labels.local`. */
  names?: ReadonlyMap<number, string>
}

export interface ColumnTableProps {
  label: string
  frame: Frame
  columns: readonly ColumnTableColumn[]
  /** Pixels. */
  height: number
  width?: number
  rowHeight?: number
  initialSort?: TableSort
  onSortChange?: (sort: TableSort | null) => void
  /** Row number of the frame. */
  onRowPress?: (row: number) => void
}
