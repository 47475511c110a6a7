/**
 * A table over columns with a fixed number of row elements. No framework and no row objects: scrolling moves one layer
 * and rewrites the text of the rows that came in.
 *
 * The rows stand in a pane that sticks to the view, so the browser never scrolls them away before they are rewritten: a
 * fast scroll shows rows, never a blank. Heights beyond what browsers can scroll (about 33 M px in Chrome, 17 M in
 * Firefox) are scaled.
 */
import type { ColumnData, Frame } from '#domain/frame'
import type { UiFormat, ValueFormat } from '../format.ts'

export const MOST_SCROLL_PX = 15_000_000
/** Row positions are kept small by counting from a base that moves every so many rows. */
const BASE_ROWS = 1000
const OVERSCAN = 4

export interface GridColumn {
  readonly data: ColumnData
  readonly format: ValueFormat
  readonly align: 'start' | 'end'
  readonly left: number
  readonly width: number
  readonly names?: ReadonlyMap<number, string>
}

export interface GridClasses {
  readonly pane: string
  readonly layer: string
  readonly row: string
  readonly cell: string
}

export interface GridInput {
  scroller: HTMLElement
  spacer: HTMLElement
  frame: Pick<Frame, 'rows'>
  columns: readonly GridColumn[]
  rowHeight: number
  headHeight: number
  classes: GridClasses
  format: UiFormat
}

interface RowElement {
  readonly element: HTMLElement
  readonly cells: readonly Text[]
  at: number
}

/** Text of one cell. A cleared bit and a code of -1 are null, shown as a dash. */
export function cellText(
  { data, format: as, names }: Pick<GridColumn, 'data' | 'format' | 'names'>,
  row: number,
  format: UiFormat,
): string {
  if (data.kind === 'text') return format.exact(data.dictionary[data.codes[row] ?? -1] ?? null, 'text')
  const { valid, values } = data
  if (valid !== undefined && ((valid[row >> 3] ?? 0) & (1 << (row & 7))) === 0) return format.exact(null, as)
  const value = values[row] ?? 0
  return names?.get(value) ?? format.exact(value, as)
}

/** First row in view, as a fraction of rows, for a scroll offset. The last offset shows the last row, scaled or not. */
export function rowAt(
  scrollTop: number,
  { rows, rowHeight, view }: { rows: number; rowHeight: number; view: number },
): number {
  const real = rows * rowHeight
  const scroll = scrollHeightOf(rows, rowHeight)
  if (real <= view) return 0
  const most = (real - view) / rowHeight
  return Math.min(most, Math.max(0, scroll === real ? scrollTop / rowHeight : (scrollTop / (scroll - view)) * most))
}

/** The offset that brings a row to the top; inverse of `rowAt`. */
export function offsetOf(
  row: number,
  { rows, rowHeight, view }: { rows: number; rowHeight: number; view: number },
): number {
  const real = rows * rowHeight
  const scroll = scrollHeightOf(rows, rowHeight)
  if (real <= view) return 0
  const most = (real - view) / rowHeight
  return scroll === real ? row * rowHeight : (Math.min(row, most) / most) * (scroll - view)
}

export const scrollHeightOf = (rows: number, rowHeight: number) => Math.min(rows * rowHeight, MOST_SCROLL_PX)

export class ColumnGrid {
  readonly #input: GridInput
  readonly #pane: HTMLElement
  readonly #layer: HTMLElement
  #pool: RowElement[] = []
  #order: Uint32Array | null = null
  #base = 0
  #view = 0
  #active = -1
  /** Rows whose text was written, for tests and the bench. */
  writes = 0

  constructor(input: GridInput) {
    this.#input = input
    const { spacer, classes } = input
    this.#pane = document.createElement('div')
    this.#pane.className = classes.pane
    this.#pane.setAttribute('role', 'rowgroup')
    this.#layer = document.createElement('div')
    this.#layer.className = classes.layer
    this.#layer.setAttribute('role', 'presentation')
    this.#pane.append(this.#layer)
    spacer.append(this.#pane)
    this.measure()
  }

  /** Sizes again after the scroll area has changed its height. */
  measure(): void {
    const { scroller, spacer, frame, rowHeight, headHeight } = this.#input
    this.#view = Math.max(0, scroller.clientHeight - headHeight)
    spacer.style.height = `${Math.max(scrollHeightOf(frame.rows, rowHeight), this.#view)}px`
    this.#pane.style.height = `${this.#view}px`
    this.#fill(Math.min(frame.rows, Math.ceil(this.#view / rowHeight) + 1 + OVERSCAN))
    this.draw()
  }

  #fill(size: number): void {
    const { columns, classes, rowHeight } = this.#input
    if (size === this.#pool.length) return
    this.#layer.replaceChildren()
    this.#pool = Array.from({ length: size }, () => {
      const element = document.createElement('div')
      element.className = classes.row
      element.setAttribute('role', 'row')
      element.style.height = `${rowHeight}px`
      const cells = columns.map(({ left, width, align }, index) => {
        const cell = document.createElement('div')
        cell.className = classes.cell
        cell.setAttribute('role', index === 0 ? 'rowheader' : 'cell')
        cell.dataset.align = align
        cell.style.left = `${left}px`
        cell.style.width = `${width}px`
        cell.style.lineHeight = `${rowHeight}px`
        const text = document.createTextNode('')
        cell.append(text)
        element.append(cell)
        return text
      })
      this.#layer.append(element)
      return { element, cells, at: -1 }
    })
  }

  /** Shows the rows in this order (null = their own). */
  setOrder(order: Uint32Array | null): void {
    this.#order = order
    for (const row of this.#pool) row.at = -1
    this.draw()
  }

  /** Row of the frame that stands at a place of the table. */
  rowOf(place: number): number {
    return this.#order === null ? place : (this.#order[place] ?? -1)
  }

  /** Place under a point of the view, or -1. */
  placeAt(clientY: number): number {
    const { frame } = this.#input
    const place = Math.floor(this.#first() + (clientY - this.#pane.getBoundingClientRect().top) / this.#input.rowHeight)
    return place >= 0 && place < frame.rows ? place : -1
  }

  get active(): number {
    return this.#active
  }

  /** Marks a place and scrolls it into view. */
  setActive(place: number): void {
    const { frame, rowHeight, scroller } = this.#input
    this.#active = Math.max(0, Math.min(frame.rows - 1, place))
    const size = { rows: frame.rows, rowHeight, view: this.#view }
    const first = this.#first()
    const most = Math.floor(this.#view / rowHeight) - 1
    if (this.#active < first) scroller.scrollTop = offsetOf(this.#active, size)
    else if (this.#active > first + most) scroller.scrollTop = offsetOf(this.#active - most, size)
    for (const row of this.#pool) row.element.toggleAttribute('data-active', row.at === this.#active)
    this.draw()
  }

  #first(): number {
    const { scroller, frame, rowHeight } = this.#input
    return rowAt(scroller.scrollTop, { rows: frame.rows, rowHeight, view: this.#view })
  }

  /** Brings the pane up to the scroll offset. Called by the scroll event: once a frame, before it is painted. */
  draw(): void {
    const { frame, rowHeight } = this.#input
    const first = this.#first()
    const size = this.#pool.length
    const from = Math.max(0, Math.min(Math.floor(first) - 1, frame.rows - size))
    const base = Math.floor(from / BASE_ROWS) * BASE_ROWS
    const isRebased = base !== this.#base
    this.#base = base
    for (let place = from; place < from + size; place++) {
      const row = this.#pool[place % size] as RowElement
      if (row.at !== place) this.#write(row, place)
      else if (isRebased) row.element.style.transform = `translateY(${(place - base) * rowHeight}px)`
    }
    this.#layer.style.transform = `translateY(${Math.round((base - first) * rowHeight)}px)`
  }

  #write(row: RowElement, place: number): void {
    const { columns, rowHeight, format } = this.#input
    const source = this.rowOf(place)
    row.at = place
    this.writes++
    row.element.style.transform = `translateY(${(place - this.#base) * rowHeight}px)`
    row.element.setAttribute('aria-rowindex', String(place + 2))
    if (this.#active >= 0) row.element.toggleAttribute('data-active', place === this.#active)
    for (let index = 0; index < columns.length; index++) {
      const text = row.cells[index] as Text
      const next = cellText(columns[index] as GridColumn, source, format)
      if (text.data !== next) text.data = next
    }
  }

  destroy(): void {
    this.#pane.remove()
    this.#pool = []
  }
}
