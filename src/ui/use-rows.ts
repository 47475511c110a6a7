/**
 * Which rows of a long list are in the page: those in sight and a few more, by react-window. On paper, which cannot
 * be scrolled, all from the first on, up to a bound.
 */
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useVirtualizer, type VirtualItem } from 'react-window'
import { usePrinting } from './use-printing.ts'

/** About thirty pages of A4; who wants more takes the file. */
export const PRINTED_ROWS = 1000

/**
 * The height that browsers scroll: about 33 M px in Chrome and 17 M in Firefox. A longer list has to be turned over in
 * pages.
 */
const MAX_SCROLL_PX = 15_000_000

/** Rows that one scroll area can hold, as a round number. */
export const rowsOfAPage = (rowHeight: number): number => Math.floor(MAX_SCROLL_PX / rowHeight / 100_000) * 100_000

export interface RowsInput {
  count: number
  rowHeight: number
  /** The element around the rows, beside a sticky head or alone. */
  body: HTMLElement | null
  /** The scrolled element. With a `scroll-padding-top`, a row that is scrolled to is not under the head. */
  scroller: HTMLElement | null
  /** Height of the view before it is measured. */
  height: number
  overscan?: number
  /** In the page also where it is not in sight: the row that a screen reader is given by its id. */
  kept?: number
}

export interface Rows {
  readonly items: readonly VirtualItem[]
  readonly height: number
  /** Scrolls as little as brings the row into sight. */
  readonly show: (row: number) => void
}

export function useRows({ count, rowHeight, body, scroller, height, overscan = 6, kept }: RowsInput): Rows {
  const isPrinted = usePrinting()
  const { items, totalSize, scrollToIndex } = useVirtualizer({
    count,
    itemSize: rowHeight,
    element: body,
    scrollElement: scroller,
    defaultSize: height,
    overscanCount: overscan,
  })
  const [, turn] = useState(0)
  // Rows come in with the frame that scrolled to them; a frame later, a fast scroll would show a hole.
  useEffect(() => {
    const draw = () => flushSync(() => turn((before) => before + 1))
    scroller?.addEventListener('scroll', draw, { passive: true })
    return () => scroller?.removeEventListener('scroll', draw)
  }, [scroller])
  const inPage = useMemo(() => {
    const at = (index: number): VirtualItem => ({ index, offset: index * rowHeight, size: rowHeight })
    if (isPrinted) return Array.from({ length: Math.min(count, PRINTED_ROWS) }, (_, index) => at(index))
    if (kept === undefined || kept < 0 || kept >= count || items.some(({ index }) => index === kept)) return items
    return [...items, at(kept)]
  }, [items, isPrinted, count, rowHeight, kept])
  return {
    items: inPage,
    height: isPrinted ? inPage.length * rowHeight : totalSize,
    show: (index) => scrollToIndex({ index, align: 'auto', behavior: 'instant' }),
  }
}
