/** A table over a frame, up to millions of rows: typed columns in, a few dozen row elements out. */
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { ColumnData } from '#domain/frame'
import { columnIndex } from '#domain/frame-build'
import { sortOrder } from '#domain/sort'
import { useUi } from '../provider.tsx'
import { ColumnGrid, type GridColumn } from './column-grid.ts'
import css from './column-table.module.css'
import { SortArrow } from './sort-arrow.tsx'
import { ariaSort, nextSort } from './sort-cycle.ts'
import type { ColumnTableProps, TableSort } from './types.ts'

const HEAD_PX = 32

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
  const scroller = useRef<HTMLDivElement>(null)
  const spacer = useRef<HTMLDivElement>(null)
  const grid = useRef<ColumnGrid | null>(null)
  const [sort, setSort] = useState<TableSort | null>(initialSort ?? null)

  const laid = useMemo<readonly (GridColumn & { id: string; label: string })[]>(() => {
    const wanted = columns.reduce((all, { widthPx = 120 }) => all + widthPx, 0)
    const stretch = Math.max(1, (width ?? 0) / wanted)
    const known = columns.filter(({ id }) => columnIndex(frame, id) >= 0)
    const widths = known.map(({ widthPx = 120 }) => Math.floor(widthPx * stretch))
    return known.map(({ id, label, format: as = 'text', align, names }, index) => ({
      id,
      label,
      names,
      format: as,
      data: frame.data[columnIndex(frame, id)] as ColumnData,
      align: align ?? (as === 'text' ? 'start' : 'end'),
      width: widths[index] ?? 0,
      left: widths.slice(0, index).reduce((all, one) => all + one, 0),
    }))
  }, [columns, frame, width])
  const total = laid.reduce((all, column) => all + column.width, 0)

  // Here and not in a worker: the columns are on this thread, and ordering a million integers or names takes 5 to 15 ms
  // (doubles 40),
  // no more than copying them there and the trips. For the same reason the first rows are not shown ahead of the rest:
  // they would
  // need most of the same passes, and a scroll in between would meet rows that have no place yet.
  const order = useMemo(
    () =>
      sort === null ? null : sortOrder(frame, [{ column: sort.column, desc: sort.direction === 'descending' }], locale),
    [frame, sort, locale],
  )

  useEffect(() => {
    if (scroller.current === null || spacer.current === null) return undefined
    const made = new ColumnGrid({
      scroller: scroller.current,
      spacer: spacer.current,
      frame,
      columns: laid,
      rowHeight,
      headHeight: HEAD_PX,
      format,
      classes: { pane: css.pane ?? '', layer: css.layer ?? '', row: css.row ?? '', cell: css.cell ?? '' },
    })
    grid.current = made
    return () => {
      grid.current = null
      made.destroy()
    }
  }, [frame, laid, rowHeight, format])

  // A new grid starts unsorted and unmeasured, so what makes a grid new is in these lists as well.
  useEffect(() => {
    grid.current?.setOrder(order)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [order, laid, frame, rowHeight, format])
  useEffect(() => {
    grid.current?.measure()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [height])

  const sortBy = (column: string) => {
    const next = nextSort(sort, column)
    setSort(next)
    onSortChange?.(next)
  }
  const press = (event: MouseEvent) => {
    const place = grid.current?.placeAt(event.clientY) ?? -1
    if (place >= 0) onRowPress?.(grid.current?.rowOf(place) ?? -1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const table = grid.current
    if (table === null || onRowPress === undefined || event.target !== event.currentTarget) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      table.setActive(table.active + step)
    } else if (event.key === 'Enter' && table.active >= 0) onRowPress(table.rowOf(table.active))
  }

  return (
    <div
      ref={scroller}
      className={css.table}
      role="table"
      aria-label={label}
      aria-rowcount={frame.rows + 1}
      aria-colcount={laid.length}
      tabIndex={0}
      style={{ height, width }}
      onScroll={() => grid.current?.draw()}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={css.headGroup} style={{ width: total, height: HEAD_PX }}>
        <div role="row" className={css.headRow} aria-rowindex={1}>
          {laid.map((column) => {
            const state = ariaSort(sort, column.id)
            const next = nextSort(sort, column.id)
            return (
              <div
                key={column.id}
                role="columnheader"
                className={css.head}
                aria-sort={state}
                data-align={column.align}
                style={{ width: column.width }}
              >
                <button
                  type="button"
                  className={css.sort}
                  onClick={() => sortBy(column.id)}
                  title={t(
                    next === null
                      ? 'ui.table.sortReset'
                      : next.direction === 'ascending'
                        ? 'ui.table.sortAscending'
                        : 'ui.table.sortDescending',
                  )}
                >
                  <span className={css.label}>{column.label}</span>
                  <SortArrow state={state} />
                </button>
              </div>
            )
          })}
        </div>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the keys are on the table */}
      <div
        ref={spacer}
        role="presentation"
        className={css.spacer}
        style={{ width: total }}
        onClick={onRowPress === undefined ? undefined : press}
        data-pressable={onRowPress !== undefined || undefined}
      />
    </div>
  )
}
