/** A table that fills a widget; many rows come page by page, because hundreds of them cost more to lay out than all the charts together. */
import { useState } from 'react'
import { DataTable, PAGE_SIZES, type DataTableProps, type PageSize } from '#ui'
import css from './rows-table.module.css'

const PAGER_PX = 44
const NOTE_PX = 24
const ALL_UP_TO = 60

export interface RowsTableProps<R> extends Omit<DataTableProps<R>, 'pageSize' | 'onPageSizeChange' | 'maxHeight'> {
  /** Pixels. */
  height: number
  /** A sentence under the table. */
  note?: string | null
}

export function RowsTable<R>({ height, note = null, ...table }: RowsTableProps<R>) {
  const [pageSize, setPageSize] = useState<PageSize>(PAGE_SIZES[0])
  const paged = table.rows.length > ALL_UP_TO
  const room = Math.max(0, height - (note === null ? 0 : NOTE_PX) - (paged ? PAGER_PX : 0))
  return (
    <div className={css.whole} style={{ height }} data-grows>
      <div className={css.table}><DataTable {...table} maxHeight={room} pageSize={paged ? pageSize : 'all'} onPageSizeChange={setPageSize} /></div>
      {note !== null && <p className={css.note} title={note}>{note}</p>}
    </div>
  )
}
