/**
 * A table that fills a widget; many rows come page by page, because hundreds of them cost more to lay out than all the
 * charts together.
 */
import { useLayoutEffect, useRef, useState } from 'react'
import { DataTable, PAGE_SIZES, type DataTableProps, type PageSize } from '#ui'
import { useHeight } from './chart-key.tsx'
import css from './rows-table.module.css'

const PAGER_PX = 44
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
  const whole = useRef<HTMLDivElement>(null)
  const [cut, setCut] = useState(0)
  const [noteRef, noteHeight] = useHeight(note === null ? 0 : null)
  const room = Math.max(0, height - noteHeight - (paged ? PAGER_PX : 0))
  // A row is there whole or not at all; the height of one is known once it is laid out.
  const count = table.rows.length
  useLayoutEffect(
    () => setCut(whole.current === null || count === 0 ? 0 : overhang(whole.current, room)),
    [room, count],
  )
  return (
    <div ref={whole} className={css.whole} style={{ height }} data-grows>
      <div className={css.table}>
        <DataTable
          {...table}
          reusesRows
          maxHeight={room - cut}
          pageSize={paged ? pageSize : 'all'}
          onPageSizeChange={setPageSize}
        />
      </div>
      {note !== null && (
        <div ref={noteRef} className={css.note}>
          <p>{note}</p>
        </div>
      )}
    </div>
  )
}

/** The free height under the last whole row, where not all rows fit. */
function overhang(whole: HTMLElement, room: number): number {
  const high = (part: string) => whole.querySelector(part)?.getBoundingClientRect().height ?? 0
  const row = high('tbody tr')
  const scroll = whole.querySelector<HTMLElement>('[role="region"]')
  const bar = scroll === null ? 0 : scroll.offsetHeight - scroll.clientHeight
  const list = room - bar - high('thead') - high('tfoot')
  return row === 0 || list <= row || high('tbody') <= list ? 0 : Math.floor(list % row)
}
