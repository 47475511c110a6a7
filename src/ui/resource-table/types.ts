/** Properties of the generic table of lists. It knows rows and columns, never their subject. */
import type { ReactNode } from 'react'
import type { CellValue, ValueFormat } from '../format.ts'
import type { QueryLike } from '../page/query-state.tsx'
import type { Tone } from '../badge.tsx'
import type { PageSize, TableSort } from '../table/types.ts'

export type ResourceType =
  | 'Text'
  | 'Number'
  | 'StringArray'
  | 'Boolean'
  | 'BooleanCheck'
  | 'FootState'
  | 'Date'
  | 'Link'
  | 'Icon'

/** A coded value in words: `admin` is written "Administrator". */
type Names = Readonly<Record<string, string>>

export interface ResourceOptions<R> {
  /** Text, StringArray, FootState, Icon: words for coded values; a value without one is written as it is. */
  readonly names?: Names
  /** Text, StringArray: draws values as badges, by value. */
  readonly tones?: Readonly<Record<string, Tone>>
  /** Number: how it is written. Default `count`, every digit. */
  readonly format?: ValueFormat
  /** StringArray: this many are written, the rest as "+4". Default 3. */
  readonly most?: number
  /** Date: with the time of day (default) or without. */
  readonly time?: boolean
  /**
   * Link: where it leads; the cell is plain text without one. http, https, mailto, tel and addresses of this site only.
   */
  readonly href?: (row: R) => string | undefined
  /** Icon: the picture of each value. */
  readonly icons?: Readonly<Record<string, ReactNode>>
}

export interface ResourceColumn<R> {
  /**
   * Where the value is in the row, dots for nested ones: `properties.lang`. Also names the column in the address.
   */
  readonly attr: string
  readonly label: string
  /**
   * Default `Text`. FootState draws `up`, `down`, `closed`, `warn`, anything else as unknown. Date takes epoch ms or
   * ISO text.
   */
  readonly type?: ResourceType
  /** Boolean, BooleanCheck: the cell is a switch that calls this; `null` shows it fixed for that row. */
  readonly toggle?: (row: R) => ((on: boolean) => void | Promise<void>) | null
  readonly options?: ResourceOptions<R>
  /** Explains the column, on its head. */
  readonly title?: string
  /** In place of `attr`: what is written, searched and sorted. */
  readonly value?: (row: R) => CellValue | readonly string[] | undefined
  readonly isSortable?: boolean
  /** False: the search does not look here. */
  readonly isSearched?: boolean
  /** CSS width, for example `12rem`. */
  readonly width?: string
  /** Sentences: they take more lines where there is not the room for one. */
  readonly isLong?: boolean
}

/**
 * Everything a link to this list carries. `readTableState` and `writeTableState` turn it into the query of the address
 * and back.
 */
export interface TableState {
  readonly text: string
  readonly sort: TableSort | null
  /** From 0; written from 1. */
  readonly page: number
  readonly size: PageSize
}

export interface ResourceTableProps<R> {
  /** Name of the table for readers; the same as the page's title in most cases. */
  label: string
  columns: readonly ResourceColumn<R>[]
  /** The rows, or the query that brings them: loading, failure and retry are shown then. */
  rows: readonly R[] | QueryLike<readonly R[]>
  rowKey: (row: R) => string | number
  state: TableState
  onStateChange: (state: TableState) => void
  /** The edit or view page of a row: its first cell is the link, and a press anywhere on the row follows it. */
  linkTo?: (row: R) => string | undefined
  /** The add page, or what adds; the button says `addLabel` (default "Add"). */
  addTo?: string
  onAdd?: () => void
  addLabel?: string
  /** Other actions of a row, at its end. */
  rowActions?: (row: R) => ReactNode
  /** Filters of the page, after the search field. */
  filters?: ReactNode
  /** Beside the add button. */
  tools?: ReactNode
  searchLabel?: string
  /** Values of the last line by `attr`. */
  totals?: Readonly<Record<string, CellValue>>
  totalsLabel?: string
  selected?: ReadonlySet<string | number>
  onSelectedChange?: (selected: Set<string | number>) => void
  /** Actions on the chosen rows; they replace the search while there are some. */
  bulkActions?: ReactNode
  /** Nothing there at all: why, and what to do next. A search without result has its own words. */
  empty?: ReactNode
  /** Turns a failure into a sentence; default: the catalogue's words for its code, else its message. */
  errorText?: (error: unknown) => string
  /** As of `DataTable`: rows hold no state, neither a switch nor an open menu. */
  reusesRows?: boolean
  /** Pixels of the scroll area; without it the page scrolls and the head sticks to the page. */
  maxHeight?: number
}
