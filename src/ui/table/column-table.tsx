/** A table over a frame, up to millions of rows: typed columns in, a few dozen row elements out. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { sortOrder } from '#domain/sort'
import { useUi } from '../provider.tsx'
import { PRINTED_ROWS, rowsOfAPage, useRows } from '../use-rows.ts'
import { ColumnHead } from './column-head.tsx'
import { layColumns } from './column-layout.ts'
import css from './column-table.module.css'
import { Pages } from './pages.tsx'
import type { ColumnTableProps, TableSort } from './types.ts'
import { Row } from './column-row.tsx'

const PAGES_PX = 44
const OVERSCAN = 8

export function ColumnTable({
  label,
  frame,
  columns,
  height,
  width,
  rowHeight = 32,
  initialSort,
  onSortChange,
  onRowPress,
}: ColumnTableProps) {
  const { t, format, locale } = useUi()
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const [body, setBody] = useState<HTMLElement | null>(null)
  const [sort, setSort] = useState<TableSort | null>(initialSort ?? null)
  const [wantedPage, setPage] = useState(0)
  /** Place in the order of the table that the keys have come to, -1 before the first. */
  const [active, setActive] = useState(-1)

  const laid = useMemo(() => layColumns(columns, frame, width ?? 0), [columns, frame, width])
  const total = laid.reduce((all, column) => all + column.width, 0)

  // Here and not in a worker: the columns are on this thread, and ordering a million integers or names takes 5 to 15 ms
  // (doubles 40), no more than copying them there and the trips. For the same reason the first rows are not shown ahead
  // of the rest: they would need most of the same passes, and a scroll in between would meet rows that have no place
  // yet.
  const order = useMemo(
    () =>
      sort === null ? null : sortOrder(frame, [{ column: sort.column, desc: sort.direction === 'descending' }], locale),
    [frame, sort, locale],
  )
  const rowOf = (place: number) => (order === null ? place : (order[place] ?? -1))

  const size = rowsOfAPage(rowHeight)
  const pages = Math.max(1, Math.ceil(frame.rows / size))
  const page = Math.min(wantedPage, pages - 1)
  const from = page * size
  const rows = useRows({
    count: Math.min(size, frame.rows - from),
    rowHeight,
    body,
    scroller,
    height,
    overscan: OVERSCAN,
  })
  // The most that are ever in the page: with their number of the moment, which a scroll by half a row changes, every
  // element would show another row each time.
  const elements = Math.max(Math.ceil(height / rowHeight) + 2 * OVERSCAN + 2, rows.items.length)
  const turnTo = (next: number, top = 0) => {
    // The other page has its height before it is scrolled.
    flushSync(() => setPage(next))
    scroller?.scrollTo({ top, behavior: 'instant' })
  }

  const sortBy = (next: TableSort | null) => {
    setSort(next)
    setActive(-1)
    if (pages > 1) turnTo(0)
    onSortChange?.(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (onRowPress === undefined || event.target !== event.currentTarget) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const next = Math.max(0, Math.min(frame.rows - 1, (active < 0 ? from - 1 : active) + step))
      const to = Math.floor(next / size)
      if (to === page) rows.show(next - from)
      else turnTo(to, step > 0 ? 0 : size * rowHeight)
      setActive(next)
    } else if (event.key === 'Enter' && active >= 0) onRowPress(rowOf(active))
  }

  return (
    <>
      <div
        ref={setScroller}
        className={css.table}
        role="table"
        aria-label={label}
        aria-rowcount={frame.rows + 1}
        aria-colcount={laid.length}
        tabIndex={0}
        style={{ height: pages > 1 ? height - PAGES_PX : height, width }}
        onKeyDown={onKeyDown}
      >
        <ColumnHead columns={laid} width={total} sort={sort} onSort={sortBy} />
        <div ref={setBody} role="rowgroup" className={css.body} style={{ width: total, height: rows.height }}>
          {rows.items.map(({ index, offset }) => (
            <Row
              // An element that has left the view shows the row that comes in: a text is cheaper than an element.
              key={index % elements}
              columns={laid}
              place={from + index}
              row={rowOf(from + index)}
              top={offset}
              height={rowHeight}
              format={format}
              isActive={from + index === active}
              onPress={onRowPress}
            />
          ))}
        </div>
      </div>
      {pages > 1 && <Pages page={page} pages={pages} size={size} count={frame.rows} onPage={turnTo} />}
      {frame.rows > PRINTED_ROWS && (
        <p className={css.printed}>
          {t('ui.table.range', {
            from: format.exact(from + 1, 'count'),
            to: format.exact(Math.min(frame.rows, from + PRINTED_ROWS), 'count'),
            total: format.exact(frame.rows, 'count'),
          })}
        </p>
      )}
    </>
  )
}
